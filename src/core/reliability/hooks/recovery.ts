import type { ErrorKind } from '../../error.ts';
import type { HookStages, Middleware } from '../hook.ts';
import { failureKind } from '../session-recovery.ts';

const asks =
  (recoverable: (kind: ErrorKind) => boolean): Middleware<'event'> =>
  (event) => {
    if (event.type !== 'session.error' || !recoverable(failureKind(event.error))) return event;
    return { ...event, recovery: 'stricter' };
  };

/** Answers a refusal once with a request that respects it. The engine decides which one. */
export const sessionRecovery: HookStages = { event: asks((kind) => kind !== 'context_overflow') };

/** The same for a conversation that is too long for its model. */
export const contextLimitRecovery: HookStages = { event: asks((kind) => kind === 'context_overflow') };
