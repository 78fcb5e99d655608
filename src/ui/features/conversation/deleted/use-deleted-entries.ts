import { DELETED, targetKey } from '#core/normalize/base/overlays.ts';
import { getMessage } from '#storage/message-repository.ts';
import { sessionOverlays } from '#storage/overlay-repository.ts';
import type { OverlayRow, StoredMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';

/** A message that the user deleted, or a tool result in it. */
export interface DeletedEntry {
  target: OverlayRow['target'];
  message: StoredMessage;
}

/** In the order of the conversation, of every branch; `undefined` while loading. */
export function useDeletedEntries(sessionId: string): readonly DeletedEntry[] | undefined {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(async () => {
    const rows = await sessionOverlays(db, sessionId, onUnreadableRow);
    const targets = new Map(
      rows.filter(({ kind }) => kind === DELETED).map(({ target }) => [targetKey(target), target]),
    );
    const entries: DeletedEntry[] = [];
    for (const target of targets.values()) {
      const message = await getMessage(db, target.message, onUnreadableRow);
      if (message) entries.push({ target, message });
    }
    return entries.sort((a, b) => a.message.seq - b.message.seq);
  }, [db, sessionId, onUnreadableRow]);
}
