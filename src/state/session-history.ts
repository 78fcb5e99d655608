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
import { joinPaths } from './join-paths.ts';

export const PAGE_SIZE = 50;
/** A message that is further away is loaded with those around it, and with a gap after them. */
const NEAR = 4 * PAGE_SIZE;

export interface SessionHistoryState {
  /** The shown path, oldest first, always with its end. An unchanged message keeps its identity. */
  messages: StoredMessage[];
  /** Id of the first message after a gap: some messages before it are not loaded. `null` without a gap. */
  gap: string | null;
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
  /** Reads a page on each side of the gap, or all of it if it is shorter. */
  loadGap: () => Promise<void>;
  /**
   * Reads older pages until they include the message, or it isn't on the path. Of one that is far away, reads only what is
   * around it, whatever branch it is on. That takes the place of what was before a gap.
   */
  reach: (messageId: string) => Promise<void>;
}

export interface SessionHistoryDeps {
  db: BatonDatabase;
  onUnreadableRow: OnUnreadableRow;
  /**
   * An answer written in this window is shown from its streaming answer while it grows, and from here once it has
   * ended.
   */
  live: Pick<StreamingAnswers, 'isLive' | 'onInserted' | 'onEnd' | 'store'>;
  /** Messages in a page, and how far away `reach` leaves no gap. */
  sizes?: { page: number; near: number };
}

interface Gap {
  /** Id of the message after it. */
  after: string;
  /** Where the page before that one starts. */
  next: string;
}

/** Everything that can change: the leaf, its message, and the unfinished answers. Everything else is immutable. */
interface Head {
  leafId: string | null;
  /** Goes up with each message that is stored. */
  lastSeq: number;
  /** `null` also of an answer that grows in this window. */
  leaf: StoredMessage | null;
  open: string;
}

/**
 * The newest page of a session's path, kept up to date. Watches only the session's row, the last message and the ids of
 * unfinished answers. Older messages are read once, a page at a time.
 */
