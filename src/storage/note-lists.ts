import { Dexie, type Collection } from 'dexie';
import { digest } from '#core/hash.ts';
import type { BatonDatabase } from './database.ts';
import type { SendRow } from './rows.ts';
import type { NoteListRow, StoredSend } from './send-rows.ts';

/** A request with fewer notes keeps them in its row. */
const FEW = 64;
/** A list ends after one note in so many. */
const LENGTH = 32;

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

/**
 * A request as its table has it, and the lists that it names: the next request changes mostly what the one before it
 * changed. Where a list ends depends on the note alone, so a note that comes or goes changes one list and not all after it.
 */
export function splitNotes(send: SendRow): { row: StoredSend; lists: NoteListRow[] } {
  const { sessionId, notes } = send;
  const lists: NoteListRow[] = [];
  if (notes.length < FEW) return { row: send, lists };
  let start = 0;
  for (const [at, note] of notes.entries()) {
    if (!endsList(note)) continue;
    const list = notes.slice(start, at + 1);
    lists.push({ sessionId, digest: digest(JSON.stringify(list)), notes: list });
    start = at + 1;
  }
  return { row: { ...send, notes: notes.slice(start), noteLists: lists.map(({ digest }) => digest) }, lists };
}

/** FNV-1a, of which the upper bits depend on every character. */
function endsList({ rule, message, part }: SendRow['notes'][number]): boolean {
  let hash = 0x811c9dc5;
  for (const character of `${rule} ${message} ${part}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 16) % LENGTH === 0;
}
