import { readMinuteLimit } from '../errors/read-numbers.ts';
import { EVERY_MESSAGE, MODEL_WINDOW, SMALLER_WINDOW } from '../normalize/base/overlays.ts';
import type { Decision } from '../request.ts';
import type { RefusedRequest } from './decide-repairs.ts';
import type { Failure } from './failure.ts';

/** The largest share of its size that a request keeps when a vendor says that it is too long but not by how much. */
const MAX_SHARE = 0.9;
const BLIND = 0.7;
/** The largest part of a window that the answer takes (see `outputLimit`), and the possible error of the estimate. */
const ANSWER = 0.25;
const MARGIN = 0.05;
/** Below this, no conversation is left to shorten. */
const MIN_TOKENS = 256;

/**
 * Returns a window that fits the vendor's message. The limit belongs to the model; the remaining budget to this
 * session, in tokens of the uncalibrated estimate. The refusal's numbers calibrate the estimate: if a request of
 * `current` tokens was estimated at half as many, estimates here are half of the real count. Where the messages fit
 * and only the answer was too long, knowing the limit is enough: a shorter answer is requested then.
 */
export function smallerWindow(
  { current, max, input = current }: Failure,
  { target, request, report }: RefusedRequest,
): Decision[] {
  const estimated = report.tokens / (target.tokenFactor ?? 1);
  const about = { vendor: target.vendor, endpoint: target.endpoint, model: target.model.id };
  const decisions: Decision[] = [];
  if (max !== undefined && max >= MIN_TOKENS && max < (target.model.contextWindow ?? Number.POSITIVE_INFINITY))
    decisions.push(windowOf(MODEL_WINDOW, { ...about, tokens: max }));
  const inputBudget = max === undefined ? null : max * (1 - MARGIN) - Math.min(request.maxOutputTokens, max * ANSWER);
  if (decisions.length > 0 && inputBudget !== null && input !== undefined && input <= inputBudget) return decisions;
  const share = inputBudget === null ? BLIND : Math.min(MAX_SHARE, inputBudget / Math.max(input ?? estimated, 1));
  const tokens = Math.floor(estimated * share);
  if (tokens >= MIN_TOKENS) decisions.push(windowOf(SMALLER_WINDOW, { ...about, tokens }));
  return decisions;
}

/**
 * Q4: vendors count the answer that a request allows against the tokens of a minute before they begin. Such a limit is
 * the window, then.
 */
export function withinMinute({ reason }: Failure, { target }: RefusedRequest): Decision[] {
  const { max = 0 } = readMinuteLimit(reason.toLowerCase()) ?? {};
  if (max < MIN_TOKENS || max >= (target.model.contextWindow ?? Number.POSITIVE_INFINITY)) return [];
  const about = { vendor: target.vendor, endpoint: target.endpoint, model: target.model.id };
  return [windowOf(MODEL_WINDOW, { ...about, tokens: max, per: 'minute' })];
}

function windowOf(kind: string, data: Record<string, unknown>): Decision {
  return { kind, target: { message: EVERY_MESSAGE }, reason: '', data };
}
