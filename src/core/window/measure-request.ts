import type { HistoryMessage } from '../message.ts';
import { normalizeRequest } from '../normalize/normalize-request.ts';
import { overlaysFor } from '../normalize/overlays.ts';
import { withLearnedFacts } from '../normalize/repairs/with-learned-facts.ts';
import type { CompileReport, Overlay, Target } from '../request.ts';
import { estimateMessages, estimateTools } from './estimate-request.ts';
import { measuredFactor, type MeasuredRequest } from './token-factor.ts';
import { weightsFor } from './token-weights.ts';

/** What the next request takes of the model's window. All in tokens as the vendor would count them. */
export interface RequestSize {
  tokens: number;
  /** With nothing left out for want of room. */
  wanted: number;
  parts: { system: number; tools: number; summary: number; messages: number };
  /** What a request may take: the window without the room for the answer and for what estimates get wrong. */
  room: number | null;
  /** The model's own; null when it is not known. */
  window: number | null;
  answer: number;
  /** What an uncalibrated estimate is to be multiplied with here. */
  factor: number;
  report: CompileReport;
}

/**
 * Counts a request without making it ready to be sent. `newest` is the last request of the conversation that the vendor
 * counted: this one grew out of it, so what the estimate got wrong there it gets wrong here too.
 */
export function measureRequest(
  history: readonly HistoryMessage[],
  overlays: readonly Overlay[],
  target: Target,
  newest?: MeasuredRequest,
): RequestSize {
  const { request, report } = normalizeRequest(history, overlays, target);
  const learned = withLearnedFacts(target, overlaysFor(overlays, target), history).target;
  const weights = weightsFor(learned.model);
  const calibrated = target.tokenFactor ?? 1;
  const factor = measuredFactor(newest) ?? calibrated;
  const count = (tokens: number): number => Math.ceil(tokens * factor);
  const system = count(estimateTools(request.system, [], weights));
  const tools = count(estimateTools(undefined, request.tools, weights));
  const spoken = report.replaced && history[report.replaced.summary];
  const summary = spoken ? count(estimateMessages([spoken], weights)) : 0;
  const tokens = count(report.tokens / calibrated);
  return {
    tokens,
    wanted: count(report.wanted / calibrated),
    parts: { system, tools, summary, messages: Math.max(0, tokens - system - tools - summary) },
    room: report.budget,
    window: learned.model.contextWindow,
    answer: request.maxOutputTokens,
    factor,
    report,
  };
}
