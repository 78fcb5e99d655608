import type { SentContextFile } from '../context-file.ts';
import type { ScriptMessage } from './scripts/join-verdicts.ts';

/** How a refused answer continues: not at all, or once more with a stricter request. */
export type Recovery = 'none' | 'stricter';

/**
 * Events of a session, named as in the reliability documents. `synthetic` marks messages that Baton itself wrote; hooks
 * that wait for the user must not mistake them for the user's.
 */
export type ReliabilityEvent =
  | { type: 'session.created'; sessionId: string; parentId?: string }
  /** No stream, no running tool, no open question. `answered`: an answer ended, not some other change. */
  | { type: 'session.idle'; sessionId: string; answered?: true }
  /** Hooks set `recovery`. */
  | { type: 'session.error'; sessionId: string; error: unknown; recovery?: Recovery }
  | { type: 'session.deleted'; sessionId: string }
  | { type: 'chat.message'; sessionId: string }
  /** A run with file tools begins. `budget`: tokens left for what is sent with its question. Hooks set `files`. */
  | { type: 'run.started'; sessionId: string; budget: number; files?: readonly SentContextFile[] }
  | { type: 'message.updated'; sessionId: string; role: 'user' | 'assistant'; synthetic?: boolean }
  | { type: 'message.part.updated'; sessionId: string; role: 'assistant' }
  | { type: 'tool.execute.before'; sessionId: string; tool: string }
  | { type: 'tool.execute.after'; sessionId: string; tool: string }
  /** A user message before it is stored. It may be refused, or gain text for the model. */
  | {
      type: 'prompt.submit';
      sessionId: string;
      prompt: string;
      refused?: ScriptMessage;
      context?: readonly ScriptMessage[];
    }
  /** The model ended on its own. `active`: it had continued because of `continueWith`. */
  | { type: 'answer.stop'; sessionId: string; answer: string; active: boolean; continueWith?: ScriptMessage };
