import type { ModelFacts, Price, ThinkingSupport } from './model-facts.ts';

/** Day on which the facts about models were collected. Prices and context windows may have changed since. */
export const AS_OF = '2026-11-20';

/** What most models of one vendor share; a row lists the rest. */
type Shared = Pick<ModelFacts, 'images' | 'files' | 'contextEditing' | 'makesPictures'>;

interface Row extends Pick<ModelFacts, 'id' | 'label' | 'thinking' | 'price'> {
  contextWindow: number;
  maxOutput: number;
  images?: boolean;
  tools?: boolean;
  makesPictures?: boolean;
}

export function modelRows(shared: Shared, rows: readonly Row[]): readonly ModelFacts[] {
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

/** The thinking of a model by its name, at vendors that serve only open models. */
export function gptOss(id: string): ThinkingSupport {
  return id.includes('gpt-oss') ? GPT_OSS : NO_THINKING;
}
