import type { MessageOptions } from '#core/message-options.ts';
import type { DraftRow } from '#storage/rows.ts';

/** A message as the user wrote it, before it is stored. */
export interface OutgoingMessage {
  text: string;
  /** Blob hashes already stored, in order. */
  attachments: DraftRow['attachments'];
  asks?: MessageOptions;
}

/** The message after the user's scripts have seen it. */
export interface ScreenedMessage {
  outgoing: OutgoingMessage;
  /** The user pressed Stop meanwhile: the message is stored, and no answer is requested. */
  stopped: boolean;
}
