import { useMemo } from 'react';
import { contextShare } from '#core/reliability/context-steps.ts';
import { estimateMessages } from '#core/window/estimate-request.ts';
import { weightsFor } from '#core/window/token-weights.ts';
import { outgoingParts } from '#flows/base/outgoing-parts.ts';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import { outlineParts } from '#storage/hydrate-parts.ts';
import type { DraftRow } from '#storage/rows.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import { useSettled } from '#ui/data/use-inspection.ts';

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
