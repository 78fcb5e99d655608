import type { Usage } from '#core/usage.ts';
import type { Price } from '#core/vendors/base/model-facts.ts';

const MILLION = 1_000_000;

/**
 * Returns USD for one answer; `null` when the price is unknown, as that of pictures is. Cached tokens without their own price count as input.
 */
export function costOf(usage: Usage, price: Price | undefined): number | null {
  if (!price || (usage.pictures !== undefined && price.output > 0)) return null;
  const long = price.above !== undefined && usage.input > price.above.tokens ? price.above : null;
  const input = long?.input ?? price.input;
  const output = long?.output ?? price.output;
  const factor = long ? long.input / price.input : 1;
  const read = usage.cacheRead ?? 0;
  const write = usage.cacheWrite ?? 0;
  const fresh = Math.max(0, usage.input - read - write);
  const readPrice = price.cacheRead === undefined ? input : price.cacheRead * factor;
  const writePrice = price.cacheWrite === undefined ? input : price.cacheWrite * factor;
  return (fresh * input + read * readPrice + write * writePrice + usage.output * output) / MILLION;
}
