import type { BatonDatabase } from '#storage/database.ts';
import { requestToPromise, settleTransaction } from '#storage/raw/raw-database.ts';
import { beginRewrites, readRewrites, rewriteCheck } from '#storage/rewrites.ts';
import {
  ABOUT,
  CHUNKS,
  chunksOf,
  eraseChunks,
  openSearchDatabase,
  searchedSessions,
} from '#storage/raw/search-database.ts';
import { type FoldChunk, fromChunks, type KeptTexts } from './fold-chunk.ts';

/** Folded texts on the disk, which save reading messages. After the first failure, all messages are read again. */
export interface KeptFolds {
  /** The id of the rewrites that its chunks count (see rewrites.ts). */
  history: string;
  read(sessions: readonly string[]): Promise<ReadonlyMap<string, KeptTexts>>;
  /** Chunks of one conversation follow what is kept of it, or replace all of it if they begin at its beginning. */
  write(chunks: readonly FoldChunk[]): Promise<void>;
  /** Erases what is kept of others. */
  retain(sessions: ReadonlySet<string>): Promise<void>;
  /** Whether anything can be kept. */
  works(): boolean;
}

/**
 * `madeBy` must differ whenever texts are folded in another way. A worker of another Baton that opens the same
 * database takes it over.
 */
export async function openKeptFolds(
  db: BatonDatabase,
  madeBy: string,
  onProblem: (error: unknown) => void,
): Promise<KeptFolds | null> {
  try {
    const { id } = await beginRewrites(db);
    const about = `${id} ${madeBy}`;
    const disk = await openSearchDatabase(db.name);
    disk.addEventListener('versionchange', () => disk.close());
    await takeOver(disk, about);
    return createKeptFolds(db, { disk, about, history: id }, onProblem);
  } catch (error) {
    onProblem(error);
    return null;
  }
}

async function takeOver(disk: IDBDatabase, about: string): Promise<void> {
  const write = disk.transaction([ABOUT, CHUNKS], 'readwrite');
  const take = async () => {
    if ((await requestToPromise(write.objectStore(ABOUT).get('all'))) === about) return;
    write.objectStore(CHUNKS).clear();
    write.objectStore(ABOUT).put(about, 'all');
  };
  await Promise.all([settleTransaction(write), take()]);
}

function createKeptFolds(
  db: BatonDatabase,
  { disk, about, history }: { disk: IDBDatabase; about: string; history: string },
  onProblem: (error: unknown) => void,
): KeptFolds {
  let ended = false;
  /** Sessions with chunks. Listing them reads over all chunks, so no search waits for it. */
  let sessions: Set<string> | null = null;

  async function orEnd<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
    if (ended) return otherwise;
    try {
      return await work();
    } catch (error) {
      ended = true;
      disk.close();
      onProblem(error);
      return otherwise;
    }
  }

  /** Whether this is still the worker's own. Another Baton has taken it over otherwise, which is no problem. */
  async function isOwn(transaction: IDBTransaction): Promise<boolean> {
    if ((await requestToPromise(transaction.objectStore(ABOUT).get('all'))) === about) return true;
    ended = true;
    return false;
  }

  async function erase(gone: readonly string[]): Promise<void> {
    if (gone.length === 0) return;
    await eraseChunks(disk, gone);
    for (const session of gone) sessions?.delete(session);
  }

  return {
    history,
    works: () => !ended,
    read: (wanted) =>
      orEnd(new Map(), async () => {
        if (wanted.length === 0) return new Map();
        const transaction = disk.transaction([ABOUT, CHUNKS]);
        const chunks = transaction.objectStore(CHUNKS);
        const [own, ...rows] = await Promise.all([
          isOwn(transaction),
          ...wanted.map((session) => requestToPromise(chunks.getAll(chunksOf(session)))),
        ]);
        const kept = wanted.map((session, at) => [session, own ? fromChunks(rows[at] ?? []) : null] as const);
        return new Map(kept.flatMap(([session, texts]) => (texts ? [[session, texts] as const] : [])));
      }),
    write: (added) =>
      orEnd(undefined, async () => {
        const transaction = disk.transaction([ABOUT, CHUNKS], 'readwrite', { durability: 'relaxed' });
        const put = async () => {
          if (!(await isOwn(transaction))) return;
          const chunks = transaction.objectStore(CHUNKS);
          for (const chunk of added) {
            if (chunk.from === 0) chunks.delete(chunksOf(chunk.session));
            chunks.put(chunk);
          }
        };
        await Promise.all([settleTransaction(transaction), put()]);
        for (const { session } of added) sessions?.add(session);
        // A conversation that was removed or rewritten before it was written here would be left.
        const ids = [...new Set(added.map(({ session }) => session))];
        const [rows, rewrites] = await db.transaction('r', db.sessions, db.settings, () =>
          Promise.all([db.sessions.where(':id').anyOf(ids).primaryKeys(), readRewrites(db)]),
        );
        const holds = rewriteCheck(rewrites);
        const there = new Set(rows);
        const isLeft = (chunk: FoldChunk) =>
          rewrites?.id === history && there.has(chunk.session) && holds(chunk.session, chunk.made);
        await erase(added.flatMap((chunk) => (isLeft(chunk) ? [] : [chunk.session])));
      }),
    retain: (ids) =>
      orEnd(undefined, async () => {
        sessions ??= await searchedSessions(disk);
        await erase([...sessions].filter((session) => !ids.has(session)));
      }),
  };
}
