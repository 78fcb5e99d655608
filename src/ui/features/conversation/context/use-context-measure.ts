import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { useCallback, useMemo } from 'react';
import { contextShare } from '#core/reliability/context-steps.ts';
import { estimateMessages } from '#core/window/estimate-request.ts';
import { weightsFor } from '#core/window/token-weights.ts';
import { outgoingParts } from '#flows/base/outgoing-parts.ts';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import { outlineParts } from '#storage/hydrate-parts.ts';
import type { DraftRow, SessionRow, StoredMessage } from '#storage/rows.ts';
import { StoredMaxMessages, MAX_MESSAGES_KEY } from '#flows/conversation/max-messages.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import { useLoaded, useSettled } from '#ui/data/use-inspection.ts';
import { useSetting } from '#ui/data/use-setting.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';

/** While steps change the conversation, it is measured only after a pause this long. */
const STEP_PAUSE_MS = 300;
/** The pause for the draft, which is measured on its own, without the conversation. */
const TYPING_PAUSE_MS = 400;

export interface ContextFill {
  measure: ContextMeasure;
  draft: number;
  /** Including the draft. */
  tokens: number;
  /** Share of the token budget, 0 to 1; `null` when the budget is unknown. */
  share: number | null;
}

/** What the next request includes and leaves out; `null` until it is known, and while no model can be used. */
export function useContextMeasure(session: SessionRow, last: StoredMessage | undefined): ContextMeasure | null {
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

/** How full the context window is, including the draft. */
export function useContextFill(sessionId: string, measure: ContextMeasure | null): ContextFill | null {
  const draft = useSettled(useDraft(sessionId).draft, TYPING_PAUSE_MS);
  return useMemo(() => measure && fillOf(measure, draft ?? null), [measure, draft]);
}

function fillOf(measure: ContextMeasure, row: DraftRow | null): ContextFill {
  const written = row !== null && (row.text.trim() !== '' || row.attachments.length > 0);
  const parts = written ? outlineParts(outgoingParts(row)) : [];
  const estimate = written ? estimateMessages([{ role: 'user', parts }], weightsFor(measure.model)) : 0;
  const draft = Math.ceil(estimate * measure.factor);
  const tokens = measure.tokens + draft;
  return { measure, draft, tokens, share: contextShare(tokens, measure.budget) };
}
