import { textOf } from '#core/message-text.ts';
import { deletionsOf, withoutGone } from '#core/normalize/base/deletions.ts';
import { EXCLUDED } from '#core/normalize/base/overlays.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { listOverlays } from '#storage/overlay-repository.ts';
import { readPath } from '#storage/read-path.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { getSession } from '#storage/read-sessions.ts';

export interface ReadableConversation {
  title: string;
  text: string;
}

/** What another conversation may add to a message: about 15,000 tokens. */
const MAX_CHARS = 60_000;
const MAX_MESSAGES = 400;
const CUT = '[Earlier messages are left out.]';

/**
 * The texts of a conversation's chosen path, for a model to read: what was said, without thinking, tools and files, and
 * without what the user deleted or left out. The newest fit first. `null` when there is no such conversation.
 */
export async function readConversation(
  { db, onUnreadableRow }: { db: BatonDatabase; onUnreadableRow: OnUnreadableRow },
  sessionId: string,
  maxChars = MAX_CHARS,
): Promise<ReadableConversation | null> {
  const session = await getSession(db, sessionId, onUnreadableRow);
  if (!session || session.deletedAt > 0) return null;
  const { messages, next } = await readPath(db, sessionId, session.leafId, MAX_MESSAGES, onUnreadableRow);
  const overlays = await listOverlays(db, sessionId, onUnreadableRow);
  const excluded = new Set(overlays.filter(({ kind }) => kind === EXCLUDED).map(({ target }) => target.message));
  const { nodes } = withoutGone(messages, deletionsOf(overlays));
  const pieces = nodes.flatMap((message) => (excluded.has(message.id) ? [] : pieceOf(message)));
  const kept: string[] = [];
  let size = 0;
  let cut = next !== null;
  for (const piece of pieces.toReversed()) {
    size += piece.length;
    cut ||= size > maxChars;
    if (size > maxChars && kept.length > 0) break;
    kept.unshift(size > maxChars ? piece.slice(0, maxChars) : piece);
    if (size > maxChars) break;
  }
  const { title } = session;
  return { title, text: [`# ${title}`, ...(cut ? [CUT] : []), ...kept].join('\n\n') };
}

function pieceOf(message: StoredMessage): string[] {
  const text = textOf(message).trim();
  if (text === '' || message.role === 'tool') return [];
  return [`## ${message.role === 'user' ? 'User' : (message.origin?.model ?? 'Model')}\n\n${text}`];
}
