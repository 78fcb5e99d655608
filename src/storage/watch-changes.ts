import { Dexie, type ObservabilitySet } from 'dexie';
import { rangesIn } from './changed-ranges.ts';
import type { BatonDatabase } from './database.ts';

/**
 * Indexes with the session id, and its place in their keys. Rows of other tables don't belong to a conversation. A row that
 * is replaced appears in the indexes of what changed: a message that ended in that of its status.
 */
const BY_SESSION: readonly { table: string; index: string; place: number }[] = [
  { table: 'sessions', index: '', place: 0 },
  { table: 'messages', index: '[sessionId+seq]', place: 0 },
  { table: 'messages', index: '[status+sessionId]', place: 1 },
  { table: 'overlays', index: 'sessionId', place: 0 },
  { table: 'sends', index: 'sessionId', place: 0 },
  { table: 'usage', index: 'sessionId', place: 0 },
  { table: 'plans', index: '', place: 0 },
  { table: 'outputs', index: '', place: 0 },
];

/** Tables where every change affects all conversations. */
const OF_ALL = ['folders', 'prompts', 'assistants', 'projectFiles', 'tombstones'];

/**
 * Reports conversations that change in any window; `all` if it is unknown which. Returns a function that stops
 * watching. Changes before or after must be found in another way.
 */
export function watchChanges(db: BatonDatabase, onChange: (sessions: readonly string[] | 'all') => void): () => void {
  const onMutation = (parts: ObservabilitySet): void => {
    const found = new Set<string>();
    for (const { table, index, place } of BY_SESSION) {
      const ranges = parts[`idb://${db.name}/${table}/${index}`];
      for (const { from, to } of ranges ? rangesIn(ranges) : []) {
        const [first, last] = [sessionOf(from, place), sessionOf(to, place)];
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

function sessionOf(key: unknown, place: number): string | null {
  const id: unknown = Array.isArray(key) ? key[place] : key;
  return typeof id === 'string' ? id : null;
}
