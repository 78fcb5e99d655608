import { goneMessages, isDeletedResult, type Deletions } from '#core/normalize/base/deletions.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';

/** By message, so that an unchanged one keeps its identity. */
const emptied = new WeakMap<StoredMessage, { deleted: Deletions; shown: StoredMessage }>();

/**
 * The path as it is shown: without deleted messages, and with empty results instead of deleted ones, whose parts keep
 * their places.
 */
export function shownMessages(messages: readonly StoredMessage[], deleted: Deletions): readonly StoredMessage[] {
  if (deleted.size === 0) return messages;
  const gone = goneMessages(messages, deleted);
  return messages.flatMap((message) => (gone.has(message.id) ? [] : [withEmptyResults(message, deleted)]));
}

function withEmptyResults(message: StoredMessage, deleted: Deletions): StoredMessage {
  if (message.role !== 'tool') return message;
  if (!message.parts.some((_, at) => isDeletedResult(message, at, deleted))) return message;
  const before = emptied.get(message);
  if (before?.deleted === deleted) return before.shown;
  const parts = message.parts.map((part, at) => (isDeletedResult(message, at, deleted) ? emptyResult(part) : part));
  const shown = { ...message, parts };
  emptied.set(message, { deleted, shown });
  return shown;
}

function emptyResult(part: StoredPart): StoredPart {
  if (part.type !== 'tool_result') return part;
  const { images: _images, context: _context, ...rest } = part;
  return { ...rest, text: '' };
}
