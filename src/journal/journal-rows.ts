import { canonicalJson } from '#core/canonical-json.ts';
import { createSha256 } from '#core/sha256.ts';
import { JOURNAL_TABLES, type JournalRecord, type JournalTable, type RowKey } from '#contract/journal.ts';
import { sha256 } from '#storage/blob-repository.ts';
import { UPGRADE_HOLD_KEY, UPGRADE_KEY } from '#storage/raw/check-upgrade.ts';
import { DATABASE_SETTINGS } from '#storage/journal-marks.ts';
import { encodeRaw } from '#storage/raw/raw-value.ts';

/** Small tables whose rows change after they were written. Rows of the others are written once. */
export const MUTABLE_TABLES: ReadonlySet<JournalTable> = new Set<JournalTable>([
  'sessions',
  'plans',
  'folders',
  'prompts',
  'assistants',
  'settings',
  'tombstones',
]);

/** Tables that no snapshot holds: a rebased journal begins with their rows. */
export const TABLES_OUTSIDE_SNAPSHOTS: readonly JournalTable[] = ['settings', 'tombstones'];

const NOT_KEPT = new Set([...DATABASE_SETTINGS, UPGRADE_HOLD_KEY, UPGRADE_KEY]);

export const isJournalTable = (name: string): name is JournalTable =>
  (JOURNAL_TABLES as readonly string[]).includes(name);

/** Whether a row belongs in the journal: nothing that still grows, and nothing about only this database. */
export function belongsInJournal(table: JournalTable, key: unknown, row: unknown): boolean {
  if (table === 'settings') return !NOT_KEPT.has(String(key));
  return table !== 'messages' || fieldOf(row, 'status') !== 'streaming';
}

/** The record of a row as it is stored. A blob's bytes are sent separately; its row names them by hash. */
export async function recordOf(table: JournalTable, key: RowKey, row: unknown): Promise<JournalRecord> {
  const encoded = encodeRaw(row, () => String(key));
  const owner = table === 'sessions' || table === 'plans' ? key : fieldOf(row, 'sessionId');
  return {
    table,
    key,
    ...(typeof owner === 'string' && { session: owner }),
    ...(table === 'messages' && { complete: fieldOf(row, 'status') === 'complete' }),
    digest: await digestLater(encoded),
    row: encoded,
  };
}

/** First 64 bits of the SHA-256 of a row as `encodeRaw` writes it; 16 hex digits. */
export function digestOf(encoded: unknown): string {
  return digestOfBytes(bytesOf(encoded));
}

/** A longer row is hashed by the platform, which keeps nobody waiting. */
const LONG_BYTES = 256 * 1024;

async function digestLater(encoded: unknown): Promise<string> {
  const bytes = bytesOf(encoded);
  return bytes.length < LONG_BYTES ? digestOfBytes(bytes) : (await sha256(bytes)).slice(0, DIGITS);
}

const DIGITS = 16;

const bytesOf = (encoded: unknown) => new TextEncoder().encode(canonicalJson(encoded));

const digestOfBytes = (bytes: Uint8Array): string => createSha256().update(bytes).hex().slice(0, DIGITS);

function fieldOf(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
}
