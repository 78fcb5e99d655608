import type { Overlay } from '#core/request.ts';
import { sessionOverlays } from '#storage/overlay-repository.ts';
import { useServices } from './services.ts';
import { useSharedQuery } from './use-live-query.ts';

/** What `pick` takes from the overlays of a conversation; `undefined` while loading. They are read once for all. */
export function useSessionOverlays<Part>(
  sessionId: string,
  pick: (overlays: readonly Overlay[]) => Part,
): Part | undefined {
  const { db, onUnreadableRow } = useServices();
  return useSharedQuery(db, `overlays ${sessionId}`, () => sessionOverlays(db, sessionId, onUnreadableRow), pick);
}
