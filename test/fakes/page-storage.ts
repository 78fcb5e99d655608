// oxlint-disable-next-line import/no-unassigned-import -- it puts the engine into the global scope
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import type { BatonDatabase } from '#storage/database.ts';
import { openDatabase } from '#storage/database.ts';
import type { UnreadableRow } from '#storage/read-row.ts';
import type { WriterChannel, WriterMessage } from '#storage/session-writers.ts';

// Dexie looks up its engine when it's first imported, possibly before the fake existed.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });

let count = 0;

/** A database of its own, in memory. */
export async function openTestDatabase(name = `test-${(count += 1)}`): Promise<BatonDatabase> {
  return openDatabase({ name });
}

/** Collects rows that couldn't be read. */
export function collectReports(): { rows: UnreadableRow[]; onUnreadableRow: (row: UnreadableRow) => void } {
  const rows: UnreadableRow[] = [];
  return { rows, onUnreadableRow: (row) => rows.push(row) };
}

/** A BroadcastChannel between the windows of one test: every window except the sender receives the message. */
export function createWriterBus(): () => WriterChannel {
  const windows = new Set<(message: WriterMessage) => void>();
  return () => {
    let own: ((message: WriterMessage) => void) | null = null;
    return {
      post(message) {
        for (const onMessage of windows) if (onMessage !== own) queueMicrotask(() => onMessage(message));
      },
      listen(on) {
        own = on;
        windows.add(on);
      },
    };
  };
}
