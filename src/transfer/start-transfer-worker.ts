import type { TransferPort } from './transfer-client.ts';
import type { TransferReply } from './transfer-messages.ts';

export function startTransferWorker(): TransferPort {
  const worker = new Worker(new URL('./transfer-worker.ts', import.meta.url), { type: 'module' });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    post: (request) => worker.postMessage(request),
    listen(hear, fail) {
      worker.addEventListener('message', ({ data }: MessageEvent<TransferReply>) => hear(data));
      worker.addEventListener('error', ({ message }) => fail(message));
    },
    end: () => worker.terminate(),
  };
}
