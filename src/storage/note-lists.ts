import { Dexie, type Collection } from 'dexie';
import type { BatonDatabase } from './database.ts';
import type { NoteListRow, StoredSend } from './send-rows.ts';

/** Every list of a conversation. */
export function noteListsOf(db: BatonDatabase, sessionId: string): Collection<NoteListRow, [string, string]> {
  return db.noteLists.where('[sessionId+digest]').between([sessionId, Dexie.minKey], [sessionId, Dexie.maxKey]);
}

/** A row of `sends` with the notes of its lists. Without one of them it has no notes, and the schema refuses it. */
export function joinNotes(row: unknown, notesIn: (digest: string) => readonly unknown[] | undefined): unknown {
  const { noteLists, notes, ...rest } = (row ?? {}) as Partial<StoredSend>;
  if (noteLists === undefined) return row;
  const lists = [...namedLists(row).map(notesIn), notes];
  const isWhole = Array.isArray(noteLists) && lists.every((list) => list !== undefined);
  return { ...rest, notes: isWhole ? lists.flat() : undefined };
}

/** The lists that a row of `sends` names. */
export function namedLists(row: unknown): string[] {
  const { noteLists } = (row ?? {}) as Partial<StoredSend>;
  return Array.isArray(noteLists) ? noteLists.map(String) : [];
}
