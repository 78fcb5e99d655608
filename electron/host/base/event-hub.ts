import type { HostEvent } from '#contract/events.ts';
import type { Clock, Emit } from './deps.ts';

export interface EventHub {
  emit: Emit;
  /**
   * Opens a text/event-stream that starts with `first`, then sends each emitted event, and a ping when there is none.
   */
  open(first: HostEvent, signal: AbortSignal, onEnd?: () => void): ReadableStream<Uint8Array>;
  readonly listeners: number;
  /** Ends every stream. */
  close(): void;
}

const PING_MS = 20_000;
const encoder = new TextEncoder();
const toLine = (event: HostEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`);

interface Listener {
  put(event: HostEvent): void;
  end(): void;
}

/** Events only say that something changed, so equal events that wait for a slow reader are sent once. */
export function createEventHub(clock: Clock): EventHub {
  const listeners = new Set<Listener>();

  function open(first: HostEvent, signal: AbortSignal, onEnd?: () => void): ReadableStream<Uint8Array> {
    const waiting: HostEvent[] = [first];
    let ended = false;
    let cancelled = false;
    let timer: unknown = null;
    let wake: (() => void) | null = null;
    const wakeWaiter = () => {
      wake?.();
      wake = null;
    };
    const end = () => {
      if (ended) return;
      ended = true;
      listeners.delete(listener);
      onEnd?.();
      signal.removeEventListener('abort', end);
      clock.clearTimeout(timer);
      wakeWaiter();
    };
    const listener: Listener = {
      put(event) {
        if (!waiting.some(({ type }) => type === event.type)) waiting.push(event);
        wakeWaiter();
      },
      end,
    };
    listeners.add(listener);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();

    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (waiting.length === 0 && !ended) {
            timer = clock.setTimeout(() => listener.put({ type: 'ping' }), PING_MS);
            await new Promise<void>((resolve) => (wake = resolve));
            clock.clearTimeout(timer);
          }
          if (cancelled) return;
          const event = waiting.shift();
          if (event) controller.enqueue(toLine(event));
          else controller.close();
        },
        cancel() {
          cancelled = true;
          end();
        },
      },
      { highWaterMark: 0 },
    );
  }

  return {
    emit: (event) => {
      for (const listener of listeners) listener.put(event);
    },
    open,
    get listeners() {
      return listeners.size;
    },
    close() {
      for (const listener of listeners) listener.end();
    },
  };
}
