import { SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import type { CompileReport, Overlay, Target } from '../request.ts';
import { estimateMessages, estimateTools } from '../window/estimate-request.ts';
import { measuredFactor, type MeasuredRequest } from '../window/token-factor.ts';
import { weightsFor } from '../window/token-weights.ts';
import { MessageNormalizer } from './message-normalizer.ts';

/** How much of the model's window the next request takes. All in tokens as the vendor would count them. */
export interface RequestSize {
  tokens: number;
  /** With nothing left out to fit the budget. */
  untrimmedTokens: number;
  parts: { system: number; tools: number; summary: number; messages: number };
  /** The token budget: the window minus the tokens for the answer and a margin for errors of the estimate. */
  budget: number | null;
  /** The model's own; `null` when unknown. */
  window: number | null;
  answer: number;
  /** Factor that corrects uncalibrated estimates here. */
  factor: number;
  report: CompileReport;
}

/**
 * Estimates a request without preparing it for sending. `newest` is the session's last request that the vendor counted.
 * This one grew out of it, so its estimate has the same error. `normalizer`: the conversation's.
 */
export function measureRequest(
  given: readonly HistoryMessage[] | SplitList<HistoryMessage>,
  overlays: readonly Overlay[],
  target: Target,
  newest?: MeasuredRequest,
  normalizer = new MessageNormalizer(),
): RequestSize {
  const history = SplitList.from(given);
  const { request, report } = normalizer.normalize(history, overlays, target);
  const learned = normalizer.learnedTarget(history, overlays, target);
  const weights = weightsFor(learned.model);
  const calibrated = target.tokenFactor ?? 1;
  const factor = measuredFactor(newest) ?? calibrated;
  const count = (tokens: number): number => Math.ceil(tokens * factor);
  const system = count(estimateTools(request.system, [], weights));
  const tools = count(estimateTools(undefined, request.tools, weights));
  const summaryMessage = report.replaced && history.at(report.replaced.summary);
  const summary = summaryMessage ? count(estimateMessages([summaryMessage], weights)) : 0;
  const tokens = count(report.tokens / calibrated);
  return {
    tokens,
    untrimmedTokens: count(report.untrimmedTokens / calibrated),
    parts: { system, tools, summary, messages: Math.max(0, tokens - system - tools - summary) },
    budget: report.budget,
    window: learned.model.contextWindow,
    answer: request.maxOutputTokens,
    factor,
    report,
  };
}
