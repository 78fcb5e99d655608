import type { FieldOwner, UnreadField } from './fields.ts';

export type SkipReason =
  /** Not JSON. */
  | 'unreadable'
  /** The file ends before its last entry does: it wasn't written or downloaded completely. */
  | 'cut-off'
  /** A file without anything. */
  | 'blank-file'
  /** An empty list, which programs write when they have nothing to export. */
  | 'empty-file'
  /** JSON that no importer recognizes. */
  | 'unknown-shape'
  /** A conversation without a message. */
  | 'empty'
  /** A conversation that was deleted in the other program. */
  | 'deleted'
  /** A conversation without the fields that identify it. */
  | 'incomplete'
  /** An attachment whose bytes aren't in the export; its name is in the conversation. */
  | 'attachment-missing'
  /** An attachment whose bytes can't be read. */
  | 'attachment-damaged'
  /** An activity without a question and an answer. */
  | 'no-question'
  /** The time of an activity is in an unsupported language. */
  | 'time-unknown'
  /** A project that no conversation names: most exports don't say which conversations belong to it. */
  | 'project-unused'
  /** Over the size or depth limits. */
  | 'too-large';

export type ImportNote =
  /** A file ends too early, so more than what is named may be missing. */
  | 'cut-off'
  /** A session goes on from another file, which wasn't chosen. */
  | 'begins-elsewhere'
  /** The newest entries of a database are in a second file, because its program is running. */
  | 'database-open'
  /**
   * Activities were grouped into conversations by the time between them: the export doesn't say which belong together.
   */
  | 'grouped-by-time'
  /** The files of attachments remain on the other program's server. */
  | 'files-elsewhere'
  /** The export says which folder a conversation is in, but not the folder's name. */
  | 'folders-unnamed'
  /** Messages without a time got the time of the import. */
  | 'undated';

/** A field that no importer reads, and how many conversations or messages have a value in it. */
export interface DroppedField {
  source: string;
  of: FieldOwner;
  field: string;
  count: number;
}

export interface Skipped {
  /** A file, or a file and a position in it. */
  where: string;
  reason: SkipReason;
  detail?: string;
}

/** The result of an import: everything left out has a line here. */
export interface ImportReceipt {
  sources: Partial<Record<string, { conversations: number; messages: number; attachments: number }>>;
  skipped: Skipped[];
  /** Lines that didn't fit into `skipped`. */
  moreSkipped: number;
  /** Number of blocks that were stored raw, by kind. */
  raw: Record<string, number>;
  dropped: DroppedField[];
  /** Fields that didn't fit into `dropped`. */
  moreDropped: number;
  notes: ImportNote[];
}

const MAX_LINES = 1_000;

/** More names than any real program has. Without a limit, keys that are ids would never end. */
const MAX_FIELDS = 200;

export function emptyReceipt(): ImportReceipt {
  return { sources: {}, skipped: [], moreSkipped: 0, raw: {}, dropped: [], moreDropped: 0, notes: [] };
}

export function skip(receipt: ImportReceipt, line: Skipped): void {
  if (receipt.skipped.length < MAX_LINES) receipt.skipped.push(line);
  else receipt.moreSkipped++;
}

export function note(receipt: ImportReceipt, one: ImportNote): void {
  if (!receipt.notes.includes(one)) receipt.notes.push(one);
}

export function drop(receipt: ImportReceipt, source: string, unread: readonly UnreadField[]): void {
  for (const { of, field } of unread) {
    const existing = receipt.dropped.find((one) => one.field === field && one.of === of && one.source === source);
    if (existing) existing.count++;
    else if (receipt.dropped.length < MAX_FIELDS) receipt.dropped.push({ source, of, field, count: 1 });
    else receipt.moreDropped++;
  }
}
