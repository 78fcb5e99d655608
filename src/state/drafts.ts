import type { Mention } from '#core/mentions/mention.ts';
import { hasNoOptions, mergeOptions, type DraftOptions } from '#core/message-options.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { saveDraft, type TakenDraft } from '#storage/draft-repository.ts';
import type { DraftRow } from '#storage/rows.ts';
import { withStorageErrors } from '#storage/with-storage-errors.ts';

export interface DraftsDeps {
  db: BatonDatabase;
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  onError(error: unknown): void;
}

/** What a message box holds. */
export type BoxContent = Omit<DraftRow, 'sessionId' | 'at'>;

export interface SentDraft extends TakenDraft {
  /** The message was not stored: puts it back, before what was written since. */
  giveBack(): void;
}

/**
 * Unsent text of the message boxes, and of editors under their `editKey`. Stored shortly after typing pauses, or
 * immediately on `flush`. What is being sent is not in its box, but in the row until it is stored as a message. If the
 * page ends before that, it is in the box again.
 */
export interface Drafts {
  save(
    sessionId: string,
    text: string,
    attachments: DraftRow['attachments'],
    asks?: DraftOptions,
    mentions?: readonly Mention[],
  ): void;
  /** Empties the box to send what is in it. */
  take(sessionId: string, content: BoxContent): SentDraft;
  /** Drops what was not stored yet, also of editors, because the conversation no longer exists. */
  discard(sessionId: string): void;
  /** The content of the box, where the row may be older or have more. If `undefined`, read the row. */
  unsaved(sessionId: string): DraftRow | undefined;
  /** Called with the content of the box when a message comes back into it. Returns a function that ends this. */
  onReturn(sessionId: string, listener: (box: DraftRow) => void): () => void;
  flush(): Promise<void>;
}

/** A conversation with messages on their way: what they were, oldest first, and its box. */
interface Sending {
  taken: { content: BoxContent; settled: boolean }[];
  box: DraftRow;
}

const PAUSE_MS = 250;
/** Interval between retries when storage rejects a draft. */
const AGAIN_MS = 5_000;

