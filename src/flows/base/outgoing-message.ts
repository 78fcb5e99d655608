import type { MessageOptions } from '#core/message-options.ts';
import type { TakenDraft } from '#storage/draft-repository.ts';
import type { DraftRow } from '#storage/rows.ts';

type DraftAttachment = DraftRow['attachments'][number];

export type OutgoingAttachment = DraftAttachment & {
  /** What was read in a file, for models that can't take the file itself. */
  text?: string;
};

/** A message as the user wrote it, before it is stored. */
export interface OutgoingMessage {
  text: string;
  /** Blob hashes already stored, in order. */
  attachments: readonly OutgoingAttachment[];
  asks?: MessageOptions;
  /** The draft that it was taken from: storing it ends that. Absent if it is all of the stored draft. */
  draft?: TakenDraft;
}

/** The attachments as a draft keeps them: files are read again when it is opened. */
export function draftAttachments(attachments: readonly OutgoingAttachment[]): DraftAttachment[] {
  return attachments.map(({ text: _text, ...attachment }) => attachment);
}

/** The message after the user's scripts have seen it. */
export interface ScreenedMessage {
  outgoing: OutgoingMessage;
  /** The user pressed Stop meanwhile: the message is stored, and no answer is requested. */
  stopped: boolean;
}
