import { Dexie } from 'dexie';
import type { BatonDatabase } from '#storage/database.ts';
import { readRewrites, rewriteCheck, type Rewrites } from '#storage/rewrites.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { type FoldChunk, isKeepable, type KeptTexts, toChunks } from './fold-chunk.ts';
import type { KeptFolds } from './kept-folds.ts';
import { hasOutsideText, outsideTexts } from './outside-texts.ts';
import { readDocument, type SearchDocument } from './search-document.ts';

/** What a session's messages say, folded. */
export interface SessionTexts {
  lastSeq: number;
  documents: SearchDocument[];
  characters: number;
  /** The places of rows that no version wrote. The others are searched. */
  unreadable: number[];
  /** Places of messages that are not kept on the disk. */
  unkept: ReadonlySet<number>;
  /** The last place that is kept on the disk; -1 for none. */
  kept: number;
  /** The count of rewrites when it was read. */
  made: number;
}

export interface TextsOfBatch {
  batch: readonly SessionRow[];
  /** In the order of the batch. */
  texts: readonly SessionTexts[];
}

/** So many new messages of a conversation are worth a chunk of their own. */
const WORTH_KEEPING = 64;

/** Conversations that are written to the disk together. A search that begins meanwhile waits for these. */
const WRITTEN_TOGETHER = 8;

/**
 * Folded texts of sessions, cached up to `maxCharacters`. A session is read the first time, and after that only what was
 * added to it. With `folds`, most of the first time is read there.
 */
export function createSessionTexts(db: BatonDatabase, maxCharacters: number, folds: KeptFolds | null) {
  const cache = new Map<string, SessionTexts>();
  /** What is being read, for whoever asks next: a search that is called off leaves nothing to read twice. */
  const begun = new Map<string, Promise<SessionTexts>>();
  let characters = 0;
  let stillHolds = rewriteCheck(null);
  let keeping = 0;
  let present: ReadonlySet<string> = new Set();

  /** The next batch is read while this one is folded and searched. A failure is thrown when its turn comes. */
  async function* inBatches(batches: readonly (readonly SessionRow[])[]): AsyncGenerator<TextsOfBatch> {
    const ask = (at: number) => {
      const asked = textsOf(batches[at] ?? []);
      asked.catch(() => undefined);
      return asked;
    };
    let next = ask(0);
    for (const [at, batch] of batches.entries()) {
      const current = next;
      next = ask(at + 1);
      yield { batch, texts: await current };
    }
  }

  function textsOf(rows: readonly SessionRow[]): Promise<SessionTexts[]> {
    const earlier = rows.map(({ id }) => begun.get(id));
    const own = read(rows.filter((row, at) => !earlier[at] && !isCurrent(row, cache.get(row.id))));
    return Promise.all(
      rows.map(async (row, at) => {
        const known = own.get(row.id) ?? cache.get(row.id);
        if (!earlier[at] && known) return known;
        const texts = await earlier[at];
        if (isCurrent(row, texts)) return texts;
        // What was begun for an earlier search may lack what was written since.
        const [again] = await textsOf([row]);
        return again as SessionTexts;
      }),
    );
  }

  function read(rows: readonly SessionRow[]): ReadonlyMap<string, Promise<SessionTexts>> {
    if (rows.length === 0) return new Map();
    const read = readRows(rows);
    return new Map(
      rows.map((row, at) => {
        const texts = read.then((all) => fold(row, all[at] as ReadRows)).finally(() => begun.delete(row.id));
        begun.set(row.id, texts);
        return [row.id, texts];
      }),
    );
  }

  /** Reads in one transaction: with one for each session, that alone takes a third of the time. */
  async function readRows(rows: readonly SessionRow[]): Promise<ReadRows[]> {
    const cached = rows.map(({ id }) => cache.get(id));
    const kept = folds && (await folds.read(rows.flatMap(({ id }, at) => (cached[at] ? [] : [id]))));
    return db.transaction('r', db.messages, db.settings, async () => {
      const rewrites = await readRewrites(db);
      const stillHolds = rewriteCheck(rewrites);
      const isKnown = folds !== null && rewrites?.id === folds.history;
      const bases = rows.map(({ id, lastSeq }, at): Base => {
        const [inMemory, onDisk] = [cached[at], isKnown ? kept?.get(id) : undefined];
        const base = inMemory ? baseOfCached(inMemory) : onDisk && baseOfKept(onDisk);
        return base && base.kept <= lastSeq && stillHolds(id, base.made) ? base : NOTHING;
      });
      const added = await Promise.all(rows.map((row, at) => messagesBeyond(row, bases[at] ?? NOTHING)));
      return added.map((messages, at) => ({ base: bases[at] ?? NOTHING, messages, made: rewrites?.count ?? 0 }));
    });
  }

  async function messagesBeyond({ id, lastSeq }: SessionRow, { from, again }: Base): Promise<StoredMessage[]> {
    const places = () => db.messages.where('[sessionId+seq]');
    const [known, added] = await Promise.all([
      again.length === 0
        ? []
        : places()
            .anyOf(again.map((seq) => [id, seq]))
            .toArray(),
      from > lastSeq ? [] : places().between([id, from], [id, Dexie.maxKey]).toArray(),
    ]);
    return [...known, ...added];
  }

  async function fold({ id, lastSeq }: SessionRow, { base, messages, made }: ReadRows): Promise<SessionTexts> {
    const documents = [...base.documents];
    const unreadable = [...base.unreadable];
    const unkept = new Set(base.unkept);
    const outside = await outsideTexts(db, id, messages);
    const known = new Map<string, string>();
    const same = <T extends string>(text: T): T => (known.get(text) as T | undefined) ?? (known.set(text, text), text);
    for (const message of messages) {
      try {
        const document = readDocument(message, outside, same);
        documents.push(document);
        if (document.open || hasOutsideText(message) || !isKeepable(document)) unkept.add(message.seq);
      } catch {
        unreadable.push(message.seq);
        unkept.add(message.seq);
      }
    }
    if (base.again.length > 0) documents.sort((a, b) => a.seq - b.seq);
    const texts = { lastSeq, documents, characters: sizeOf(documents), unreadable, unkept, kept: base.kept, made };
    keep(id, texts);
    return texts;
  }

  function keep(id: string, texts: SessionTexts): void {
    characters += texts.characters - (cache.get(id)?.characters ?? 0);
    if (characters <= maxCharacters) {
      cache.set(id, texts);
      return;
    }
    characters -= texts.characters;
    cache.delete(id);
  }

  function isCurrent({ id, lastSeq }: SessionRow, texts: SessionTexts | undefined): texts is SessionTexts {
    return texts?.lastSeq === lastSeq && !texts.documents.some(({ open }) => open) && stillHolds(id, texts.made);
  }

  /** Forgets conversations that are gone, and learns which were rewritten. Both were read in one transaction. */
  function begin(ids: ReadonlySet<string>, rewrites: Rewrites | null): void {
    keeping++;
    for (const [id, texts] of cache)
      if (!ids.has(id)) {
        characters -= texts.characters;
        cache.delete(id);
      }
    present = ids;
    stillHolds = rewriteCheck(rewrites);
  }

  /** Writes to the disk what is worth it, until the next search begins, and erases what is gone. */
  async function keepFolds(): Promise<void> {
    const own = ++keeping;
    if (!folds) return;
    // Lets a search that is waiting begin.
    await nextTask();
    if (own !== keeping) return;
    await folds.retain(present);
    const worth = [...cache].flatMap(([id, texts]) => (isWorthKeeping(texts) ? [id] : []));
    for (let at = 0; at < worth.length; at += WRITTEN_TOGETHER) {
      await nextTask();
      if (own !== keeping || !folds.works()) return;
      const written = worth.slice(at, at + WRITTEN_TOGETHER).flatMap((id) => {
        const texts = cache.get(id);
        return texts ? [{ id, texts, to: lastFinal(texts) }] : [];
      });
      await folds.write(written.flatMap(({ id, texts, to }) => chunksOf(id, texts, to)));
      for (const { texts, to } of written) texts.kept = to;
    }
  }

  return { inBatches, begin, keepFolds, isCached: (id: string) => cache.has(id) };
}

