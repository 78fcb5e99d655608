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
  save(sessionId: string, text: string, attachments: DraftRow['attachments']): void;
  /** Forgets what was not written yet: the text has just been sent. */
  discard(sessionId: string): void;
  flush(): Promise<void>;
}

const PAUSE_MS = 250;

export function createDrafts(deps: DraftsDeps): Drafts {
  const pending = new Map<string, DraftRow>();
  let timer: unknown = null;

  async function flush(): Promise<void> {
    deps.clearTimeout(timer);
    timer = null;
    const drafts = [...pending.values()];
    pending.clear();
    try {
      for (const draft of drafts) await saveDraft(deps.db, draft);
    } catch (error) {
      for (const draft of drafts) if (!pending.has(draft.sessionId)) pending.set(draft.sessionId, draft);
      deps.onError(error);
    }
  }

  return {
    save(sessionId, text, attachments) {
      pending.set(sessionId, { sessionId, text, attachments, at: deps.now() });
      timer ??= deps.setTimeout(() => void flush(), PAUSE_MS);
    },
    discard(sessionId) {
      pending.delete(sessionId);
    },
    flush,
  };
}
