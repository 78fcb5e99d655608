import type { SnapshotPort } from './snapshot-client.ts';
import type { SnapshotReply, SnapshotRequest } from './snapshot-messages.ts';

/** Starts the worker and sends it the host's origin and token. */
export function startSnapshotWorker(origin: string, token: string | null): SnapshotPort {
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { type: 'module' });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  const post = (request: SnapshotRequest) => worker.postMessage(request);
  post({ type: 'start', origin, token });
  return {
    post,
    listen(onReply, onFailure) {
      worker.addEventListener('message', ({ data }: MessageEvent<SnapshotReply>) => onReply(data));
      worker.addEventListener('error', ({ message }) => onFailure(message));
    },
    end: () => worker.terminate(),
  };
}
