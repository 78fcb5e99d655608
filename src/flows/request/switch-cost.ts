import type { Model } from '#core/model.ts';
import { costOf } from '../base/cost-of.ts';

/** USD for the input of one request. `null` when a price is unknown. */
export interface SwitchCost {
  /** With nothing in the new model's cache. */
  change: number | null;
  /** With the old model, as long as its cache lasts. Also `null` when it has no price for cached input. */
  stay: number | null;
}

/** Returns the cost of the first request after a handoff, and of the same request with a warm cache. */
export function switchCost(tokens: number, from: Model | null, to: Model): SwitchCost {
  const writes = to.price?.cacheWrite !== undefined;
  return {
    change: costOf({ input: tokens, output: 0, ...(writes && { cacheWrite: tokens }) }, to.price),
    stay:
      from?.price?.cacheRead === undefined ? null : costOf({ input: tokens, output: 0, cacheRead: tokens }, from.price),
  };
}
