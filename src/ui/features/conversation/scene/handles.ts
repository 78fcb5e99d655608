import type { ServerContent } from '#tools/read-content.ts';

/** What the rest of the conversation asks of the message box. */
export interface ComposerHandle {
  focus(): void;
  /** Inserts text into an empty box or after the existing text. */
  insert(text: string): void;
  addFiles(files: readonly File[]): void;
  /** Attaches content that was read from a server. */
  addContents(contents: readonly ServerContent[], server: string): void;
  /** Sends what is ready to be sent, or takes the focus. */
  submit(): void;
}

/** What the rest of the conversation asks of the list of messages. */
export interface ConversationListHandle {
  scrollToEnd(): void;
  focusMessage(messageId: string): void;
  /** Returns what moves the focus to the message beside this one. */
  focusBeside(messageId: string): () => void;
  /** The message in the middle of the view; `null` when none is rendered. */
  inView(): string | null;
}
