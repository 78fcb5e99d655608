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
  /** The newest schema that a record follows; 0 without any. */
  schema(): number;
}

/** Within one table, whose keys are all of one kind. */
const inTable = (key: RowKey): string => (typeof key === 'string' ? key : JSON.stringify(key));

export const nameOf = ({ table, key }: RowName): string => `${table} ${inTable(key)}`;

/** `base`: the rows of the snapshot. */
export function createKnownRows(base: RowListing | null): KnownRows {
  // A hundred thousand rows are looked up in one go: a map for each table needs no names made of table and key.
  const tables = new Map<JournalTable, Map<string, KnownRow>>();
  const bySession = new Map<string, Set<KnownRow>>();
  let schema = 0;

  function rowsIn(table: JournalTable): Map<string, KnownRow> {
    const rows = tables.get(table) ?? new Map<string, KnownRow>();
    tables.set(table, rows);
    return rows;
  }

  for (const row of base ? rowsOf(base) : []) rowsIn(row.table).set(inTable(row.key), row);

  function put(row: KnownRow): void {
    rowsIn(row.table).set(inTable(row.key), row);
    if (row.session === null) return;
    const own = bySession.get(row.session);
    if (own) own.add(row);
    else bySession.set(row.session, new Set([row]));
  }

  return {
    add({ table, key, session, digest, complete, schema: follows }) {
      schema = Math.max(schema, follows);
      if (digest !== undefined) {
        put({ table, key, session: session ?? null, digest, complete: complete ?? true });
        return;
      }
      rowsIn(table).delete(inTable(key));
      if (table !== 'sessions' || typeof key !== 'string') return;
      // Removing a session removes the rows that belong to it.
      for (const row of bySession.get(key) ?? []) rowsIn(row.table).delete(inTable(row.key));
      bySession.delete(key);
    },
    compare(listing) {
      const missing: RowName[] = [];
      const finished: string[] = [];
      const unknown: RowName[] = [];
      const changed: RowName[] = [];
      const seen = new Set<KnownRow>();
      for (const { table, key, digest, complete } of rowsOf(listing)) {
        const existing = rowsIn(table).get(inTable(key));
        if (existing) seen.add(existing);
        if (!existing) unknown.push({ table, key });
        else if (existing.complete && !complete) finished.push(String(key));
        else if (!existing.complete && complete) changed.push({ table, key });
        else if (digest !== null && digest !== existing.digest) changed.push({ table, key });
      }
      for (const rows of tables.values())
        for (const row of rows.values()) if (!seen.has(row)) missing.push({ table: row.table, key: row.key });
      return { missing, finished, unknown, changed };
    },
    counts: () => ({ conversations: rowsIn('sessions').size, messages: rowsIn('messages').size }),
    schema: () => schema,
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
