import type { Decision } from '../../request.ts';
import { EVERY_MESSAGE, MODEL_WINDOW, SMALLER_WINDOW } from '../overlays.ts';
import type { RefusedRequest } from './decide-repairs.ts';
import type { Failure } from './failure.ts';

/** What a request keeps of its size at most when a vendor says that it is too long, and when it does not say how much. */
const MAX_SHARE = 0.9;
const BLIND = 0.7;
/** Part of a window that the answer takes at most (see `outputLimit`), and what the count may be off by. */
const ANSWER = 0.25;
const MARGIN = 0.05;
/** Below this there is no conversation left to shorten. */
const MIN_TOKENS = 256;

/**
 * A window that fits what the vendor said: its limit belongs to the model, the room that is left to this conversation,
 * in tokens of the uncalibrated estimate. The numbers of the refusal calibrate it: a request of `current` tokens that
 * was estimated at half as many shows what the estimate is worth here.
 */
export function smallerWindow({ current, max }: Failure, { target, request, report }: RefusedRequest): Decision[] {
  const estimated = report.tokens / (target.tokenFactor ?? 1);
  const about = { vendor: target.vendor, endpoint: target.endpoint, model: target.model.id };
  const decisions: Decision[] = [];
  if (max !== undefined && max >= MIN_TOKENS && max < (target.model.contextWindow ?? Number.POSITIVE_INFINITY))
    decisions.push(windowOf(MODEL_WINDOW, { ...about, tokens: max }));
  const room = max === undefined ? null : max * (1 - MARGIN) - Math.min(request.maxOutputTokens, max * ANSWER);
  const share = room === null ? BLIND : Math.min(MAX_SHARE, room / Math.max(current ?? estimated, 1));
  const tokens = Math.floor(estimated * share);
  if (tokens >= MIN_TOKENS) decisions.push(windowOf(SMALLER_WINDOW, { ...about, tokens }));
  return decisions;
}

function windowOf(kind: string, data: Record<string, unknown>): Decision {
  return { kind, target: { message: EVERY_MESSAGE }, reason: '', data };
}
