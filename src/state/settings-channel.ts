/** Notifies the other windows of a profile that a setting changed. A window does not receive its own messages. */
export function openSettingsChannel(name: string): { tell(): void; listen(hear: () => void): void } {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    tell: () => channel.postMessage(null),
    listen: (hear) => channel.addEventListener('message', hear),
  };
}
