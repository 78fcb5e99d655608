import type { HistoryMessage } from '../message.ts';
import { normalizeRequest } from '../normalize/normalize-request.ts';
import type { Overlay, Target } from '../request.ts';
import { estimateMessages } from '../window/estimate-request.ts';
import { weightsFor } from '../window/token-weights.ts';

/** Why a summary is of no use: nothing in it, broken off, no shorter than what it stands for, or not sent whole. */
export type CompactionFlaw = 'empty' | 'cut' | 'longer' | 'lost';

export interface CompactionToCheck {
  /** The path up to the summary, and what it stands for of that. */
  history: readonly HistoryMessage[];
  replaced: readonly HistoryMessage[];
  overlays: readonly Overlay[];
  /** The summary as a message, and the overlays that put it in its place. */
  summary: HistoryMessage;
  made: readonly Overlay[];
  target: Target;
}

/**
 * Makes the next request with a summary before it is put in its place: it must be smaller than what it stands for, and
 * every word of it, goal and constraints first, must be in the request. Null where it may be used.
 */
export function checkCompaction(given: CompactionToCheck): CompactionFlaw | null {
  const { history, replaced, overlays, summary, made, target } = given;
  const before = normalizeRequest(history, overlays, target);
  const after = normalizeRequest([...history, summary], [...overlays, ...made], target);
  const weights = weightsFor(target.model);
  // A window that had left messages out already may hold more of them now: there the words themselves are compared.
  const smaller =
    before.report.droppedByWindow.length > 0
      ? estimateMessages([summary], weights) < estimateMessages(replaced, weights)
      : after.report.tokens < before.report.tokens;
  if (!smaller) return 'longer';
  const sent = after.request.messages.flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')));
  const words = sent.join('\n');
  const whole = summary.parts.every((part) => part.type !== 'text' || words.includes(part.text.trim().toWellFormed()));
  return whole && !after.report.problem ? null : 'lost';
}
