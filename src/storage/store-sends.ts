import { digest } from '#core/hash.ts';
import type { Overlay, ToolSpec } from '#core/request.ts';
import type { BatonDatabase } from './database.ts';
import { noteListsOf } from './note-lists.ts';
import type { SendRow, ToolListRow } from './rows.ts';
import type { NoteListRow, StoredSend } from './send-rows.ts';
import { writeFenced } from './writer-fence.ts';
import type { Fence } from './writer-fence.ts';

/** A request with fewer notes keeps them in its row. */
const FEW = 64;
/** A list ends after one note in so many. */
const LENGTH = 32;

const rows = new WeakMap<readonly ToolSpec[], ToolListRow>();

/** The row of a list of tools, which must not change afterwards; `null` for an empty list. */
export function toolListRow(tools: readonly ToolSpec[]): ToolListRow | null {
  if (tools.length === 0) return null;
  const row = rows.get(tools) ?? { digest: digest(JSON.stringify(tools)), tools };
  rows.set(tools, row);
  return row;
}

/**
 * Stores the request of an answer, its offered tools and the overlays that it was made with and that later requests
 * must keep: all or nothing.
 */
export async function putSend(
  db: BatonDatabase,
  fence: Fence,
  row: SendRow,
  overlays: readonly Overlay[] = [],
  tools: ToolListRow | null = null,
): Promise<void> {
  await writeFenced(db, fence, [db.sends, db.noteLists, db.overlays, db.toolLists], async () => {
    await db.overlays.bulkAdd(overlays);
    if (tools && !(await db.toolLists.get(tools.digest))) await db.toolLists.add(tools);
    await storeSends(db, [row], 'put');
  });
}

/**
 * Stores requests, and those of their lists of notes that are not stored yet. Call it in a transaction over `sends` and
 * `noteLists`.
 */
export async function storeSends(db: BatonDatabase, sends: readonly SendRow[], how: 'add' | 'put'): Promise<void> {
  const split = sends.map(splitNotes);
  const lists = new Map(split.flatMap(({ lists }) => lists.map((list) => [nameOf(list), list])));
  for (const id of new Set([...lists.values()].map(({ sessionId }) => sessionId)))
    for (const [sessionId, digest] of await noteListsOf(db, id).primaryKeys())
      lists.delete(nameOf({ sessionId, digest }));
  const rows = split.map(({ row }) => row);
  if (lists.size > 0) await db.noteLists.bulkAdd([...lists.values()]);
  await (how === 'add' ? db.sends.bulkAdd(rows) : db.sends.bulkPut(rows));
}

/**
 * A request as its table has it, and the lists that it names: the next request changes mostly what the one before it
 * changed. Where a list ends depends on the note alone, so a note that comes or goes changes one list and not all after it.
 */
function splitNotes(send: SendRow): { row: StoredSend; lists: NoteListRow[] } {
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

const nameOf = ({ sessionId, digest }: Pick<NoteListRow, 'sessionId' | 'digest'>): string => `${sessionId} ${digest}`;
