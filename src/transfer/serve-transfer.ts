import { failureOf, TransferError } from './transfer-error.ts';
import type {
  TransferCall,
  TransferDone,
  TransferMethod,
  TransferReply,
  TransferRequest,
} from './transfer-messages.ts';
import type { CallRun, Transfers } from './transfers.ts';

/** Calls that write into the history run one at a time; the others may run in parallel. */
const ONE_BY_ONE: ReadonlySet<TransferMethod> = new Set(['restore', 'undo']);

/** Answers every call exactly once, whatever happens. */
export function serveTransfer(
  transfers: Transfers,
  post: (reply: TransferReply) => void,
): (request: TransferRequest) => Promise<void> {
  const active = new Map<number, AbortController>();
  let queue: Promise<void> = Promise.resolve();

  async function run(call: TransferCall, { signal }: AbortController): Promise<void> {
    const { id } = call;
    try {
      signal.throwIfAborted();
      post(
        await answer(transfers, call, { signal, onProgress: (progress) => post({ type: 'progress', id, progress }) }),
      );
    } catch (error) {
      const leftFile = error instanceof TransferError && error.left;
      if (signal.aborted && !leftFile) post({ type: 'cancelled', id });
      else post({ type: 'failed', id, failure: failureOf(error) });
    } finally {
      active.delete(id);
    }
  }

  return (request) => {
    if (request.type === 'cancel') {
      active.get(request.id)?.abort();
      return Promise.resolve();
    }
    const abort = new AbortController();
    active.set(request.id, abort);
    if (!ONE_BY_ONE.has(request.method)) return run(request, abort);
    queue = queue.then(() => run(request, abort));
    return queue;
  };
}

async function answer(transfers: Transfers, call: TransferCall, run: CallRun): Promise<TransferDone> {
  const { id } = call;
  switch (call.method) {
    case 'write': {
      const { job, to, writtenBy } = call.args;
      return { type: 'done', id, method: 'write', result: await transfers.write(job, to, writtenBy, run) };
    }
    case 'open':
      return { type: 'done', id, method: 'open', result: await transfers.open(call.args.files, run) };
    case 'preview':
      return { type: 'done', id, method: 'preview', result: await transfers.preview(call.args.id, run) };
    case 'restore': {
      const { id: opened, sessionIds } = call.args;
      return { type: 'done', id, method: 'restore', result: await transfers.restore(opened, sessionIds, run) };
    }
    case 'undo':
      return { type: 'done', id, method: 'undo', result: await transfers.undo(call.args.reportId, run) };
    case 'close':
      transfers.close(call.args.id);
  }
  return { type: 'done', id, method: 'close', result: null };
}
