import type { SnapshotPort } from './snapshot-client.ts';
import type { SnapshotReply, SnapshotRequest } from './snapshot-messages.ts';

/** The worker, told how to reach the host. */
export function startSnapshotWorker(origin: string, token: string | null): SnapshotPort {
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { type: 'module' });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  const post = (request: SnapshotRequest) => worker.postMessage(request);
  post({ type: 'start', origin, token });
  return {
    post,
    listen(hear, fail) {
      worker.addEventListener('message', ({ data }: MessageEvent<SnapshotReply>) => hear(data));
      worker.addEventListener('error', ({ message }) => fail(message));
    },
    end: () => worker.terminate(),
  };
}
