import type { MessageOptions } from '#core/message-options.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { DraftRow } from '#storage/rows.ts';

/** What the editor of a message holds. */
export interface EditedContent {
  text: string;
  attachments: DraftRow['attachments'];
  asks: MessageOptions;
}

/** What is being edited in a conversation. */
export interface Edits {
  /** The message whose editor is open. */
  editing: string | null;
  /** What was changed in editors, by message. */
  contents: Map<string, EditedContent>;
  /** What earlier pages stored was read. */
  isRead?: true;
}

/** Until the page ends, so that looking elsewhere loses nothing. */
const opened = new WeakMap<BatonDatabase, Map<string, Edits>>();

export function editsOf(db: BatonDatabase, sessionId: string): Edits {
  const all = opened.get(db) ?? new Map<string, Edits>();
  opened.set(db, all);
  const edits = all.get(sessionId) ?? { editing: null, contents: new Map() };
  all.set(sessionId, edits);
  return edits;
}
