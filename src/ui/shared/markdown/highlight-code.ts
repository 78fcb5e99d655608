import type { Root } from 'hast';
import { canHighlight } from '#markdown/limits.ts';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';

export const grammars = lazyModule(() => import('#markdown/grammars.ts'));

/** Keeps code that was scrolled away from being highlighted again. */
const MAX_CACHED = 2_000_000;
const cache = new Map<string, Root>();
let cached = 0;

function remember(key: string, tree: Root): void {
  cache.set(key, tree);
  cached += key.length;
  for (const oldest of cache.keys()) {
    if (cached <= MAX_CACHED) break;
    cache.delete(oldest);
    cached -= oldest.length;
  }
}

/** Highlighted tree of finished code; `null` while the grammars load, for unknown languages and for oversized code. */
export function useHighlight(language: string, text: string, finished: boolean): Root | null {
  const needed = finished && language !== '' && canHighlight(text);
  const loaded = useLazyModule(grammars, needed);
  if (!loaded || !loaded.hasGrammar(language)) return null;
  const key = `${language}\n${text}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const tree = loaded.highlight(language, text);
  remember(key, tree);
  return tree;
}
