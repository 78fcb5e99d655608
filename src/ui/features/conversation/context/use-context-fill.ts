import { use, useMemo } from 'react';
import { contextShare } from '#core/reliability/context-steps.ts';
import { isTextFile } from '#core/normalize/base/is-text-file.ts';
import { PDF } from '#core/page-pictures.ts';
import { estimateMessages, PAGE_TOKENS } from '#core/window/estimate-request.ts';
import { weightsFor } from '#core/window/token-weights.ts';
import { outgoingParts } from '#flows/base/outgoing-parts.ts';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import { outlineParts } from '#storage/hydrate-parts.ts';
import type { DraftRow } from '#storage/rows.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import { DraftReadingsContext, keyOf, type Reading } from '#ui/features/conversation/documents/use-readings.ts';
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
  const readings = use(DraftReadingsContext);
  return useMemo(() => measure && contextFill(measure, draft ?? null, readings), [measure, draft, readings]);
}

export function contextFill(
  measure: ContextMeasure,
  row: DraftRow | null,
  readings: ReadonlyMap<string, Reading>,
): ContextFill {
  const written = row !== null && (row.text.trim() !== '' || row.attachments.length > 0);
  let estimate = 0;
  if (written) {
    const known = row.attachments.map((attachment) => tokensOf(attachment, readings));
    const unknown = row.attachments.filter((_, index) => known[index] === null);
    const isBare = row.text.trim() === '' && unknown.length === 0;
    const parts = isBare ? [] : outlineParts(outgoingParts({ ...row, attachments: unknown }));
    estimate = estimateMessages([{ role: 'user', parts }], weightsFor(measure.model));
    for (const tokens of known) estimate += tokens ?? 0;
  }
  const draft = Math.ceil(estimate * measure.factor);
  const tokens = measure.tokens + draft;
  return { measure, draft, tokens, share: contextShare(tokens, measure.budget) };
}

/**
 * Tokens of a file as far as its reading says, because its size says little. `null`: by its size, as of a picture, a
 * text that wasn't read, which is sent whole, and a PDF that wasn't read.
 */
function tokensOf(attachment: DraftRow['attachments'][number], readings: ReadonlyMap<string, Reading>): number | null {
  const reading = readings.get(keyOf(attachment));
  if (attachment.kind !== 'file' || !reading) return null;
  if (reading.state === 'reading') return 0;
  if (reading.state === 'failed') {
    if (isTextFile(attachment)) return null;
    if (attachment.mime !== PDF) return 0;
    return reading.pages === undefined ? null : PAGE_TOKENS * reading.pages;
  }
  const { form, parts } = reading.document;
  return reading.tokens + (form === 'pdf' ? PAGE_TOKENS * (parts?.total ?? 0) : 0);
}
