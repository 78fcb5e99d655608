/** Notifies the other windows of a profile that a setting changed. A window does not receive its own messages. */
export function openSettingsChannel(name: string): { notify(): void; listen(onMessage: () => void): void } {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    notify: () => channel.postMessage(null),
    listen: (onMessage) => channel.addEventListener('message', onMessage),
  };
}
