import type { WriterChannel, WriterMessage } from './session-writers.ts';

/** Between the windows of a profile. */
export function openWriterChannel(): WriterChannel & { close: () => void } {
  const channel = new BroadcastChannel('baton-writers');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    post: (message) => channel.postMessage(message),
    listen: (on) => channel.addEventListener('message', (event: MessageEvent<WriterMessage>) => on(event.data)),
    close: () => channel.close(),
  };
}
