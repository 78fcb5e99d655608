import type { Mention } from '#core/mentions/mention.ts';
import type { PromptRow } from '#storage/rows.ts';

/** What the user chose from the list. A prompt goes into the text; a mention is named in it. */
export type MentionChoice =
  | { kind: 'mention'; mention: Mention }
  | { kind: 'prompt'; prompt: PromptRow }
  /** No folder is attached yet: do that first. */
  | { kind: 'attach' };

/** The list as the message box refers to it. */
export interface ShownMentions {
  /** Id of the active option; `null` while there is none. */
  active: string | null;
  /** For screen readers. */
  said: string;
}

/** What the message box asks of the open list. */
export interface MentionListHandle {
  /** Returns whether the list handled the key. */
  onKeyDown: (event: React.KeyboardEvent) => boolean;
}
