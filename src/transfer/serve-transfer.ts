import { serveWorker } from '#workers/worker-calls.ts';
import { failureOf, TransferError, type TransferFailure } from './transfer-error.ts';
import type { TransferMethods, TransferReply, TransferRequest } from './transfer-messages.ts';
import type { Transfers } from './transfers.ts';

export function serveTransfer(
  transfers: Transfers,
  post: (reply: TransferReply) => void,
): (request: TransferRequest) => Promise<void> {
  return serveWorker<TransferMethods, TransferFailure>(
    {
      write: ({ job, to, writtenBy }, run) => transfers.write(job, to, writtenBy, run),
      open: ({ files }, run) => transfers.open(files, run),
      preview: ({ id }, run) => transfers.preview(id, run),
      restore: ({ id, sessionIds }, run) => transfers.restore(id, sessionIds, run),
      undo: ({ reportId }, run) => transfers.undo(reportId, run),
      async close({ id }) {
        transfers.close(id);
        return null;
      },
    },
    {
      post,
      toFailure(error, aborted) {
        const leftFile = error instanceof TransferError && error.left;
        return aborted && !leftFile ? null : failureOf(error);
      },
      // These write into the history.
      oneByOne: new Set(['restore', 'undo']),
    },
  );
}
