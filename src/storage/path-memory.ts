import { cmp, Dexie, type ObservabilitySet } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { type PathPage, readPath } from './read-path.ts';
import type { OnUnreadableRow } from './read-row.ts';
import type { StoredMessage } from './rows.ts';
import { rangesIn } from './watch-changes.ts';

/** Rows read at once, and where the rest of a path is probably known. */
const PAGE = 64;
const FEW = 4;
/** Conversations whose messages are remembered, and their characters in all. */
const MAX_SESSIONS = 4;
const MAX_CHARS = 64_000_000;

interface Remembered {
  message: StoredMessage;
  /** Id of the message before it on the path. */
  next: string | null;
}

/**
 * Messages that earlier requests have read. Each stays the same object, so what was worked out for it holds. Remembers
 * only complete messages, which never change, and forgets those that any window writes or deletes.
 */
class PathMemory {
  readonly #db: BatonDatabase;
  readonly #sessions = new Map<string, Map<string, Remembered>>();
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
    const known = this.#sessions.get(sessionId);
    let size = known ? FEW : PAGE;
    let next: string | null = leafId;
    while (next !== null) {
      const messages: StoredMessage[] = [];
      for (let row = known?.get(next); row; row = next === null ? undefined : known?.get(next)) {
        messages.push(row.message);
        ({ next } = row);
      }
      if (messages.length > 0) yield messages.toReversed();
      if (next === null) return;
      const before = this.#changes;
      const page = newPart(await readPath(this.#db, sessionId, next, size, onUnreadableRow), known);
      if (before === this.#changes) this.#remember(sessionId, page);
      size = Math.min(PAGE, 4 * size);
      ({ next } = page);
      yield page.messages;
    }
  }

  #remember(sessionId: string, { messages, next }: PathPage): void {
    const rows = this.#sessions.get(sessionId) ?? new Map<string, Remembered>();
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, rows);
    for (const [index, message] of messages.entries()) {
      if (message.status !== 'complete') continue;
      rows.set(message.id, { message, next: index === 0 ? next : (messages[index - 1]?.id ?? null) });
      this.#chars += lengthOf(message);
    }
    while (this.#sessions.size > MAX_SESSIONS || (this.#chars > MAX_CHARS && this.#sessions.size > 0)) {
      const [oldest = ''] = this.#sessions.keys();
      for (const { message } of this.#sessions.get(oldest)?.values() ?? []) this.#chars -= lengthOf(message);
      this.#sessions.delete(oldest);
    }
  }

  forget(parts: ObservabilitySet): void {
    const ranges = parts[`idb://${this.#db.name}/messages/`];
    if (!ranges) return;
    this.#changes += 1;
    for (const { from, to } of rangesIn(ranges)) {
      if (typeof from === 'string' && typeof to === 'string' && cmp(from, to) === 0)
        for (const rows of this.#sessions.values()) this.#drop(rows, from);
      else {
        this.#sessions.clear();
        this.#chars = 0;
      }
    }
  }

  #drop(rows: Map<string, Remembered>, id: string): void {
    const row = rows.get(id);
    if (!row) return;
    rows.delete(id);
    this.#chars -= lengthOf(row.message);
  }
}

/** The messages of a page that follow the newest known one. */
function newPart(page: PathPage, known: ReadonlyMap<string, Remembered> | undefined): PathPage {
  const last = page.messages.findLastIndex(({ id }) => known?.has(id) ?? false);
  return last < 0 ? page : { messages: page.messages.slice(last + 1), next: page.messages[last]?.id ?? null };
}

/** About how many characters a message holds. */
function lengthOf({ parts }: StoredMessage): number {
  let chars = 0;
  for (const part of parts)
    chars +=
      'text' in part ? part.text.length : part.type === 'tool_call' ? JSON.stringify(part.args ?? null).length : 0;
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
    Dexie.on('storagemutated', (parts: ObservabilitySet) => {
      for (const memory of memories.values()) memory.forget(parts);
    });
  let memory = memories.get(db.name);
  if (!memory?.isOf(db)) memories.set(db.name, (memory = new PathMemory(db)));
  return memory.read(sessionId, leafId, onUnreadableRow);
}