const nextTask = () => new Promise((resolve) => void setTimeout(resolve));

/** What is known of a conversation before its messages are read. */
interface Base {
  /** None of them may change. */
  documents: readonly SearchDocument[];
  unreadable: readonly number[];
  unkept: Iterable<number>;
  kept: number;
  made: number;
  /** Places that are read again, one by one, and the place after which all are read. */
  again: readonly number[];
  from: number;
}

interface ReadRows {
  base: Base;
  messages: readonly StoredMessage[];
  made: number;
}

const NOTHING: Base = { documents: [], unreadable: [], unkept: [], kept: -1, made: 0, again: [], from: 0 };

/** Continues after the cached messages, or at the first one that may have grown. */
function baseOfCached({ documents, lastSeq, unreadable, unkept, kept, made }: SessionTexts): Base {
  const from = documents.find(({ open }) => open)?.seq ?? lastSeq + 1;
  return {
    documents: documents.filter(({ seq }) => seq < from),
    unreadable: unreadable.filter((seq) => seq < from),
    unkept: [...unkept].filter((seq) => seq < from),
    kept,
    made,
    again: [],
    from,
  };
}

const baseOfKept = ({ documents, to, unkept, made }: KeptTexts): Base => ({
  documents,
  unreadable: [],
  unkept: [],
  kept: to,
  made,
  again: unkept,
  from: to + 1,
});

/** The last place before those that may still grow at the end. */
function lastFinal({ documents, lastSeq }: SessionTexts): number {
  let to = lastSeq;
  for (const { open, seq } of documents.toReversed()) {
    if (!open) break;
    to = seq - 1;
  }
  return to;
}

/** A conversation with messages at places that it doesn't know isn't kept: nothing would tell when they change. */
function isWorthKeeping(texts: SessionTexts): boolean {
  const { documents, unreadable, lastSeq, kept } = texts;
  const isPlaced = (seq: number) => Number.isInteger(seq) && seq <= lastSeq;
  if (!documents.every(({ seq }) => isPlaced(seq)) || !unreadable.every(isPlaced)) return false;
  const to = lastFinal(texts);
  const added = documents.filter(({ seq }) => seq > kept && seq <= to).length;
  return added >= (kept < 0 ? 1 : WORTH_KEEPING);
}

function chunksOf(session: string, { documents, kept, unkept, made }: SessionTexts, to: number): FoldChunk[] {
  const added = documents.filter(({ seq }) => seq > kept && seq <= to && !unkept.has(seq));
  return toChunks(added, { session, from: kept + 1, to, made, unkept });
}

function sizeOf(documents: readonly SearchDocument[]): number {
  return documents.reduce((sum, { text }) => sum + text.length, 0);
}
