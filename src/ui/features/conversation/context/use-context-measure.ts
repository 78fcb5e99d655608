import { useServices } from '#ui/data/services.ts';
import { useCallback } from 'react';
import type { Overlay } from '#core/request.ts';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import type { SessionSettings, StoredMessage } from '#storage/rows.ts';
import { StoredMaxMessages, MAX_MESSAGES_KEY } from '#flows/conversation/max-messages.ts';
import { useSessionOverlays } from '#ui/data/use-session-overlays.ts';
import { useLoaded, useSettled } from '#ui/data/use-inspection.ts';
import { useSetting } from '#ui/data/use-setting.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';

/** While steps change the conversation, it is measured only after a pause this long. */
const STEP_PAUSE_MS = 300;

/** What the next request includes and leaves out; `null` until it is known, and while no model can be used. */
export function useContextMeasure(session: SessionSettings, last: StoredMessage | undefined): ContextMeasure | null {
  const { requests } = useServices();
  const { id, target, system, tools, maxMessages } = session;
  const [defaultMost] = useSetting(MAX_MESSAGES_KEY, null, StoredMaxMessages);
  const model = useTargetModel(target)?.model ?? null;
  const overlays = useSessionOverlays(id, versionOf);
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

function versionOf(overlays: readonly Overlay[]): string {
  return overlays.map(({ id, at }) => `${id} ${at}`).join(' ');
}
