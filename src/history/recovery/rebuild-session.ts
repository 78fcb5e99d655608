import { titleOfMessages } from '#archive/title-of-messages.ts';
import { HIDDEN } from '#storage/overlay-repository.ts';
import type { OverlayRow, SendRow, SessionRow, SessionTarget, StoredMessage, UsageRow } from '#storage/rows.ts';

/** What is left of a conversation whose own row is lost. */
export interface OrphanedSession {
  /** Readable messages, in any order; at least one. */
  messages: readonly StoredMessage[];
  overlays: readonly OverlayRow[];
  sends: readonly SendRow[];
  usage: readonly UsageRow[];
}

/**
 * Rebuilds a session's row from its contents. What only the row held is lost: the user's title, its folder, its pin,
 * its tools. A task becomes a conversation of its own.
 */
export function rebuildSession(id: string, { messages, overlays, sends, usage }: OrphanedSession): SessionRow {
  const sorted = messages.toSorted((a, b) => a.seq - b.seq);
  const times = sorted.flatMap(({ createdAt, completedAt }) => [createdAt, completedAt ?? createdAt]);
  const lastSend = sends.reduce<SendRow | null>((last, send) => (last && last.at >= send.at ? last : send), null);
  const lastOrigin = sorted.findLast(({ origin }) => origin)?.origin;
  const target: SessionTarget | null = lastSend
    ? { connection: lastSend.connection, model: lastSend.model, thinking: lastSend.usual ?? lastSend.thinking }
    : lastOrigin
      ? { connection: lastOrigin.vendor, model: lastOrigin.model, thinking: 'off' }
      : null;
  return {
    id,
    title: titleOfMessages(sorted),
    titleBy: 'auto',
    createdAt: times.reduce((first, time) => Math.min(first, time)),
    updatedAt: times.reduce((last, time) => Math.max(last, time)),
    leafId: newestValidLeaf(sorted, overlays),
    lastSeq: sorted.at(-1)?.seq ?? 0,
    pinned: 0,
    deletedAt: 0,
    target,
    system: lastSend?.system ?? '',
    lastVendor: lastOrigin?.vendor ?? null,
    cost: usage.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
  };
}

/** The newest message that is not deleted and has no deleted ancestor. */
export function newestValidLeaf(
  messages: readonly Pick<StoredMessage, 'id' | 'parentId' | 'seq'>[],
  overlays: readonly Pick<OverlayRow, 'kind' | 'target'>[],
): string | null {
  const hidden = new Set(overlays.filter(({ kind }) => kind === HIDDEN).map(({ target }) => target.message));
  let leaf: string | null = null;
  for (const { id, parentId } of messages.toSorted((a, b) => a.seq - b.seq)) {
    // A child comes after its parent, so all descendants of a hidden message are found.
    if (hidden.has(id) || (parentId !== null && hidden.has(parentId))) hidden.add(id);
    else leaf = id;
  }
  return leaf;
}
