import { useEffect, useEffectEvent } from 'react';
import { listEdits } from '#storage/edit-repository.ts';
import { useServices } from '#ui/data/services.ts';
import { useWriter } from '#ui/data/use-writer.ts';
import { useConversation, useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import { editsOf } from '#ui/features/conversation/scene/edits.ts';

/**
 * Opens the editor again that an earlier page left with something unsent in it, as after a crash. Not while another
 * window writes here: it may have that editor open.
 */
export function StoredEdits() {
  const { session, finding } = useConversation();
  const show = useShowPanels();
  const { mine } = useWriter(session.id);
  useStoredEdits(session.id, mine, (message) => {
    show({ editing: message });
    // Who comes for another message is taken there.
    if (!finding.goal) finding.find({ goal: { message, quiet: true } });
  });
  return null;
}

/** Reads the unsent edits of earlier pages. `onFound` is called with the message that was written into last. */
export function useStoredEdits(sessionId: string, mine: boolean, onFound: (messageId: string) => void): void {
  const { db, onUnreadableRow } = useServices();
  const found = useEffectEvent(onFound);
  useEffect(() => {
    const edits = editsOf(db, sessionId);
    const read = async () => {
      const stored = await listEdits(db, sessionId, onUnreadableRow);
      if (edits.isRead) return;
      edits.isRead = true;
      for (const { messageId, content } of stored) {
        if (edits.contents.has(messageId)) continue;
        const { text, attachments, asks = {} } = content;
        edits.contents.set(messageId, { text, attachments, asks });
      }
      const last = stored.at(-1);
      if (last && edits.editing === null) found(last.messageId);
    };
    if (mine && !edits.isRead) read().catch(reportError);
  }, [db, sessionId, mine, onUnreadableRow]);
}
