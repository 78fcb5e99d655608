import { useSharedQuery } from './use-live-query.ts';
import { useCallback, useEffect } from 'react';
import type { Mention } from '#core/mentions/mention.ts';
import type { DraftOptions } from '#core/message-options.ts';
import { getDraft } from '#storage/draft-repository.ts';
import type { BoxContent, SentDraft } from '#state/drafts.ts';
import type { DraftRow } from '#storage/rows.ts';
import { useServices } from './services.ts';

export interface UseDraft {
  /**
   * Content of the box, without what is being sent; `undefined` while loading, `null` when there is none.
   */
  draft: DraftRow | null | undefined;
  /** Cheap to call on every key: it writes once typing pauses and when the composer unmounts. */
  saveDraft(
    text: string,
    attachments: DraftRow['attachments'],
    asks?: DraftOptions,
    mentions?: readonly Mention[],
  ): void;
  /** Empties the box to send what is in it. */
  takeDraft(content: BoxContent): SentDraft;
}

export function useDraft(sessionId: string): UseDraft {
  const { db, drafts, onUnreadableRow } = useServices();
  const draft = useSharedQuery(db, `draft ${sessionId}`, async () => {
    // Read this first: anything written in the meantime is in the row by then.
    const unsaved = drafts.unsaved(sessionId);
    const row = await getDraft(db, sessionId, onUnreadableRow);
    return unsaved ?? row;
  });
  useEffect(() => () => void drafts.flush(), [drafts]);
  const saveDraft = useCallback<UseDraft['saveDraft']>(
    (text, attachments, asks, mentions) => drafts.save(sessionId, text, attachments, asks, mentions),
    [drafts, sessionId],
  );
  const takeDraft = useCallback((content: BoxContent) => drafts.take(sessionId, content), [drafts, sessionId]);
  return { draft, saveDraft, takeDraft };
}
