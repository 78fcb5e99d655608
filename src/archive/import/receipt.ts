import type { Source } from './imported.ts';

export type SkipReason =
  /** Not JSON, or cut off. */
  | 'unreadable'
  /** JSON that no importer knows. */
  | 'unknown-shape'
  /** A conversation without a message. */
  | 'empty'
  /** A conversation that lacks what it is told by. */
  | 'incomplete'
  /** An attachment whose bytes the export does not hold; its name is in the conversation. */
  | 'attachment-missing'
  /** Larger or deeper than what is read. */
  | 'too-large';

export type ImportNote =
  /** Activities were made conversations of by the time between them: the export does not say what belongs together. */
  | 'grouped-by-time'
  /** Files of attachments stay on the other program's server. */
  | 'files-elsewhere';

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
  notes: ImportNote[];
}

const MOST_LINES = 1_000;

export function emptyReceipt(): ImportReceipt {
  return { sources: {}, skipped: [], moreSkipped: 0, raw: {}, notes: [] };
}

export function skip(receipt: ImportReceipt, line: Skipped): void {
  if (receipt.skipped.length < MOST_LINES) receipt.skipped.push(line);
  else receipt.moreSkipped++;
}

export function note(receipt: ImportReceipt, one: ImportNote): void {
  if (!receipt.notes.includes(one)) receipt.notes.push(one);
}
