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

/** Unsent text of the composers: written shortly after the typing pauses, at once when asked. */
export interface Drafts {
  save(sessionId: string, text: string, attachments: DraftRow['attachments'], asks?: DraftOptions): void;
  /** Forgets what was not written yet: the text has just been sent. */
  discard(sessionId: string): void;
  /** What was typed and may not be stored yet: newer than the row, which is what to read when there is nothing here. */
  held(sessionId: string): DraftRow | undefined;
  flush(): Promise<void>;
}

const PAUSE_MS = 250;
/** How often words that storage refuses are tried again. */
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

  /** Unless it was discarded, or newer words took its place, in the meantime. */
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
    save(sessionId, text, attachments, asks = {}) {
      const draft = { sessionId, text, attachments, at: deps.now() };
      pending.set(sessionId, hasNoOptions(asks) && !asks.unwanted?.length ? draft : { ...draft, asks });
      timer ??= deps.setTimeout(() => void flush(), PAUSE_MS);
    },
    discard(sessionId) {
      pending.delete(sessionId);
      writing.delete(sessionId);
    },
    held: (sessionId) => pending.get(sessionId) ?? writing.get(sessionId),
    flush,
  };
}
