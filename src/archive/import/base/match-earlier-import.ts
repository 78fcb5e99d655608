import { contentOf } from '../../merge/message-identity.ts';
import type { SessionHistory } from '../../records.ts';
import { without } from '#core/without.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { ImportedHistory } from './to-history.ts';

/**
 * Matches an imported conversation with what an earlier import stored of it. A message that only this version reads
 * differently is replaced by the stored one, so it's neither changed nor duplicated. Messages without a time of their
 * own keep the time of their first import.
 */
export function matchEarlierImport(stored: SessionHistory | null, imported: ImportedHistory): SessionHistory {
  const { history, undated, earlier } = imported;
  if (!stored) return history;
  const byId = new Map(stored.messages.map((message) => [message.id, message]));
  const byTime = Map.groupBy(stored.messages, ({ createdAt }) => createdAt);
  /** Imported ids, and the stored ids used in their place. */
  const ids = new Map<string, string>();
  const left = new Set<string>();
  const messages = history.messages.flatMap((message): StoredMessage[] => {
    if (left.has(message.id)) return [];
    const moved = { ...message, parentId: ids.get(message.parentId ?? '') ?? message.parentId };
    const here = byId.get(message.id);
    if (here && isSame(moved, here, undated)) return [{ ...asStored(here, moved), createdAt: here.createdAt }];
    const before = earlier.get(message.id);
    if (!before) return [moved];
    const letters = lettersOf(before.text);
    const said = (one: StoredMessage) => lettersOf(textOf(one)) === letters;
    const existing = here
      ? [here].find(said)
      : letters === ''
        ? undefined
        : byTime.get(message.createdAt)?.find((one) => one.role === message.role && said(one));
    if (!existing) return [moved];
    for (const id of [message.id, ...before.chain]) ids.set(id, existing.id);
    for (const id of before.chain) left.add(id);
    return [{ ...existing, parentId: moved.parentId, seq: message.seq }];
  });
  const { session } = history;
  const { createdAt, updatedAt } = stored.session;
  return {
    ...history,
    messages,
    session: {
      ...session,
      leafId: ids.get(session.leafId ?? '') ?? session.leafId,
      ...(undated && { createdAt, updatedAt }),
    },
  };
}

function isSame(message: StoredMessage, here: StoredMessage, undated: boolean): boolean {
  // Earlier versions stored 0 if the source had no time.
  const own = asStored(here, message);
  const same = undated || here.createdAt === 0 ? { ...own, createdAt: here.createdAt } : own;
  return contentOf(same) === contentOf(here);
}

/**
 * Earlier versions didn't say of an answer whose results were in it that it went on after its calls, how it ended, and
 * what it cost, where a result came last.
 */
function asStored({ stop, usage }: StoredMessage, message: StoredMessage): StoredMessage {
  const own = usage === undefined ? without(message, 'usage') : message;
  if (stop === undefined) return without(own, 'stop');
  return stop === 'tool' && own.stop !== undefined ? { ...own, stop } : own;
}

function textOf({ parts }: StoredMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
}

/** Different versions read markup and spaces differently. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
