import type { MessageOptions } from '#core/message-options.ts';
import { conversationState } from '#flows/answer/conversation-state.ts';
import type { OutgoingAttachment } from '#flows/base/outgoing-message.ts';
import { newId } from '#storage/new-id.ts';
import type { DraftRow } from '#storage/rows.ts';
import { getSession } from '#storage/read-sessions.ts';
import { StorageError } from '#storage/storage-error.ts';
import { saveWaiting } from '#storage/waiting-repository.ts';
import type { Services } from '#ui/data/services.ts';

/** What the message box holds. */
interface BoxToSend {
  text: string;
  attachments: { list: DraftRow['attachments'] };
  readings: { withTexts: (list: DraftRow['attachments']) => readonly OutgoingAttachment[] };
  options: { asks: MessageOptions };
}

/**
 * The message stays in its box as it is stored, and goes out once there is a network
 * (flows/answer/waiting-messages.ts). If it can't be stored, it is an ordinary draft and the page says so.
 */
export async function letWait(
  { db, drafts, onUnreadableRow, problems }: Pick<Services, 'db' | 'drafts' | 'onUnreadableRow' | 'problems'>,
  sessionId: string,
  { text, attachments, readings, options }: BoxToSend,
  pointedAt: readonly OutgoingAttachment[],
): Promise<void> {
  try {
    await drafts.flush();
    const session = await getSession(db, sessionId, onUnreadableRow);
    if (!session?.target) throw new StorageError('missing', undefined, `model of session ${sessionId}`);
    await saveWaiting(db, sessionId, text, {
      id: newId(),
      at: Date.now(),
      target: session.target,
      state: await conversationState(db, session),
      attachments: [...readings.withTexts(attachments.list), ...pointedAt],
      asks: options.asks,
    });
  } catch (error) {
    problems.add(error);
  }
}