export function createSessionHistory(deps: SessionHistoryDeps, sessionId: string): SessionHistory {
  const { db, onUnreadableRow, sizes = { page: PAGE_SIZE, near: NEAR } } = deps;
  const store = createStore<SessionHistoryState>(() => ({
    messages: [],
    gap: null,
    isLoading: true,
    error: null,
    hasMore: false,
  }));
  let next: string | null = null;
  let gap: Gap | null = null;
  let following = false;
  /** The answer at the end of the path that grows in this window, whose row nobody watches. */
  let growing: string | null = null;
  // Answers that ended here, as stored. They replace older versions in rows that were read before the end, and rows that
  // were read after it, which are equal.
  const ended = new Map<string, StoredMessage>();
  /** Of the newest message that is shown without having been read. */
  let shownSeq = -1;
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

  function show(messages: StoredMessage[], from: string | null, missing: Gap | null): void {
    next = from;
    gap = missing;
    if (!following) return;
    const final = (message: StoredMessage) => ended.get(message.id) ?? message;
    const settled = messages.some((message) => final(message) !== message) ? messages.map(final) : messages;
    store.setState({
      messages: settled,
      gap: gap?.after ?? null,
      isLoading: false,
      error: null,
      hasMore: next !== null,
    });
  }

  /** A path that goes on from one that is shown. */
  function showMerged(messages: StoredMessage[]): void {
    show(messages, next, messages.some(({ id }) => id === gap?.after) ? gap : null);
  }

  /** The newest page in one transaction, without waiting for the first head. */
  async function readFirst(): Promise<void> {
    if (store.getState().messages.length > 0) return;
    const page = await db.transaction('r', db.sessions, db.messages, async () => {
      const session = await db.sessions.get(sessionId);
      return readPath(db, sessionId, session?.leafId ?? null, sizes.page, onUnreadableRow);
    });
    show(page.messages, page.next, null);
  }

  async function apply(head: Head): Promise<void> {
    // Read before what is shown was stored: it is read again.
    if (head.lastSeq < shownSeq) return;
    shownSeq = -1;
    const { messages } = store.getState();
    const last = messages.at(-1);
    if (head.leafId === null) {
      show([], null, null);
      return;
    }
    if (last?.id === head.leafId) {
      const refreshed = await refreshOpen(messages, head);
      if (refreshed !== messages || store.getState().isLoading) show(refreshed, next, gap);
      return;
    }
    const merged = await db.transaction('r', db.messages, async () => {
      const joined = await join(messages, head);
      return joined && refreshOpen(joined, head);
    });
    if (merged) {
      showMerged(merged);
      return;
    }
    const [island, tail] = parts();
    const page = await readPath(db, sessionId, head.leafId, Math.max(sizes.page, tail.length), onUnreadableRow);
    if (island.length === 0) show(keepIdentities(messages, page.messages), page.next, null);
    else {
      // Whether the new path leads through what is before the gap shows only on the way there.
      const places = new Set(island.map(({ id }) => id));
      const older = await readBack(page.next, sizes.page, ({ id }) => places.has(id));
      showJoined(island, older, page.messages);
    }
  }

  /** What is before the gap and what is after it. Without a gap, all is after it. */
  function parts(): [StoredMessage[], StoredMessage[]] {
    const { messages } = store.getState();
    const at = gap === null ? 0 : messages.findIndex(({ id }) => id === gap?.after);
    return [messages.slice(0, at), messages.slice(at)];
  }

  /** Shows older messages before the end of the path, and before those what is before the gap, if it is on the path. */
  function showJoined(island: StoredMessage[], older: PathPage, tail: StoredMessage[]): void {
    const end = [...older.messages, ...tail];
    const joined = joinPaths(island, end);
    const [first] = end;
    if (joined) show(joined, next, null);
    else if (first && older.next !== null && island.length > 0)
      show([...island, ...end], next, { after: first.id, next: older.next });
    else show(end, older.next, null);
  }

  /** Climbs from the new leaf to a message that is already shown. Returns `null` when that is more than a page away. */
  async function join(messages: StoredMessage[], head: Head): Promise<StoredMessage[] | null> {
    if (messages.length === 0) return null;
    const places = new Map(messages.map((message, index) => [message.id, index]));
    const added: StoredMessage[] = [];
    let id = head.leafId;
    while (id !== null && added.length < sizes.page) {
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
      // Shown from its streaming answer, and taken over when that ends.
      if (message.status === 'streaming' && deps.live.isLive(message.id)) continue;
      const fresh = await current(message.id, head);
      if (!fresh || fresh === message) continue;
      if (result === messages) result = [...messages];
      result[index] = fresh;
    }
    return result;
  }

  async function current(id: string, head: Head): Promise<StoredMessage | null> {
    return (id === head.leafId && head.leaf) || getMessage(db, id, onUnreadableRow);
  }

  /** Shows what was just stored after a message that is shown. All else is read. */
  function add(inserted: readonly StoredMessage[]): void {
    const parentId = inserted[0]?.parentId;
    const { messages, isLoading } = store.getState();
    const place = messages.findIndex(({ id }) => id === parentId);
    const begins = parentId === null && messages.length === 0 && !isLoading;
    if (place < 0 && !begins) return;
    shownSeq = inserted.at(-1)?.seq ?? shownSeq;
    showMerged([...messages.slice(0, place + 1), ...inserted]);
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
    const page = await readPath(db, sessionId, next, sizes.page, onUnreadableRow);
    show([...page.messages, ...store.getState().messages], page.next, gap);
  }

  async function readGap(): Promise<void> {
    if (gap === null) return;
    store.setState({ isLoading: true });
    const { readNewer } = await import('#storage/read-around.ts');
    const [island, tail] = parts();
    const last = island.at(-1);
    const newer = last ? await readNewer(db, last, sizes.page, onUnreadableRow) : [];
    // Where nothing certainly follows, all has to come from the end.
    const size = newer.length > 0 ? sizes.page : Math.max(sizes.page, tail.length);
    const older = await readPath(db, sessionId, gap.next, size, onUnreadableRow);
    showJoined([...island, ...newer], older, tail);
  }

  async function readBackTo(messageId: string): Promise<void> {
    const from = gap?.next ?? next;
    if (from === null || store.getState().messages.some(({ id }) => id === messageId)) return;
    const [target, newest] = await db.messages.bulkGet([messageId, from]);
    if (target?.sessionId !== sessionId || !newest) return;
    // Messages that were stored later than this one are loaded, so it isn't on the path.
    if (target.seq > newest.seq) return;
    store.setState({ isLoading: true });
    const size = await countBetween(target.seq, newest.seq);
    const [, tail] = parts();
    if (size > sizes.near) {
      const { readAround } = await import('#storage/read-around.ts');
      const island = await readAround(db, sessionId, messageId, sizes.page, onUnreadableRow);
      const [first] = tail;
      if (first && island.messages.some(({ id }) => id === messageId)) {
        next = island.next;
        gap = null;
        showJoined(island.messages, { messages: [], next: from }, tail);
        return;
      }
    }
    const older = await readBack(from, size, ({ seq }) => seq <= target.seq);
    show([...older.messages, ...tail], older.next, null);
  }

  /** In one read where the path has no branches, and shown at once: every page shown would be laid out anew. */
  async function readBack(
    from: string | null,
    size: number,
    isLast: (message: StoredMessage) => boolean,
  ): Promise<PathPage> {
    const older: StoredMessage[][] = [];
    let at = from;
    for (let limit = Math.max(size, sizes.page); at !== null; limit *= 2) {
      const page: PathPage = await readPath(db, sessionId, at, limit, onUnreadableRow);
      older.unshift(page.messages);
      at = page.next;
      if (!following || page.messages.some(isLast)) break;
    }
    return { messages: older.flat(), next: at };
  }

  /** How many messages of the conversation were stored from one to the other, with both, on whatever branch. */
  async function countBetween(older: number, newer: number): Promise<number> {
    return db.messages.where('[sessionId+seq]').between([sessionId, older], [sessionId, newer], true, true).count();
  }

  async function readHead(): Promise<Head> {
    return db.transaction('r', db.sessions, db.messages, async () => {
      const { leafId = null, lastSeq = -1 } = (await db.sessions.get(sessionId)) ?? {};
      // What is read here is read again whenever it changes. An answer that grows in this window changes all the time.
      growing = leafId !== null && deps.live.isLive(leafId) ? leafId : null;
      const leaf = leafId === null || growing ? null : await getMessage(db, leafId, onUnreadableRow);
      const open = await db.messages.where('[status+sessionId]').equals(['interrupted', sessionId]).primaryKeys();
      return { leafId, lastSeq, leaf, open: open.join() };
    });
  }

  return {
    store,
    start() {
      following = true;
      void enqueue(readFirst);
      const watch = () =>
        watchQuery(readHead, {
          next: (now) => void enqueue(() => apply(now)),
          error: (error: unknown) => {
            if (following) store.setState({ error: toStorageError(error), isLoading: false });
          },
        });
      let stop = watch();
      const forget = [
        deps.live.onInserted((messages) => {
          if (messages[0]?.sessionId === sessionId) void enqueue(async () => add(messages));
        }),
        deps.live.onEnd(takeOver),
      ];
      const leave = deps.live.store.subscribe(() => {
        if (growing === null || deps.live.isLive(growing)) return;
        const isFinal = ended.get(growing)?.status === 'complete';
        growing = null;
        // A complete message never changes. Another row is watched from now on: another window may have closed it.
        if (isFinal) return;
        stop();
        stop = watch();
      });
      return () => {
        following = false;
        for (const one of forget) one();
        leave();
        stop();
      };
    },
    loadMore: () => enqueue(() => readOlder()),
    loadGap: () => enqueue(() => readGap()),
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
