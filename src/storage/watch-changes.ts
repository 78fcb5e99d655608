import { Dexie, type IntervalTree, type ObservabilitySet } from 'dexie';
import type { BatonDatabase } from './database.ts';

/** For each table, the index that begins with the session id. Rows of other tables don't belong to a conversation. */
const BY_SESSION: Readonly<Record<string, string>> = {
  sessions: '',
  messages: '[sessionId+seq]',
  overlays: 'sessionId',
  sends: 'sessionId',
  usage: 'sessionId',
  plans: '',
  outputs: '',
};

/** Tables where every change affects all conversations. */
const OF_ALL = ['folders', 'prompts', 'assistants', 'projectFiles', 'tombstones'];

/**
 * Reports conversations that change in any window; `all` if it is unknown which. Returns a function that stops
 * watching. Changes before or after must be found in another way.
 */
export function watchChanges(db: BatonDatabase, onChange: (sessions: readonly string[] | 'all') => void): () => void {
  const onMutation = (parts: ObservabilitySet): void => {
    const found = new Set<string>();
    for (const [table, index] of Object.entries(BY_SESSION)) {
      const ranges = parts[`idb://${db.name}/${table}/${index}`];
      for (const { from, to } of ranges ? rangesIn(ranges) : []) {
        const [first, last] = [sessionOf(from), sessionOf(to)];
        if (first === null || first !== last) {
          onChange('all');
          return;
        }
        found.add(first);
      }
    }
    if (OF_ALL.some((table) => parts[`idb://${db.name}/${table}/`])) onChange('all');
    else if (found.size > 0) onChange([...found]);
  };
  Dexie.on('storagemutated', onMutation);
  return () => Dexie.on.storagemutated.unsubscribe(onMutation);
}

/** Ranges of keys that were written. */
export function* rangesIn(tree: IntervalTree): Generator<{ from: unknown; to: unknown }> {
  if (!('from' in tree)) return;
  yield tree;
  if (tree.l) yield* rangesIn(tree.l);
  if (tree.r) yield* rangesIn(tree.r);
}

function sessionOf(key: unknown): string | null {
  const first: unknown = Array.isArray(key) ? key[0] : key;
  return typeof first === 'string' ? first : null;
}
