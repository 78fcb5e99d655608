import type { ErrorKind } from '../error.ts';
import { classifyError } from '../errors/classify-error.ts';
import type { Toast } from './hook.ts';
import { recoveryOf, recoveryToast } from './recovery-toasts.ts';
import { errorMessage } from '../thrown.ts';

/** A failed answer, and how to request it again. */
export interface MessageInfo {
  sessionId: string;
  messageId: string;
  error: unknown;
  /**
   * Makes the request stricter and sends it. Resolves to whether the vendor accepted it. Calls `begin` once it is
   * certain that there is something to send.
   */
  recover: (begin: () => void) => Promise<boolean>;
}

/** The interface of the reliability documents (reliability.md S1-77). */
export interface SessionRecoveryHook {
  /**
   * Resolves to whether the conversation continues. Never rejects. Each failed message has at most one recovery at a
   * time.
   */
  handleSessionRecovery(info: MessageInfo): Promise<boolean>;
  isRecoverableError(error: unknown): boolean;
  /** Called when a refused request is given up, before anything else is done about it. */
  setOnAbortCallback(callback: (sessionId: string) => void): void;
  /** Called once for each call of the other callback, however the recovery ended. */
  setOnRecoveryCompleteCallback(callback: (sessionId: string) => void): void;
}

export interface SessionRecoveryDeps {
  toast(toast: Toast, sessionId: string): void;
  log(event: string, data: Readonly<Record<string, unknown>>): void;
}

const HOOK = '[session-recovery]';

/** Coordinates recoveries with code that must not act meanwhile. Does not touch the stored history. */
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
        ignoreErrors(() =>
          deps.log(`${HOOK} Recovery failed:`, { sessionID: sessionId, error: errorMessage(failure) }),
        );
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

/** Classifies a failure. One that was already classified with more information keeps its class. */
export function failureKind(error: unknown): ErrorKind {
  const kind = typeof error === 'object' && error !== null && 'kind' in error ? error.kind : undefined;
  return (kind as ErrorKind | undefined) ?? classifyError(error)?.kind ?? 'unknown';
}

/** A failing callback must not break the reported work (reliability.md S1-76). */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // There is nobody left to notify.
  }
}
