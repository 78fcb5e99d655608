import type { JournalCheck, JournalTable, RowKey, RowListing, RowName, StoredRecord } from '#contract/journal.ts';

interface KnownRow {
  table: JournalTable;
  key: RowKey;
  session: string | null;
  digest: string | null;
  /** False for a message that was not complete. */
  complete: boolean;
}

/** The rows that snapshot and journal contain together, by their keys. */
export interface KnownRows {
  add(record: StoredRecord): void;
  compare(listing: RowListing): Omit<JournalCheck, 'isWhole'>;
  counts(): { conversations: number; messages: number };
}

export const nameOf = ({ table, key }: RowName): string => `${table} ${JSON.stringify(key)}`;

/** `base`: the rows of the snapshot. */
export function createKnownRows(base: RowListing | null): KnownRows {
  const rows = new Map<string, KnownRow>();
  const put = (row: KnownRow) => void rows.set(nameOf(row), row);
  for (const row of base ? rowsOf(base) : []) put(row);

  return {
    add({ table, key, session, digest, complete }) {
      if (digest !== undefined) {
        put({ table, key, session: session ?? null, digest, complete: complete ?? true });
        return;
      }
      rows.delete(nameOf({ table, key }));
      // Removing a session removes the rows that belong to it.
      if (table === 'sessions') for (const [name, row] of rows) if (row.session === key) rows.delete(name);
    },
    compare(listing) {
      const missing: RowName[] = [];
      const finished: string[] = [];
      const unknown: RowName[] = [];
      const changed: RowName[] = [];
      const seen = new Set<string>();
      for (const { table, key, digest, complete } of rowsOf(listing)) {
        const name = nameOf({ table, key });
        seen.add(name);
        const known = rows.get(name);
        if (!known) unknown.push({ table, key });
        else if (known.complete && !complete) finished.push(String(key));
        else if (!known.complete && complete) changed.push({ table, key });
        else if (digest !== null && digest !== known.digest) changed.push({ table, key });
      }
      for (const [name, { table, key }] of rows) if (!seen.has(name)) missing.push({ table, key });
      return { missing, finished, unknown, changed };
    },
    counts() {
      const counts = { conversations: 0, messages: 0 };
      for (const { table } of rows.values()) {
        if (table === 'sessions') counts.conversations += 1;
        else if (table === 'messages') counts.messages += 1;
      }
      return counts;
    },
  };
}

function* rowsOf({ keys, digests, unfinished }: RowListing): Generator<KnownRow> {
  for (const [name, all] of Object.entries(keys)) {
    const table = name as JournalTable;
    for (const [index, key] of all.entries())
      yield { table, key, session: null, digest: digests[table]?.[index] ?? null, complete: true };
  }
  for (const key of unfinished) yield { table: 'messages', key, session: null, digest: null, complete: false };
}
