import { HostEvent, type WindowStanding } from '#contract/events.ts';
import { GESTURE_HEADER, WINDOW_HEADER } from '#contract/headers.ts';
import { pageHeaders } from './host-deps.ts';

/** A window like a page's: an event stream, its secret, and counted gestures. */
export interface TestWindow {
  readonly standing: WindowStanding;
  /** Headers of an approving call, with a new gesture each time. */
  approving(): Record<string, string>;
  leave(): void;
}

export type Ask = (path: string, init: RequestInit) => Promise<Response>;

/** `shown`: the secret to present to the host instead of the window's own. */
export async function openTestWindow(ask: Ask, shown: string | null = null): Promise<TestWindow> {
  const over = new AbortController();
  const response = await ask('/api/events', {
    headers: pageHeaders(shown === null ? {} : { [WINDOW_HEADER]: shown }),
    signal: over.signal,
  });
  if (!response.body) throw new Error(`no event stream: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('\n\n')) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  const event = HostEvent.parse(JSON.parse(text.slice('data: '.length, text.indexOf('\n\n'))));
  if (event.type !== 'hello') throw new Error(`the stream began with ${event.type}`);
  const standing = event.window;
  let gestures = 0;
  return {
    standing,
    approving: () => ({ [WINDOW_HEADER]: standing.secret, [GESTURE_HEADER]: String((gestures += 1)) }),
    leave() {
      over.abort();
      void reader.cancel().catch(() => undefined);
    },
  };
}
