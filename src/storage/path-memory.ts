import { cmp, Dexie, type IntervalTree, type ObservabilitySet } from 'dexie';
import { ListStart } from '#core/list-start.ts';
import type { BatonDatabase } from './database.ts';
import { type PathPage, readPath } from './read-path.ts';
import type { OnUnreadableRow } from './read-row.ts';
import type { StoredMessage } from './rows.ts';
import { rangesIn } from './changed-ranges.ts';

/** Rows read at once, and where the rest of a path is probably remembered. */
const PAGE = 64;
const FEW = 4;
/** Sessions whose messages are remembered, and their characters in all. */
const MAX_SESSIONS = 4;
const MAX_CHARS = 64_000_000;

type Rows = Map<string, StoredMessage>;

interface RememberedSession {
  rows: Rows;
  /** The last path that was read to its start, as far as its messages are remembered. */
  path: ListStart<StoredMessage>;
}

/**
 * Messages that earlier requests have read. Each stays the same object, so what was worked out for it holds. Remembers
 * only complete messages, which never change, and only those whose parent is there. Forgets those that any window writes
 * or deletes.
 */
class PathMemory {
  readonly #db: BatonDatabase;
  readonly #sessions = new Map<string, RememberedSession>();
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
  async *read(
    sessionId: string,
    leafId: string,
    onUnreadableRow: OnUnreadableRow,
  ): AsyncGenerator<ListStart<StoredMessage>> {
    const session = this.#sessions.get(sessionId) ?? { rows: new Map<string, StoredMessage>(), path: NO_PATH };
    // Whoever reads it meanwhile fills the same one, and a change reaches it from now on.
    this.#sessions.set(sessionId, session);
    const { rows } = session;
    const newer: StoredMessage[][] = [];
    let size = rows.size > 0 ? FEW : PAGE;
    let next: string | null = leafId;
    while (next !== null) {
      const remembered: StoredMessage[] = [];
      for (let row = rows.get(next); row; row = next === null ? undefined : rows.get(next)) {
        const { path } = session;
        if (path.length > 0 && row === path.at(path.length - 1)) {
          newer.push(remembered);
          this.#extend(session, newer);
          if (remembered.length > 0) yield ListStart.of(remembered.toReversed());
          yield path;
          return;
        }
        remembered.push(row);
        next = row.parentId;
      }
      newer.push(remembered);
      if (next === null) break;
      if (remembered.length > 0) yield ListStart.of(remembered.toReversed());
      const before = this.#changes;
      // A parent that is missing is replaced by what its child says is older, so reading begins with the child.
      const child = remembered.at(-1);
      const read = await readPath(this.#db, sessionId, child?.id ?? next, child ? size + 1 : size, onUnreadableRow);
      const page = newPart(read, child, rows);
      if (before === this.#changes) this.#remember(sessionId, session, page);
      newer.push(page.messages.toReversed());
      size = Math.min(PAGE, 4 * size);
      ({ next } = page);
      if (next === null) break;
      yield ListStart.of(page.messages);
    }
    session.path = NO_PATH;
    this.#extend(session, newer);
    const oldest = newer.at(-1)?.toReversed() ?? [];
    if (session.path.length < oldest.length) yield ListStart.of(oldest);
    else yield session.path.first(oldest.length);
  }

  /** Remembers the path, to which these messages belong, the newest first, after what is remembered of it. */
  #extend(session: RememberedSession, newer: readonly (readonly StoredMessage[])[]): void {
    const more = newer.flat().toReversed();
    let last = session.path.at(session.path.length - 1)?.id ?? null;
    let end = 0;
    for (; end < more.length; end++) {
      const message = more[end];
      // One whose parent was missing follows another message for now.
      if (!message || message.parentId !== last || session.rows.get(message.id) !== message) break;
      last = message.id;
    }
    session.path = session.path.with(more.slice(0, end));
  }

  #remember(sessionId: string, session: RememberedSession, { messages, next }: PathPage): void {
    const { rows } = session;
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, session);
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
  forget(ranges: IntervalTree): void {
    this.#changes += 1;
    for (const { from, to } of rangesIn(ranges))
      for (const session of this.#sessions.values())
        if (typeof from === 'string' && cmp(from, to) === 0) this.#forgetOne(session, from);
        else this.#forgetAll(session);
  }

  #forgetOne(session: RememberedSession, id: string): void {
    const message = session.rows.get(id);
    if (!message) return;
    session.rows.delete(id);
    session.path = NO_PATH;
    this.#chars -= lengthOf(message);
  }

  #forgetAll(session: RememberedSession): void {
    for (const id of session.rows.keys()) this.#forgetOne(session, id);
  }
}

const NO_PATH = ListStart.of<StoredMessage>();

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

/** By what Dexie calls the messages of a database. */
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
): AsyncGenerator<ListStart<StoredMessage>> {
  if (memories.size === 0)
    Dexie.on('storagemutated', (changes: ObservabilitySet) => {
      for (const [table, ranges] of Object.entries(changes)) memories.get(table)?.forget(ranges);
    });
  const messages = `idb://${db.name}/messages/`;
  let memory = memories.get(messages);
  if (!memory?.isOf(db)) memories.set(messages, (memory = new PathMemory(db)));
  return memory.read(sessionId, leafId, onUnreadableRow);
}
