import { createGestures } from './gestures.ts';
import type { HostCallsDeps } from './host-calls.ts';
import { createHostWindow, type HostWindow } from './host-window.ts';

export function openHostWindow(calls: HostCallsDeps, page: Window & typeof globalThis): HostWindow {
  const isActive = () => page.navigator.userActivation?.isActive ?? true;
  const channel = new BroadcastChannel('baton-known-windows');
  return createHostWindow(calls, {
    gestures: createGestures(page, isActive, () => page.performance.now()),
    storage: () => page.sessionStorage,
    channel: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel, which has one origin
      say: (word) => channel.postMessage(word),
      onMessage: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
    },
    newId: () => calls.newRunId(),
    onPageHide: (fn) => calls.onPageHide(fn),
  });
}
