import { useMemo } from 'react';
import type { Drafts, SentDraft } from '#state/drafts.ts';
import { editKey } from '#storage/edit-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { DraftRow, StoredMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { editsOf, type EditedContent } from '#ui/features/conversation/scene/edits.ts';

/**
 * What was changed in the editor of a message, which outlives it: scrolled out of view or left, an editor loses nothing,
 * and it is stored as drafts are.
 */
export function useEditedContent(message: StoredMessage) {
  const { db, drafts } = useServices();
  const { sessionId } = useChatScene();
  return useMemo(() => {
    const { id } = message;
    const key = editKey(sessionId, id);
    const { contents } = editsOf(db, sessionId);
    const forget = () => {
      contents.delete(id);
      written.delete(key);
      drafts.save(key, '', []);
    };
    return {
      read: () => contents.get(id),
      write(content: EditedContent) {
        contents.set(id, content);
        drafts.save(key, content.text, content.attachments, content.asks);
        askBeforeClosing(db, drafts, key);
      },
      /** Nothing was changed, or it is stored as a message. */
      forget,
      /** To send it. It stays here until it is stored as a message. */
      take(content: EditedContent): SentDraft {
        contents.set(id, content);
        const sent = drafts.take(key, content);
        return {
          ...sent,
          end() {
            if (contents.get(id) === content) {
              contents.delete(id);
              written.delete(key);
            }
            sent.end();
          },
        };
      },
    };
  }, [db, drafts, sessionId, message]);
}

const written = new Map<string, { db: BatonDatabase; drafts: Drafts }>();

/** Asks while it isn't stored yet, as on a full disk. What was written in a temporary chat ends with its database. */
function askBeforeClosing(db: BatonDatabase, drafts: Drafts, key: string): void {
  written.set(key, { db, drafts });
  addEventListener('beforeunload', onBeforeUnload);
}

const hasContent = (row?: DraftRow) => row !== undefined && (row.text !== '' || row.attachments.length > 0);

function onBeforeUnload(event: BeforeUnloadEvent): void {
  for (const [key, { db, drafts }] of written)
    if (db.isOpen() && hasContent(drafts.unsaved(key))) event.preventDefault();
}
