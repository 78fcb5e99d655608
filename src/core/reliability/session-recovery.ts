import { classifyError } from '../classify-error.ts';
import type { ErrorKind } from '../error.ts';
import type { Toast } from './hook.ts';
import { recoveryOf, recoveryToast } from './recovery-toasts.ts';

/** A failed answer, and the way to ask for it once more. */
export interface MessageInfo {
  sessionId: string;
  messageId: string;
  error: unknown;
  /**
   * Makes the request stricter and sends it; answers whether the vendor took it. Calls `begin` once it is certain that
   * there is something to send.
   */
  recover: (begin: () => void) => Promise<boolean>;
}

/** The interface of the reliability documents (reliability.md S1-77). */
export interface SessionRecoveryHook {
  /** Answers whether the conversation goes on. Never rejects; one failed message is worked on once at a time. */
  handleSessionRecovery(info: MessageInfo): Promise<boolean>;
  isRecoverableError(error: unknown): boolean;
  /** Called when a refused request is given up, before anything else is done about it. */
  setOnAbortCallback(callback: (sessionId: string) => void): void;
  /** Called for each call of the other one, however the recovery ended. */
  setOnRecoveryCompleteCallback(callback: (sessionId: string) => void): void;
}

export interface SessionRecoveryDeps {
  toast(toast: Toast, sessionId: string): void;
  log(event: string, data: Readonly<Record<string, unknown>>): void;
}

const HOOK = '[session-recovery]';

/** Coordinates what is done about refusals with whoever must not act meanwhile. The stored history is not its matter. */
export function createSessionRecovery(deps: SessionRecoveryDeps): SessionRecoveryHook {
  const processing = new Set<string>();
  let onAbort: (sessionId: string) => void = () => undefined;
  let onComplete: (sessionId: string) => void = () => undefined;

  return {
    async handleSessionRecovery({ sessionId, messageId, error, recover }) {
      const name = recoveryOf(failureKind(error));
      const key = `${sessionId} ${messageId} ${name}`;
      if (name === null || processing.has(key)) return false;
      processing.add(key);
      ignoreErrors(() => onAbort(sessionId));
      try {
        return await recover(() => ignoreErrors(() => deps.toast(recoveryToast(name), sessionId)));
      } catch (failure) {
        ignoreErrors(() => deps.log(`${HOOK} Recovery failed:`, { sessionID: sessionId, error: words(failure) }));
        return false;
      } finally {
        processing.delete(key);
        ignoreErrors(() => onComplete(sessionId));
      }
    },
    isRecoverableError(error) {
      const kind = failureKind(error);
      return kind !== 'unknown' && recoveryOf(kind) !== null;
    },
    setOnAbortCallback(callback) {
      onAbort = callback;
    },
    setOnRecoveryCompleteCallback(callback) {
      onComplete = callback;
    },
  };
}

/** What a failure means; one that was classified where more was known of it than its words keeps its class. */
export function failureKind(error: unknown): ErrorKind {
  const known = typeof error === 'object' && error !== null && 'kind' in error ? error.kind : undefined;
  return (known as ErrorKind | undefined) ?? classifyError(error)?.kind ?? 'unknown';
}

/** Telling must never break what is told about (reliability.md S1-76). */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // Nobody is left to tell.
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
