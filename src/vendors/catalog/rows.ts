import type { Model, Price, ThinkingSupport } from '#core/model.ts';
import type { Protocol, Vendor } from '#core/vendor.ts';

/** Day on which the facts in this folder were collected. Prices and context windows may have changed since. */
export const AS_OF = '2026-11-20';

/** What most models of one vendor share; a row lists the rest. */
export interface Shared {
  vendor: Vendor;
  protocol: Protocol;
  images: boolean;
  files: boolean;
  contextEditing?: boolean;
}

interface Row {
  id: string;
  label: string;
  contextWindow: number;
  maxOutput: number;
  thinking: ThinkingSupport;
  price?: Price;
  images?: boolean;
}

export function modelRows(shared: Shared, rows: readonly Row[]): readonly Model[] {
  return rows.map((row) => ({ tools: true, asOf: AS_OF, ...shared, ...row }));
}

/** USD per million tokens: input, output, cache read, cache write. */
export function price(input: number, output: number, cacheRead?: number, cacheWrite?: number): Price {
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
}

export const NO_THINKING: ThinkingSupport = { kind: 'none' };

/** `none` or `minimal` as the first value means off (O8). */
export function effort(...efforts: string[]): ThinkingSupport {
  return { kind: 'effort', off: efforts[0] === 'none' || efforts[0] === 'minimal', efforts };
}

/** Open models, the same on every server. */
export const GPT_OSS = effort('low', 'medium', 'high');
export const QWEN_38 = effort('none', 'low', 'medium', 'high');
