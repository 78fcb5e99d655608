import type { ContextFile } from '../context-file.ts';
import type { ScriptMessage } from './scripts/join-verdicts.ts';

/** How a refused answer goes on: not at all, or once more with a stricter request. */
export type Recovery = 'none' | 'stricter';

/**
 * What happens in a conversation, in the words of the reliability documents. `synthetic` marks what
 * Baton itself wrote; hooks that wait for the person must not take it for him.
 */
export type ReliabilityEvent =
  | { type: 'session.created'; sessionId: string; parentId?: string }
  /** No stream, no running tool, no open question. `answered`: what ended was an answer, not another change. */
  | { type: 'session.idle'; sessionId: string; answered?: true }
  /** `recovery` is what the hooks make of it. */
  | { type: 'session.error'; sessionId: string; error: unknown; recovery?: Recovery }
  | { type: 'session.deleted'; sessionId: string }
  | { type: 'chat.message'; sessionId: string }
  /**
   * A run with tools for files begins. `room`: tokens left for what goes along with its question; `files` is what the
   * hooks make of it.
   */
  | { type: 'run.started'; sessionId: string; room: number; files?: readonly ContextFile[] }
  | { type: 'message.updated'; sessionId: string; role: 'user' | 'assistant'; synthetic?: boolean }
  | { type: 'message.part.updated'; sessionId: string; role: 'assistant' }
  | { type: 'tool.execute.before'; sessionId: string; tool: string }
  | { type: 'tool.execute.after'; sessionId: string; tool: string }
  /** A message of the person before it is stored: it may be refused, or gain something for the model. */
  | {
      type: 'prompt.submit';
      sessionId: string;
      prompt: string;
      refused?: ScriptMessage;
      context?: readonly ScriptMessage[];
    }
  /** The model has come to an end by itself; `active`: it went on before because of `goOn`. */
  | { type: 'answer.stop'; sessionId: string; answer: string; active: boolean; goOn?: ScriptMessage };
