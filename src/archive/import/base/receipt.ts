import type { FieldOwner, UnreadField } from './fields.ts';
import type { Source } from './imported.ts';

export type SkipReason =
  /** Not JSON, or cut off. */
  | 'unreadable'
  /** A list without anything in it, as programs write it where there is nothing. */
  | 'empty-file'
  /** JSON that no importer knows. */
  | 'unknown-shape'
  /** A conversation without a message. */
  | 'empty'
  /** A conversation that lacks what it is told by. */
  | 'incomplete'
  /** An attachment whose bytes the export does not hold; its name is in the conversation. */
  | 'attachment-missing'
  /** An activity in which nobody asked and nothing was answered. */
  | 'no-question'
  /** The time of an activity is in words of a language that is not read. */
  | 'time-unknown'
  /** A project in which no conversation is. */
  | 'project-unused'
  /** Larger or deeper than what is read. */
  | 'too-large';

export type ImportNote =
  /** Activities were made conversations of by the time between them: the export does not say what belongs together. */
  | 'grouped-by-time'
  /** Files of attachments stay on the other program's server. */
  | 'files-elsewhere'
  /** The export says which folder a conversation is in, and not what the folder is called. */
  | 'folders-unnamed'
  /** What says no time got the time of the import. */
  | 'undated';

/** A field that no importer reads, and in how many conversations or messages it says something. */
export interface DroppedField {
  source: Source;
  of: FieldOwner;
  field: string;
  count: number;
}

export interface Skipped {
  /** A file, or a file and a place in it. */
  where: string;
  reason: SkipReason;
  detail?: string;
}

/** What became of an export: nothing is left out without a line here. */
export interface ImportReceipt {
  sources: Partial<Record<Source, { conversations: number; messages: number; attachments: number }>>;
  skipped: Skipped[];
  /** Lines that did not fit into `skipped`. */
  moreSkipped: number;
  /** Kinds of blocks that were kept raw, and how many of each. */
  raw: Record<string, number>;
  dropped: DroppedField[];
  /** Fields that did not fit into `dropped`. */
  moreDropped: number;
  notes: ImportNote[];
}

const MAX_LINES = 1_000;

/** More names than any program has; keys that are ids would be endless. */
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

export function drop(receipt: ImportReceipt, source: Source, unread: readonly UnreadField[]): void {
  for (const { of, field } of unread) {
    const known = receipt.dropped.find((one) => one.field === field && one.of === of && one.source === source);
    if (known) known.count++;
    else if (receipt.dropped.length < MAX_FIELDS) receipt.dropped.push({ source, of, field, count: 1 });
    else receipt.moreDropped++;
  }
}
