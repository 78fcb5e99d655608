import { Dexie } from 'dexie';
import type { BatonDatabase } from '#storage/database.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { outsideTexts } from './outside-texts.ts';
import { readDocument, type SearchDocument } from './search-document.ts';

/** What a session's messages say, folded. */
export interface SessionTexts {
  lastSeq: number;
  documents: SearchDocument[];
  characters: number;
  /** The places of rows that no version wrote. The others are searched. */
  unreadable: number[];
}

export interface TextsOfBatch {
  batch: readonly SessionRow[];
  /** In the order of the batch. */
  texts: readonly SessionTexts[];
}

/**
 * Folded texts of sessions, cached up to `maxCharacters`. A session is read the first time, and after that only what was
 * added to it.
 */
export function createSessionTexts(db: BatonDatabase, maxCharacters: number) {
  const cache = new Map<string, SessionTexts>();
  /** What is being read, for whoever asks next: a search that is called off leaves nothing to read twice. */
  const begun = new Map<string, Promise<SessionTexts>>();
  let characters = 0;

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

  /** Reads in one transaction: with one for each session, that alone takes a third of the time. */
  function read(rows: readonly SessionRow[]): ReadonlyMap<string, Promise<SessionTexts>> {
    if (rows.length === 0) return new Map();
    const cached = rows.map(({ id }) => cache.get(id));
    const added = db.transaction('r', db.messages, () =>
      Promise.all(
        rows.map(({ id }, at) =>
          db.messages
            .where('[sessionId+seq]')
            .between([id, firstOpen(cached[at])], [id, Dexie.maxKey])
            .toArray(),
        ),
      ),
    );
    return new Map(
      rows.map((row, at) => {
        const texts = added
          .then((messages) => fold(row, cached[at], messages[at] ?? []))
          .finally(() => begun.delete(row.id));
        begun.set(row.id, texts);
        return [row.id, texts];
      }),
    );
  }

  async function fold(
    { id, lastSeq }: SessionRow,
    cached: SessionTexts | undefined,
    added: readonly StoredMessage[],
  ): Promise<SessionTexts> {
    const from = firstOpen(cached);
    const documents = cached?.documents.filter(({ seq, open }) => seq < from && !open) ?? [];
    const outside = await outsideTexts(db, id, added);
    const known = new Map<string, string>();
    const same = <T extends string>(text: T): T => (known.get(text) as T | undefined) ?? (known.set(text, text), text);
    const unreadable = cached?.unreadable.filter((seq) => seq < from) ?? [];
    for (const message of added) {
      try {
        documents.push(readDocument(message, outside, same));
      } catch {
        unreadable.push(message.seq);
      }
    }
    const texts = { lastSeq, documents, characters: sizeOf(documents), unreadable };
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

  function forgetOthers(ids: ReadonlySet<string>): void {
    for (const [id, texts] of cache)
      if (!ids.has(id)) {
        characters -= texts.characters;
        cache.delete(id);
      }
  }

  return { inBatches, forgetOthers, isCached: (id: string) => cache.has(id) };
}

function isCurrent({ lastSeq }: SessionRow, texts: SessionTexts | undefined): texts is SessionTexts {
  return texts !== undefined && texts.lastSeq === lastSeq && !texts.documents.some(({ open }) => open);
}

/** Where to continue reading: after the cached messages, or at the first message that may have grown. */
function firstOpen(cached: SessionTexts | undefined): number {
  if (!cached) return 0;
  return cached.documents.find(({ open }) => open)?.seq ?? cached.lastSeq + 1;
}

function sizeOf(documents: readonly SearchDocument[]): number {
  return documents.reduce((sum, { text }) => sum + text.length, 0);
}
