import type { Usage } from '#core/usage.ts';
import type { Price } from '#core/vendors/base/model-facts.ts';

const MILLION = 1_000_000;

/**
 * Returns USD for one answer; `null` when its price is unknown, or that of a picture in it. Cached tokens without their own
 * price count as input.
 */
export function costOf(usage: Usage, price: Price | undefined): number | null {
  if (!price) return null;
  const pictures = pictureCost(usage, price);
  if (pictures === null) return null;
  const long = price.above !== undefined && usage.input > price.above.tokens ? price.above : null;
  const input = long?.input ?? price.input;
  const output = long?.output ?? price.output;
  const factor = long ? long.input / price.input : 1;
  const read = usage.cacheRead ?? 0;
  const write = usage.cacheWrite ?? 0;
  const fresh = Math.max(0, usage.input - read - write);
  const readPrice = price.cacheRead === undefined ? input : price.cacheRead * factor;
  const writePrice = price.cacheWrite === undefined ? input : price.cacheWrite * factor;
  const written = usage.output - (usage.pictureTokens ?? 0);
  return (fresh * input + read * readPrice + write * writePrice + written * output + pictures) / MILLION;
}

/** USD per million; `null` if there are pictures whose tokens or price aren't known. */
function pictureCost({ pictures, pictureTokens }: Usage, price: Price): number | null {
  // What is free is free with its pictures.
  if (pictures === undefined || price.output === 0) return 0;
  return pictureTokens === undefined || price.pictures === undefined ? null : pictureTokens * price.pictures;
}
