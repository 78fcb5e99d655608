import type { Part } from '#core/message.ts';
import type { StreamEvent } from '#core/stream-event.ts';

export interface ThinkingClock {
  /** Call it with every event as it arrives. */
  see(event: StreamEvent): void;
  /** Returns the same parts, with the time that thinking took. An unchanged part keeps its identity. */
  stamp(parts: readonly Part[]): readonly Part[];
}

/** Measures how long each thinking part took, because the fold has no clock. */
export function createThinkingClock(monotonic: () => number): ThinkingClock {
  const started = new Map<number, number>();
  const ended = new Map<number, number>();
  const seen = new Set<number>();
  const stamped = new WeakMap<Part, Part>();
  let open: number | null = null;

  function close(): void {
    if (open !== null && !ended.has(open)) ended.set(open, monotonic());
    open = null;
  }

  return {
    see(event) {
      if (event.type === 'end') return close();
      if (!('index' in event)) return;
      seen.add(event.index);
      if (event.index !== open) close();
      if (event.type === 'thinking_delta' || (event.type === 'part_start' && event.part.type === 'thinking')) {
        if (!started.has(event.index)) started.set(event.index, monotonic());
        open = event.index;
      }
      if (event.type === 'part_end') close();
    },
    stamp(parts) {
      const indices = [...seen].sort((a, b) => a - b);
      return parts.map((part, place) => {
        const index = indices[place];
        const from = index === undefined ? undefined : started.get(index);
        const to = index === undefined ? undefined : ended.get(index);
        if (part.type !== 'thinking' || part.durationMs !== undefined || from === undefined || to === undefined) {
          return part;
        }
        const stampedPart = stamped.get(part) ?? { ...part, durationMs: Math.round(to - from) };
        stamped.set(part, stampedPart);
        return stampedPart;
      });
    },
  };
}