export function createDrafts(deps: DraftsDeps): Drafts {
  const { db } = deps;
  const pending = new Map<string, DraftRow>();
  const writing = new Map<string, DraftRow>();
  const sending = new Map<string, Sending>();
  const listeners = new Map<string, Set<(box: DraftRow) => void>>();
  let timer: unknown = null;

  const toRow = (sessionId: string, content: BoxContent): DraftRow => {
    const { text, attachments, asks = {}, mentions = [] } = content;
    const asking = !hasNoOptions(asks) || Boolean(asks.unwanted?.length);
    const beside = { ...(mentions.length > 0 && { mentions: [...mentions] }), ...(asking && { asks }) };
    return { sessionId, text, attachments, ...beside, at: deps.now() };
  };

  function keep(draft: DraftRow): void {
    const { sessionId } = draft;
    const active = sending.get(sessionId);
    if (active) active.box = draft;
    pending.set(sessionId, draft);
    timer ??= deps.setTimeout(() => void flush(), PAUSE_MS);
  }

  async function flush(): Promise<void> {
    deps.clearTimeout(timer);
    timer = null;
    for (const [sessionId, draft] of pending) writing.set(sessionId, draft);
    const drafts = [...pending.values()];
    pending.clear();
    for (const draft of drafts) await write(draft);
  }

  /** Does nothing if the draft was discarded or replaced by newer text in the meantime. */
  async function write(draft: DraftRow): Promise<void> {
    const { sessionId } = draft;
    if (writing.get(sessionId) !== draft) return;
    try {
      await (sending.has(sessionId) ? writeBoth(draft) : saveDraft(db, draft));
    } catch (error) {
      if (writing.get(sessionId) === draft && !pending.has(sessionId)) pending.set(sessionId, draft);
      timer ??= deps.setTimeout(() => void flush(), AGAIN_MS);
      deps.onError(error);
    } finally {
      if (writing.get(sessionId) === draft) writing.delete(sessionId);
    }
  }

  /** Decides within the transaction what is still on its way, because storing a message ends that in one, too. */
  function writeBoth(draft: DraftRow): Promise<void> {
    const work = db.transaction('rw', db.drafts, async () => {
      await db.drafts.get(draft.sessionId);
      await saveDraft(db, rowOf(draft.sessionId) ?? draft);
    });
    return withStorageErrors(work);
  }

  /** What belongs into the row of a conversation with messages on their way. */
  function rowOf(sessionId: string): DraftRow | undefined {
    const active = sending.get(sessionId);
    if (!active) return undefined;
    const waiting = active.taken.filter(({ settled }) => !settled);
    return waiting.reduceRight((row, { content }) => ({ ...row, ...joinContents(content, row) }), active.box);
  }

  return {
    save: (sessionId, text, attachments, asks = {}, mentions = []) =>
      keep(toRow(sessionId, { text, attachments, asks, mentions: [...mentions] })),
    take(sessionId, content) {
      const box = toRow(sessionId, { text: '', attachments: [] });
      const active: Sending = sending.get(sessionId) ?? { taken: [], box };
      const one = { content, settled: false };
      active.taken.push(one);
      sending.set(sessionId, active);
      writing.delete(sessionId);
      keep(box);
      const leave = () => {
        active.taken = active.taken.filter((other) => other !== one);
        if (active.taken.length === 0 && sending.get(sessionId) === active) sending.delete(sessionId);
      };
      const isOut = () => active.taken.includes(one);
      return {
        async settle() {
          if (!isOut()) return;
          // What was being written before this transaction is in the row now, and what is written later comes after it.
          await db.drafts.get(sessionId);
          one.settled = true;
          const { box } = active;
          await saveDraft(db, rowOf(sessionId) ?? box);
          if (pending.get(sessionId) === box) pending.delete(sessionId);
        },
        unsettle() {
          if (!isOut()) return;
          one.settled = false;
          keep(active.box);
        },
        end() {
          if (!isOut()) return;
          if (!one.settled) keep(active.box);
          leave();
        },
        giveBack() {
          if (!isOut()) return;
          const back = toRow(sessionId, joinContents(content, active.box));
          leave();
          keep(back);
          for (const listener of listeners.get(sessionId) ?? []) listener(back);
        },
      };
    },
    discard(sessionId) {
      for (const rows of [pending, writing, sending])
        for (const key of rows.keys()) if (key.split('/')[0] === sessionId) rows.delete(key);
    },
    unsaved: (sessionId) => sending.get(sessionId)?.box ?? pending.get(sessionId) ?? writing.get(sessionId),
    onReturn(sessionId, listener) {
      const those = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, those.add(listener));
      return () => those.delete(listener) && those.size === 0 && listeners.delete(sessionId);
    },
    flush,
  };
}

/** One content of both, `first` before `then`. Where both set a level, `then` wins. */
function joinContents(first: BoxContent, then: BoxContent): BoxContent {
  const unwanted = [...new Set([...(first.asks?.unwanted ?? []), ...(then.asks?.unwanted ?? [])])];
  const asks = { ...mergeOptions(first.asks ?? {}, then.asks ?? {}), ...(unwanted.length > 0 && { unwanted }) };
  const pointed = then.mentions ?? [];
  const mentions = [
    ...(first.mentions ?? []).filter(({ token }) => !pointed.some((other) => other.token === token)),
    ...pointed,
  ];
  return {
    text: then.text === '' ? first.text : first.text === '' ? then.text : `${first.text}\n${then.text}`,
    attachments: [...first.attachments, ...then.attachments],
    ...(Object.keys(asks).length > 0 && { asks }),
    ...(mentions.length > 0 && { mentions }),
  };
}
