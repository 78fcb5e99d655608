import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useMemo } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import { learntModel, type LearntModel } from '#core/normalize/repairs/learnt-model.ts';
import type { Overlay } from '#core/request.ts';
import { listOverlays, putOverlays, removeOverlay } from '#storage/overlay-repository.ts';
import { usePageData } from './page-data.ts';

export interface UseLearntModel extends LearntModel {
  /** Takes effect with the next request. */
  forget(facts: readonly Overlay[]): Promise<void>;
  restore(facts: readonly Overlay[]): Promise<void>;
}

const NONE: readonly Overlay[] = [];
/** No conversation has this id: what holds in all of them remains. */
const NO_SESSION = '';

/** What a model's refusals have taught about it, in this conversation too where one is named. */
export function useLearntModel(connection: Connection, model: Model, sessionId = NO_SESSION): UseLearntModel {
  const { db, report } = usePageData();
  const overlays = useLiveQuery(() => listOverlays(db, sessionId, report), [db, sessionId, report]) ?? NONE;
  const learnt = useMemo(
    () => learntModel({ vendor: connection.vendor, endpoint: connection.baseUrl, model }, overlays),
    [connection, model, overlays],
  );
  const forget = useCallback(
    async (facts: readonly Overlay[]) => {
      for (const { id } of facts) await removeOverlay(db, id);
    },
    [db],
  );
  const restore = useCallback((facts: readonly Overlay[]) => putOverlays(db, facts), [db]);
  return { ...learnt, forget, restore };
}
