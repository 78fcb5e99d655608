import type { HistoryMessage } from '../message.ts';
import { normalizeRequest } from '../normalize/normalize-request.ts';
import type { Overlay, Target } from '../request.ts';
import { estimateMessages } from '../window/estimate-request.ts';
import { weightsFor } from '../window/token-weights.ts';

/** Why a summary is unusable: empty, incomplete, no shorter than the messages it replaces, or not sent complete. */
export type CompactionFlaw = 'empty' | 'cut' | 'longer' | 'lost';

export interface CompactionToCheck {
  /** The path up to the summary, and the part of it that the summary replaces. */
  history: readonly HistoryMessage[];
  replaced: readonly HistoryMessage[];
  overlays: readonly Overlay[];
  /** The summary as a message, and the overlays that put it in place. */
  summary: HistoryMessage;
  made: readonly Overlay[];
  target: Target;
}

/**
 * Builds the next request with a summary before the summary is used: the request must become smaller, and must contain
 * every word of the summary, goal and constraints first. `null` when the summary may be used.
 */
export function checkCompaction(given: CompactionToCheck): CompactionFlaw | null {
  const { history, replaced, overlays, summary, made, target } = given;
  const before = normalizeRequest(history, overlays, target);
  const after = normalizeRequest([...history, summary], [...overlays, ...made], target);
  const weights = weightsFor(target.model);
  // A window that already left messages out may now hold more of them. In that case the texts themselves are compared.
  const smaller =
    before.report.droppedByWindow.length > 0
      ? estimateMessages([summary], weights) < estimateMessages(replaced, weights)
      : after.report.tokens < before.report.tokens;
  if (!smaller) return 'longer';
  const sent = after.request.messages.flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')));
  const text = sent.join('\n');
  const isComplete = summary.parts.every(
    (part) => part.type !== 'text' || text.includes(part.text.trim().toWellFormed()),
  );
  return isComplete && !after.report.problem ? null : 'lost';
}
