import { cmp, Dexie, type ObservabilitySet } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { type PathPage, readPath } from './read-path.ts';
import type { OnUnreadableRow } from './read-row.ts';
import type { StoredMessage } from './rows.ts';
import { rangesIn } from './watch-changes.ts';

/** Rows read at once, and where the rest of a path is probably remembered. */
const PAGE = 64;
const FEW = 4;
/** Sessions whose messages are remembered, and their characters in all. */
const MAX_SESSIONS = 4;
const MAX_CHARS = 64_000_000;

type Rows = Map<string, StoredMessage>;

/**
 * Messages that earlier requests have read. Each stays the same object, so what was worked out for it holds. Remembers
 * only complete messages, which never change, and only those whose parent is there. Forgets those that any window writes
 * or deletes.
 */
class PathMemory {
  readonly #db: BatonDatabase;
  readonly #sessions = new Map<string, Rows>();
  #chars = 0;
  /** Grows with every change, so that nothing is remembered that was read before one. */
  #changes = 0;

  constructor(db: BatonDatabase) {
    this.#db = db;
  }

  isOf(db: BatonDatabase): boolean {
    return this.#db === db;
  }

  /** Pages of a path from its end to its start. One of remembered messages has any length. */
  async *read(sessionId: string, leafId: string, onUnreadableRow: OnUnreadableRow): AsyncGenerator<StoredMessage[]> {
    const rows: Rows = this.#sessions.get(sessionId) ?? new Map<string, StoredMessage>();
    let size = rows.size > 0 ? FEW : PAGE;
    let next: string | null = leafId;
    while (next !== null) {
      const remembered: StoredMessage[] = [];
      for (let row = rows.get(next); row; row = next === null ? undefined : rows.get(next)) {
        remembered.push(row);
        next = row.parentId;
      }
      if (remembered.length > 0) yield remembered.toReversed();
      if (next === null) return;
      const before = this.#changes;
      // A parent that is missing is replaced by what its child says is older, so reading begins with the child.
      const child = remembered.at(-1);
      const read = await readPath(this.#db, sessionId, child?.id ?? next, child ? size + 1 : size, onUnreadableRow);
      const page = newPart(read, child, rows);
      if (before === this.#changes) this.#remember(sessionId, rows, page);
      size = Math.min(PAGE, 4 * size);
      ({ next } = page);
      yield page.messages;
    }
  }

  #remember(sessionId: string, rows: Rows, { messages, next }: PathPage): void {
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, rows);
    for (const [index, message] of messages.entries()) {
      const older = index === 0 ? next : messages[index - 1]?.id;
      if (message.status !== 'complete' || message.parentId !== older) continue;
      rows.set(message.id, message);
      this.#chars += lengthOf(message);
    }
    for (const [oldest, others] of this.#sessions) {
      if (this.#sessions.size <= MAX_SESSIONS && this.#chars <= MAX_CHARS) break;
      this.#sessions.delete(oldest);
      this.#forgetAll(others);
    }
  }

  /** Forgets what a transaction wrote or deleted. */
  forget(changes: ObservabilitySet): void {
    const ranges = changes[`idb://${this.#db.name}/messages/`];
    if (!ranges) return;
    this.#changes += 1;
    for (const { from, to } of rangesIn(ranges))
      for (const rows of this.#sessions.values())
        if (typeof from === 'string' && cmp(from, to) === 0) this.#forgetOne(rows, from);
        else this.#forgetAll(rows);
  }

  #forgetOne(rows: Rows, id: string): void {
    const message = rows.get(id);
    if (message && rows.delete(id)) this.#chars -= lengthOf(message);
  }

  #forgetAll(rows: Rows): void {
    for (const id of rows.keys()) this.#forgetOne(rows, id);
  }
}

/** The messages of a page that follow the newest remembered one. A page that begins with a `child` doesn't count it. */
function newPart({ messages, next }: PathPage, child: StoredMessage | undefined, rows: Rows): PathPage {
  const older = messages.filter(({ id }) => id !== child?.id);
  const last = older.findLastIndex(({ id }) => rows.has(id));
  return last < 0 ? { messages: older, next } : { messages: older.slice(last + 1), next: older[last]?.id ?? null };
}

/** About how many characters a message holds. */
function lengthOf({ parts }: StoredMessage): number {
  let chars = 0;
  for (const part of parts)
    if ('text' in part) chars += part.text.length;
    else if (part.type === 'tool_call') chars += JSON.stringify(part.args ?? null).length;
  return chars;
}

/** By name of the database. */
const memories = new Map<string, PathMemory>();

/**
 * The path that ends in `leafId` in pages, the newest first, each with its oldest message first. Reads from the database
 * only what no earlier request has read.
 */
export function readRememberedPath(
  db: BatonDatabase,
  sessionId: string,
  leafId: string,
  onUnreadableRow: OnUnreadableRow,
): AsyncGenerator<StoredMessage[]> {
  if (memories.size === 0)
    Dexie.on('storagemutated', (changes: ObservabilitySet) => {
      for (const memory of memories.values()) memory.forget(changes);
    });
  let memory = memories.get(db.name);
  if (!memory?.isOf(db)) memories.set(db.name, (memory = new PathMemory(db)));
  return memory.read(sessionId, leafId, onUnreadableRow);
}
