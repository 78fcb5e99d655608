import type { TransferClient } from '#transfer/transfer-client.ts';

/** A restore or import with at least this many conversations is large. */
const MUCH = 20;

/** Wraps the client so that it takes a snapshot of the history before a large restore. */
export function protectRestore<C extends Pick<TransferClient, 'restore'>>(
  client: C,
  protect: (signal: AbortSignal) => Promise<void>,
): C {
  return {
    ...client,
    async restore(id, sessionIds, run) {
      if (sessionIds === 'all' || sessionIds.length >= MUCH) await protect(run.signal);
      return client.restore(id, sessionIds, run);
    },
  };
}
