import type { Mention } from '#core/mentions/mention.ts';
import { hasNoOptions, type DraftOptions } from '#core/message-options.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { saveDraft } from '#storage/draft-repository.ts';
import type { DraftRow } from '#storage/rows.ts';

export interface DraftsDeps {
  db: BatonDatabase;
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  onError(error: unknown): void;
}

/** Unsent text of the message boxes. Stored shortly after typing pauses, or immediately on `flush`. */
export interface Drafts {
  save(
    sessionId: string,
    text: string,
    attachments: DraftRow['attachments'],
    asks?: DraftOptions,
    mentions?: readonly Mention[],
  ): void;
  /** Drops what was not stored yet, because the text has just been sent. */
  discard(sessionId: string): void;
  /** The text that may not be stored yet and is newer than the row. If `undefined`, read the row. */
  unsaved(sessionId: string): DraftRow | undefined;
  flush(): Promise<void>;
}

const PAUSE_MS = 250;
/** Interval between retries when storage rejects a draft. */
const AGAIN_MS = 5_000;

export function createDrafts(deps: DraftsDeps): Drafts {
  const pending = new Map<string, DraftRow>();
  const writing = new Map<string, DraftRow>();
  let timer: unknown = null;

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
      await saveDraft(deps.db, draft);
    } catch (error) {
      if (writing.get(sessionId) === draft && !pending.has(sessionId)) pending.set(sessionId, draft);
      timer ??= deps.setTimeout(() => void flush(), AGAIN_MS);
      deps.onError(error);
    } finally {
      if (writing.get(sessionId) === draft) writing.delete(sessionId);
    }
  }

  return {
    save(sessionId, text, attachments, asks = {}, mentions = []) {
      const pointing = mentions.length > 0 && { mentions: [...mentions] };
      const draft = { sessionId, text, attachments, ...pointing, at: deps.now() };
      pending.set(sessionId, hasNoOptions(asks) && !asks.unwanted?.length ? draft : { ...draft, asks });
      timer ??= deps.setTimeout(() => void flush(), PAUSE_MS);
    },
    discard(sessionId) {
      pending.delete(sessionId);
      writing.delete(sessionId);
    },
    unsaved: (sessionId) => pending.get(sessionId) ?? writing.get(sessionId),
    flush,
  };
}
