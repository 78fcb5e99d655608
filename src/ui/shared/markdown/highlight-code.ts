import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { canHighlight } from '#markdown/limits.ts';
import type { ColoredPart } from '#markdown/worker/text-messages.ts';
import { textClient } from './text-client.ts';

/** Keeps code that was scrolled away from being highlighted again. */
const MAX_CACHED = 2_000_000;
/** `null`: it stays plain. */
const cache = new Map<string, readonly ColoredPart[] | null>();
const listeners = new Set<() => void>();
let cached = 0;

function remember(key: string, parts: readonly ColoredPart[] | null): void {
  cache.set(key, parts);
  cached += key.length;
  for (const oldest of cache.keys()) {
    if (cached <= MAX_CACHED) break;
    cache.delete(oldest);
    cached -= oldest.length;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Finished code in color, in parts; `null` until a worker has colored it, for unknown languages and oversized code. */
export function useHighlight(language: string, text: string, finished: boolean): readonly ColoredPart[] | null {
  const needed = finished && language !== '' && canHighlight(text);
  const key = `${language}\n${text}`;
  const read = useCallback(() => (needed ? (cache.get(key) ?? null) : null), [needed, key]);
  useEffect(() => {
    if (!needed || cache.has(key)) return undefined;
    const stop = new AbortController();
    const color = async () => {
      const parts = await textClient.highlight(language, text, stop.signal);
      if (!stop.signal.aborted) remember(key, parts);
    };
    void color();
    return () => stop.abort();
  }, [needed, key, language, text]);
  return useSyncExternalStore(subscribe, read);
}
