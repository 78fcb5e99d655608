import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { StreamingAnswers } from './streaming-answers.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { getMessage } from '#storage/message-repository.ts';
import { readPath, type PathPage } from '#storage/read-path.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { watchQuery } from '#storage/watch-query.ts';
import { toStorageError } from '#storage/storage-error.ts';
import type { StorageError } from '#storage/storage-error.ts';

export const PAGE_SIZE = 50;

export interface SessionHistoryState {
  /** The shown path, oldest first. An unchanged message keeps its identity. */
  messages: StoredMessage[];
  /** True until the first page is loaded, and while an older page is read. */
  isLoading: boolean;
  error: StorageError | null;
  hasMore: boolean;
}

export interface SessionHistory {
  store: StoreApi<SessionHistoryState>;
  /** Reads the first page and follows changes until the returned function is called. May be started again. */
  start(): () => void;
  /** Reads the next older page. */
  loadMore: () => Promise<void>;
  /** Reads older pages until they include the message, or there are none left. */
  reach: (messageId: string) => Promise<void>;
}

export interface SessionHistoryDeps {
  db: BatonDatabase;
  onUnreadableRow: OnUnreadableRow;
  /**
   * An answer written in this window is shown from its streaming answer while it grows, and from here once it has
   * ended.
   */
  live: Pick<StreamingAnswers, 'isLive' | 'onEnd'>;
}

/** Everything that can change: the leaf, its message, and the unfinished answers. Everything else is immutable. */
interface Head {
  leafId: string | null;
  leaf: StoredMessage | null;
  open: string;
}

/**
 * The newest page of a session's path, kept up to date. Watches only the session's row, the last message and the ids of
 * unfinished answers. Older messages are read once, a page at a time.
 */
