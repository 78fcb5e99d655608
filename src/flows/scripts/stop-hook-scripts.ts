import { isHookEnabled } from '#core/reliability/configuration.ts';
import type { ScriptMessage } from '#core/reliability/scripts/join-verdicts.ts';
import { scriptText } from '#core/reliability/scripts/script-texts.ts';
import { getMessage } from '#storage/message-repository.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { getSession } from '#storage/read-sessions.ts';
import type { AnswerQueue, InsertAnswer } from '../answer/answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { SessionBusyError } from '../base/flow-errors.ts';
import { insertQuestion, requireSession } from '../conversation/insert-answer.ts';

/** How many times in a row a script may make the model continue. After that, the user decides. */
export const MAX_KEPT = 8;

/** Runs the scripts when an answer ends, and lets the model continue when one of them asks for it. */
export interface StopHookScripts {
  /** Called when the user did something in the conversation or deleted it. Ends what continues on its own. */
  end(sessionId: string): void;
}

export function createStopScripts(deps: FlowDeps, runs: Pick<AnswerQueue, 'run'>): StopHookScripts {
  const { db, onUnreadableRow, reliability } = deps;
  /** Continuations in a row, by conversation. */
  const continuations = new Map<string, number>();
  const asking = new Map<string, AbortController>();

  function end(sessionId: string): void {
    asking.get(sessionId)?.abort();
    asking.delete(sessionId);
    continuations.delete(sessionId);
  }

  /** Returns the answer that has just ended on its own, in one of the user's own conversations; `null` otherwise. */
  async function lastAnswer(sessionId: string): Promise<StoredMessage | null> {
    const session = await getSession(db, sessionId, onUnreadableRow);
    if (!session || session.deletedAt > 0 || session.task || session.leafId === null) return null;
    const leaf = await getMessage(db, session.leafId, onUnreadableRow);
    return leaf?.role === 'assistant' && leaf.status === 'complete' && leaf.stop === 'end' ? leaf : null;
  }

  async function ask(sessionId: string): Promise<void> {
    const configuration = await reliability.configuration(sessionId);
    if (!isHookEnabled(configuration, 'claude-code-hooks') || !configuration.hooks.Stop?.length) return;
    const leaf = await lastAnswer(sessionId);
    if (!leaf) return;
    const stopper = new AbortController();
    asking.get(sessionId)?.abort();
    asking.set(sessionId, stopper);
    try {
      const times = continuations.get(sessionId) ?? 0;
      const event = { type: 'answer.stop' as const, sessionId, answer: textOf(leaf), active: times > 0 };
      const seen = await reliability.run('event', event, sessionId, stopper.signal);
      if (stopper.signal.aborted || seen.type !== 'answer.stop') return;
      if (!seen.continueWith) {
        continuations.delete(sessionId);
      } else if (times < MAX_KEPT) {
        continuations.set(sessionId, times + 1);
        await continueWith(sessionId, leaf.id, seen.continueWith);
      } else {
        continuations.delete(sessionId);
        const { script } = seen.continueWith;
        deps.scripts?.notify(sessionId, [{ script, event: 'Stop', did: 'failed', why: 'often', text: '' }]);
      }
    } finally {
      if (asking.get(sessionId) === stopper) asking.delete(sessionId);
    }
  }

  /** Adds nothing when the conversation has continued in the meantime. */
  async function continueWith(sessionId: string, leafId: string, said: ScriptMessage): Promise<void> {
    try {
      const place: InsertAnswer = async (fence) => {
        const session = await requireSession(deps, sessionId);
        if (session.leafId !== leafId) throw new SessionBusyError(sessionId);
        const parts = [{ type: 'text' as const, text: scriptText(said) }];
        const beside = { author: 'automation' as const, keepDraft: true as const };
        return { session, message: await insertQuestion(deps, fence, session, { parentId: leafId, parts, ...beside }) };
      };
      await runs.run(sessionId, place, { keepsQueue: true });
    } catch (error) {
      if (!(error instanceof SessionBusyError)) throw error;
    }
  }

  reliability.subscribe((event) => {
    if (event.type === 'session.idle' && event.answered)
      void ask(event.sessionId).catch((error: unknown) => deps.onError(error));
  });

  return { end };
}

function textOf({ parts }: StoredMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}
