import type { BatonDatabase } from '#storage/database.ts';

/** What is being edited in a conversation. */
export interface Edits {
  /** The message whose editor is open. */
  editing: string | null;
  /** What was typed into editors, by message. */
  texts: Map<string, string>;
}

/**
 * Kept until the page ends, so that looking elsewhere loses nothing. Those of a temporary chat end with its database.
 */
const opened = new WeakMap<BatonDatabase, Map<string, Edits>>();

export function editsOf(db: BatonDatabase, sessionId: string): Edits {
  const all = opened.get(db) ?? new Map<string, Edits>();
  opened.set(db, all);
  const edits = all.get(sessionId) ?? { editing: null, texts: new Map() };
  all.set(sessionId, edits);
  return edits;
}

export function setEditing(db: BatonDatabase, sessionId: string, messageId: string | null): void {
  editsOf(db, sessionId).editing = messageId;
}
