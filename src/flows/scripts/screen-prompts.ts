import { isHookEnabled } from '#core/reliability/configuration.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import type { OutgoingMessage, ScreenedMessage } from '../base/outgoing-message.ts';
import { PromptRefusedError, SendStoppedError } from '../base/flow-errors.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/** Passes the user's messages through their scripts before they are sent. */
export interface PromptFilter {
  /**
   * Adds what scripts return, each as an attachment under the script's name. Rejects with PromptRefusedError, and with
   * SendStoppedError when `stop` ended a script: nothing is stored then.
   */
  screen(sessionId: string, outgoing: OutgoingMessage): Promise<ScreenedMessage>;
  stop(sessionId: string): void;
}

export function createPromptFilter(
  deps: Pick<FlowDeps, 'db' | 'flushDrafts' | 'reliability' | 'scripts'>,
): PromptFilter {
  const stoppers = new Map<string, AbortController>();

  async function add(script: string, text: string): Promise<OutgoingMessage['attachments'][number]> {
    const mime = 'text/plain';
    const stored = await saveBlob(deps.db, new Blob([text], { type: mime }), mime);
    return { ...stored, kind: 'file', name: `${script} (script).txt` };
  }

  async function ask(sessionId: string, outgoing: OutgoingMessage, signal: AbortSignal): Promise<OutgoingMessage> {
    deps.scripts?.wait(sessionId, true);
    try {
      // A refused message is restored to the message box from the draft.
      await deps.flushDrafts();
      const event = { type: 'prompt.submit' as const, sessionId, prompt: outgoing.text };
      const seen = await deps.reliability.run('event', event, sessionId, signal);
      if (signal.aborted) throw new SendStoppedError();
      if (seen.type !== 'prompt.submit') return outgoing;
      if (seen.refused) throw new PromptRefusedError(seen.refused.script, seen.refused.text);
      const added = await Promise.all((seen.context ?? []).map(({ script, text }) => add(script, text)));
      return added.length === 0 ? outgoing : { ...outgoing, attachments: [...outgoing.attachments, ...added] };
    } finally {
      deps.scripts?.wait(sessionId, false);
    }
  }

  return {
    async screen(sessionId, outgoing) {
      const stopper = new AbortController();
      stoppers.set(sessionId, stopper);
      try {
        const configuration = await deps.reliability.configuration(sessionId);
        const hasScripts =
          isHookEnabled(configuration, 'claude-code-hooks') && configuration.hooks.UserPromptSubmit?.length;
        const screened = hasScripts ? await ask(sessionId, outgoing, stopper.signal) : outgoing;
        return { outgoing: screened, stopped: stopper.signal.aborted };
      } finally {
        if (stoppers.get(sessionId) === stopper) stoppers.delete(sessionId);
      }
    },
    stop: (sessionId) => stoppers.get(sessionId)?.abort(),
  };
}
