import { EVENTS_PATH, HostEvent } from '#contract/events.ts';
import { parseJson } from '#core/json.ts';
import { type HostCallDeps, hostHeaders } from './api-client.ts';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** The host pings. A stream that is silent for this long is dead, even without an error. */
const SILENCE_MS = 60_000;

export interface FollowDeps extends HostCallDeps {
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  random(): number;
}

/**
 * Reads the host's event stream until the signal aborts. When the stream ends it is reopened, with growing delays up to
 * 15 s. `onReachable` is called once when the host is gone and once when it is back.
 */
export async function followEvents(
  deps: FollowDeps,
  onEvent: (event: HostEvent) => void,
  signal: AbortSignal,
  onReachable: (reachable: boolean) => void,
): Promise<void> {
  let failures = 0;
  let reachable = true;
  const setReachable = (now: boolean) => {
    if (now === reachable) return;
    reachable = now;
    onReachable(now);
  };
  while (!signal.aborted) {
    try {
      await readStream(deps, signal, (event) => {
        failures = 0;
        setReachable(true);
        onEvent(event);
      });
    } catch {
      // Every end of the stream is handled the same way below.
    }
    if (signal.aborted) return;
    failures += 1;
    // A stream that merely ended is reopened before anything is reported.
    if (failures > 1) setReachable(false);
    const maxDelay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 10));
    await pause(deps, maxDelay * (0.5 + deps.random() / 2), signal);
  }
}

async function readStream(deps: FollowDeps, signal: AbortSignal, onEvent: (event: HostEvent) => void): Promise<void> {
  const silent = new AbortController();
  deps.window?.onReopen(() => silent.abort());
  let watchdog: unknown;
  const heard = () => {
    deps.clearTimeout(watchdog);
    watchdog = deps.setTimeout(() => silent.abort(), SILENCE_MS);
  };
  heard();
  try {
    // Nobody waits for events at the start.
    const { createParser } = await import('eventsource-parser');
    const response = await deps.fetch(`${deps.origin}${EVENTS_PATH}`, {
      headers: { ...hostHeaders(deps.token), ...deps.window?.present(), accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
    const parser = createParser({
      onEvent: (message) => {
        const event = HostEvent.safeParse(parseJson(message.data));
        if (!event.success) return;
        if (event.data.type === 'hello') deps.window?.greet(event.data.window);
        onEvent(event.data);
      },
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      parser.feed(value);
    }
  } finally {
    deps.clearTimeout(watchdog);
  }
}

function pause(deps: FollowDeps, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      deps.clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = deps.setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