export function createSessionHistory(deps: SessionHistoryDeps, sessionId: string): SessionHistory {
  const { db, onUnreadableRow } = deps;
  const store = createStore<SessionHistoryState>(() => ({
    messages: [],
    isLoading: true,
    error: null,
    hasMore: false,
  }));
  let next: string | null = null;
  let following = false;
  // Answers that ended here, as stored. They replace older versions in rows that were read before the end.
  const ended = new Map<string, StoredMessage>();
  // One change at a time, in order.
  let work: Promise<void> = Promise.resolve();

  function enqueue(step: () => Promise<void>): Promise<void> {
    const before = work;
    work = (async () => {
      await before;
      if (!following) return;
      try {
        await step();
      } catch (error) {
        store.setState({ error: toStorageError(error), isLoading: false });
      }
    })();
    return work;
  }

  function show(messages: StoredMessage[], from: string | null): void {
    next = from;
    if (!following) return;
    const settled = messages.some((message) => message.status !== 'complete' && ended.has(message.id))
      ? messages.map((message) => ended.get(message.id) ?? message)
      : messages;
    store.setState({ messages: settled, isLoading: false, error: null, hasMore: next !== null });
  }

  async function apply(head: Head): Promise<void> {
    const { messages } = store.getState();
    const last = messages.at(-1);
    if (head.leafId === null) {
      show([], null);
      return;
    }
    if (last?.id === head.leafId) {
      const refreshed = await refreshOpen(messages, head);
      if (refreshed !== messages || store.getState().isLoading) show(refreshed, next);
      return;
    }
    const merged = await join(messages, head);
    if (merged) {
      show(await refreshOpen(merged, head), next);
      return;
    }
    const page = await readPath(db, sessionId, head.leafId, Math.max(PAGE_SIZE, messages.length), onUnreadableRow);
    show(keepIdentities(messages, page.messages), page.next);
  }

  /** Climbs from the new leaf to a message that is already shown. Returns `null` when that is more than a page away. */
  async function join(messages: StoredMessage[], head: Head): Promise<StoredMessage[] | null> {
    if (messages.length === 0) return null;
    const places = new Map(messages.map((message, index) => [message.id, index]));
    const added: StoredMessage[] = [];
    let id = head.leafId;
    while (id !== null && added.length < PAGE_SIZE) {
      const place = places.get(id);
      if (place !== undefined) return [...messages.slice(0, place + 1), ...added.toReversed()];
      const message: StoredMessage | null = await current(id, head);
      if (!message) return null;
      added.push(message);
      id = message.parentId;
    }
    return null;
  }

  /** Answers that were unfinished when last read may have grown, ended or been stored. */
  async function refreshOpen(messages: StoredMessage[], head: Head): Promise<StoredMessage[]> {
    let result = messages;
    for (const [index, message] of messages.entries()) {
      if (message.status === 'complete') continue;
      const fresh = await current(message.id, head);
      if (!fresh || fresh === message) continue;
      if (fresh.status === 'streaming' && message.status === 'streaming' && deps.live.isLive(message.id)) continue;
      if (result === messages) result = [...messages];
      result[index] = fresh;
    }
    return result;
  }

  async function current(id: string, head: Head): Promise<StoredMessage | null> {
    return id === head.leafId ? head.leaf : getMessage(db, id, onUnreadableRow);
  }

  function takeOver(final: StoredMessage): void {
    if (final.sessionId !== sessionId) return;
    ended.set(final.id, final);
    const { messages } = store.getState();
    const place = messages.findLastIndex((message) => message.id === final.id);
    if (place >= 0) store.setState({ messages: messages.with(place, final) });
  }

  async function readOlder(): Promise<void> {
    if (next === null || !following) return;
    store.setState({ isLoading: true });
    const page = await readPath(db, sessionId, next, PAGE_SIZE, onUnreadableRow);
    show([...page.messages, ...store.getState().messages], page.next);
  }

  /** In one read where the path has no branches, and shown at once: every page shown would be laid out anew. */
  async function readBackTo(messageId: string): Promise<void> {
    const { messages } = store.getState();
    if (next === null || messages.some(({ id }) => id === messageId)) return;
    store.setState({ isLoading: true });
    let from: string | null = next;
    let size = await countBetween(messageId, next);
    const older: StoredMessage[][] = [];
    while (from !== null) {
      const page: PathPage = await readPath(db, sessionId, from, Math.max(size, PAGE_SIZE), onUnreadableRow);
      older.push(page.messages);
      from = page.next;
      if (!following || page.messages.some(({ id }) => id === messageId)) break;
      // Elsewhere on another branch, so its distance along this path is unknown.
      size = Math.max(size, PAGE_SIZE) * 2;
    }
    show([...older.toReversed().flat(), ...store.getState().messages], from);
  }

  /** How many messages of the conversation were stored from one to the other, with both, on whatever branch. */
  async function countBetween(olderId: string, newerId: string): Promise<number> {
    const [older, newer] = await db.messages.bulkGet([olderId, newerId]);
    if (older?.sessionId !== sessionId || !newer) return PAGE_SIZE;
    return db.messages
      .where('[sessionId+seq]')
      .between([sessionId, older.seq], [sessionId, newer.seq], true, true)
      .count();
  }

  async function readHead(): Promise<Head> {
    return db.transaction('r', db.sessions, db.messages, async () => {
      const session = await db.sessions.get(sessionId);
      const leafId = session?.leafId ?? null;
      const leaf = leafId === null ? null : await getMessage(db, leafId, onUnreadableRow);
      const open = await db.messages.where('[status+sessionId]').equals(['interrupted', sessionId]).primaryKeys();
      return { leafId, leaf, open: open.join() };
    });
  }

  return {
    store,
    start() {
      following = true;
      const stop = watchQuery(readHead, {
        next: (now) => void enqueue(() => apply(now)),
        error: (error: unknown) => {
          if (following) store.setState({ error: toStorageError(error), isLoading: false });
        },
      });
      const forget = deps.live.onEnd(takeOver);
      return () => {
        following = false;
        forget();
        stop();
      };
    },
    loadMore: () => enqueue(() => readOlder()),
    reach: (messageId) => enqueue(() => readBackTo(messageId)),
  };
}

function keepIdentities(before: StoredMessage[], now: StoredMessage[]): StoredMessage[] {
  const existing = new Map(before.map((message) => [message.id, message]));
  return now.map((message) => {
    const same = existing.get(message.id);
    return same?.status === 'complete' ? same : message;
  });
}
