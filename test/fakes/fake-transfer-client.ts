import type { TransferClient, TransferRun } from '#transfer/transfer-client.ts';
import type { TransferProgress } from '#transfer/transfer-messages.ts';

type Method = keyof TransferClient;
type Result<M extends Method> = Awaited<ReturnType<TransferClient[M]>>;

interface Call {
  method: Method;
  args: readonly unknown[];
  run: TransferRun | null;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** The worker's side of transfers, which answers when the test says so. A stopped call rejects at once. */
export function fakeTransferClient() {
  const open: Call[] = [];
  const seen: { method: Method; args: readonly unknown[] }[] = [];

  const call = <M extends Method>(method: M, run: TransferRun | null, ...args: unknown[]): Promise<Result<M>> => {
    seen.push({ method, args });
    return new Promise<Result<M>>((resolve, reject) => {
      open.push({ method, args, run, resolve, reject });
      run?.signal.addEventListener('abort', () => method !== 'restore' && reject(run.signal.reason as Error));
    });
  };

  function take(method: Method): Call {
    const at = open.findIndex((one) => one.method === method);
    const [found] = at < 0 ? [] : open.splice(at, 1);
    if (!found) throw new Error(`nobody has called ${method}`);
    return found;
  }

  const client: TransferClient = {
    write: (job, to, run) => call('write', run, job, to),
    open: (files, run) => call('open', run, files),
    preview: (id, run) => call('preview', run, id),
    restore: (id, sessionIds, run) => call('restore', run, id, sessionIds),
    undo: (reportId, run) => call('undo', run, reportId),
    async close(id) {
      seen.push({ method: 'close', args: [id] });
    },
  };

  return {
    client,
    seen,
    progress: (method: Method, progress: TransferProgress) =>
      open.find((one) => one.method === method)?.run?.onProgress(progress),
    answer: <M extends Method>(method: M, result: Result<M>) => take(method).resolve(result as never),
    fail: (method: Method, error: unknown) => take(method).reject(error),
  };
}
