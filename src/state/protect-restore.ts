import type { TransferClient } from '#transfer/transfer-client.ts';

/** From so many conversations on a restore or an import is much. */
const MUCH = 20;

/** The same client, with a snapshot of the history before much is brought into it. */
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
