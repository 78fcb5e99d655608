import type { BatonDatabase } from '#storage/database.ts';

/** What is being edited in a conversation. */
export interface Edits {
  /** The message whose editor is open. */
  editing: string | null;
  /** What was typed into editors, by message. */
  texts: Map<string, string>;
}

/**
 * Kept until the page ends, so that looking elsewhere loses nothing. The window asks before it closes with a text in
 * them. Those of a temporary chat end with its database.
 */
const opened = new WeakMap<BatonDatabase, Map<string, Edits>>();

export function editsOf(db: BatonDatabase, sessionId: string): Edits {
  const all = opened.get(db) ?? new Map<string, Edits>();
  opened.set(db, all);
  const edits = all.get(sessionId) ?? { editing: null, texts: new Map() };
  all.set(sessionId, edits);
  return edits;
}

const unsent = new Map<Edits, BatonDatabase>();

/** `null`: nothing was typed, or it is stored as a message. */
export function setText(db: BatonDatabase, sessionId: string, messageId: string, text: string | null): void {
  const edits = editsOf(db, sessionId);
  if (text === null) edits.texts.delete(messageId);
  else edits.texts.set(messageId, text);
  if (edits.texts.size > 0) unsent.set(edits, db);
  else unsent.delete(edits);
  addEventListener('beforeunload', askBeforeClosing);
}

function askBeforeClosing(event: BeforeUnloadEvent): void {
  if ([...unsent.values()].some((db) => db.isOpen())) event.preventDefault();
}

export function setEditing(db: BatonDatabase, sessionId: string, messageId: string | null): void {
  editsOf(db, sessionId).editing = messageId;
}
