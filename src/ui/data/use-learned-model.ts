import { useLiveQuery } from './use-live-query.ts';
import { useCallback, useMemo } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import { readLearnedModel, type LearnedModel } from '#core/repairs/learned-model.ts';
import type { Overlay } from '#core/request.ts';
import { listOverlays, putOverlays, removeOverlay } from '#storage/overlay-repository.ts';
import { useServices } from './services.ts';

export interface UseLearnedModel extends LearnedModel {
  /** Takes effect with the next request. */
  forget(facts: readonly Overlay[]): Promise<void>;
  restore(facts: readonly Overlay[]): Promise<void>;
}

const NONE: readonly Overlay[] = [];
/** No conversation has this id, so only the facts that hold everywhere remain. */
const NO_SESSION = '';

/** The model with the corrections from its refusals, as stored in `overlays`. */
export function learnedOf(connection: Connection, model: Model, overlays: readonly Overlay[]): LearnedModel {
  return readLearnedModel({ vendor: connection.vendor, endpoint: connection.baseUrl, model }, overlays);
}

/** Learned facts about all models, and the repairs of a conversation if one is given. */
export function useOverlays(sessionId = NO_SESSION): readonly Overlay[] {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => listOverlays(db, sessionId, onUnreadableRow), [db, sessionId, onUnreadableRow]) ?? NONE;
}

/** Learned facts about one model, including those of a conversation if one is given. */
export function useLearnedModel(connection: Connection, model: Model, sessionId = NO_SESSION): UseLearnedModel {
  const { db } = useServices();
  const overlays = useOverlays(sessionId);
  const learned = useMemo(() => learnedOf(connection, model, overlays), [connection, model, overlays]);
  const forget = useCallback(
    async (facts: readonly Overlay[]) => {
      for (const { id } of facts) await removeOverlay(db, id);
    },
    [db],
  );
  const restore = useCallback((facts: readonly Overlay[]) => putOverlays(db, facts), [db]);
  return { ...learned, forget, restore };
}
