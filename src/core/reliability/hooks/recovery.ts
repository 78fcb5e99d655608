import { classifyError } from '../../classify-error.ts';
import type { ErrorKind } from '../../error.ts';
import type { HookStages, Middleware } from '../hook.ts';

const asks =
  (recoverable: (kind: ErrorKind) => boolean): Middleware<'event'> =>
  (event) => {
    if (event.type !== 'session.error' || !recoverable(kindOf(event.error))) return event;
    return { ...event, recovery: 'stricter' };
  };

function kindOf(error: unknown): ErrorKind {
  const known = typeof error === 'object' && error !== null && 'kind' in error ? error.kind : undefined;
  // A failure that was classified where more was known of it than its words.
  return (known as ErrorKind | undefined) ?? classifyError(error)?.kind ?? 'unknown';
}

/** Answers a refusal once with a request that respects it; which one is the engine's matter. */
export const sessionRecovery: HookStages = { event: asks((kind) => kind !== 'context_overflow') };

/** The same for a conversation that is too long for its model. */
export const contextLimitRecovery: HookStages = { event: asks((kind) => kind === 'context_overflow') };
