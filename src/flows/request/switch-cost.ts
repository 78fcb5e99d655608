import type { Model } from '#core/model.ts';
import { costOf } from '../base/cost-of.ts';

/** USD for the input of one request; null where a price is not known. */
export interface SwitchCost {
  /** Nothing of it is in the new model's cache. */
  change: number | null;
  /** With the old model, as long as its cache lasts; null also when it has no price for cached input. */
  stay: number | null;
}

/** What the first request after a change of models costs, and what the same one costs where the cache is warm. */
export function switchCost(tokens: number, from: Model | null, to: Model): SwitchCost {
  const writes = to.price?.cacheWrite !== undefined;
  return {
    change: costOf({ input: tokens, output: 0, ...(writes && { cacheWrite: tokens }) }, to.price),
    stay:
      from?.price?.cacheRead === undefined ? null : costOf({ input: tokens, output: 0, cacheRead: tokens }, from.price),
  };
}
