import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { useCallback } from 'react';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import type { SessionSettings, StoredMessage } from '#storage/rows.ts';
import { StoredMaxMessages, MAX_MESSAGES_KEY } from '#flows/conversation/max-messages.ts';
import { useLoaded, useSettled } from '#ui/data/use-inspection.ts';
import { useSetting } from '#ui/data/use-setting.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';

/** While steps change the conversation, it is measured only after a pause this long. */
const STEP_PAUSE_MS = 300;

/** What the next request includes and leaves out; `null` until it is known, and while no model can be used. */
export function useContextMeasure(session: SessionSettings, last: StoredMessage | undefined): ContextMeasure | null {
  const { requests, db } = useServices();
  const { id, target, system, tools, maxMessages } = session;
  const [defaultMost] = useSetting(MAX_MESSAGES_KEY, null, StoredMaxMessages);
  const model = useTargetModel(target)?.model ?? null;
  const overlays = useLiveQuery(
    async () => (await db.overlays.where('sessionId').equals(id).primaryKeys()).join(' '),
    [db, id],
  );
  const facts = model && [model.id, model.contextWindow, model.maxOutput, model.tools];
  const version = JSON.stringify([
    [last?.id, last?.status, target, system, tools, facts, overlays ?? null],
    [maxMessages, defaultMost],
  ]);
  const settled = useSettled(version, STEP_PAUSE_MS);
  const read = useCallback(
    () => requests.measure(id),
    // The version represents everything that the next request is made of.
    // oxlint-disable-next-line react/exhaustive-deps
    [requests, id, settled],
  );
  return useLoaded(read).value ?? null;
}
