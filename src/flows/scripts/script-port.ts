import { createSemaphore } from '#core/agent/semaphore.ts';
import type { CancelSignal } from '#core/cancel.ts';
import type { ScriptPort } from '#core/reliability/hooks/claude-code-hooks.ts';
import { NO_SCRIPT_ANSWER } from '#core/reliability/scripts/join-verdicts.ts';
import type { ScriptHost } from '#host-client/script-host.ts';
import type { ScriptActivity } from '#state/script-activity.ts';
import type { BatonDatabase } from '#storage/database.ts';

/** A browser has six connections to the host in total, and each script run occupies one until its scripts end. */
const AT_A_TIME = 2;

const NEVER: CancelSignal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

/** Runs scripts through the host. */
export function createScriptPort(
  db: BatonDatabase,
  host: Pick<ScriptHost, 'run'>,
  activity: Pick<ScriptActivity, 'notify'>,
): ScriptPort {
  const slots = createSemaphore(AT_A_TIME);
  return {
    notify: (sessionId, notes) => activity.notify(sessionId, notes),
    async run(session, occasion, signal) {
      const stop = signal ?? NEVER;
      if (!(await slots.take(stop))) return NO_SCRIPT_ANSWER;
      const controller = new AbortController();
      const abort = (): void => controller.abort();
      stop.addEventListener('abort', abort);
      try {
        if (stop.aborted) return NO_SCRIPT_ANSWER;
        const root = (await db.sessions.get(session))?.task?.above[0];
        return await host.run({ session, folderOf: root ?? session, occasion }, controller.signal);
      } catch (error) {
        if (controller.signal.aborted) return NO_SCRIPT_ANSWER;
        throw error;
      } finally {
        stop.removeEventListener('abort', abort);
        slots.give();
      }
    },
  };
}
