import type { SearchPort } from './search-client.ts';
import type { SearchReply } from './search-messages.ts';

export function startSearchWorker(): SearchPort {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    post: (request) => worker.postMessage(request),
    listen(onReply, onFailure) {
      worker.addEventListener('message', ({ data }: MessageEvent<SearchReply>) => onReply(data));
      worker.addEventListener('error', ({ message }) => onFailure(message));
    },
    end: () => worker.terminate(),
  };
}
