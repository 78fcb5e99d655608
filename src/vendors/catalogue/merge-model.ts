import type { Model } from '#core/model.ts';

/** What the vendor's own list says about a model. */
interface ListedFacts {
  label?: string;
  contextWindow?: number;
  maxOutput?: number;
}

/** What the user says about it. */
type ModelOverride = Partial<
  Pick<Model, 'label' | 'contextWindow' | 'maxOutput' | 'tools' | 'images' | 'files' | 'thinking' | 'price'>
>;

/**
 * A model by everyone who knows something about it, weakest first: the catalogue or a guess, the vendor's own list,
 * the user. A list is believed where it is fresher than the catalogue, not where it says nothing sensible; a window
 * that the catalogue keeps below a price step is only ever made smaller by a list.
 */
export function mergeModel(model: Model, listed: ListedFacts = {}, override: ModelOverride = {}): Model {
  const known = model.asOf !== undefined;
  return {
    ...model,
    label: known ? model.label : listed.label?.trim() || model.label,
    contextWindow: mergeWindow(model, tokens(listed.contextWindow)),
    maxOutput: tokens(listed.maxOutput) ?? model.maxOutput,
    ...override,
  };
}

function mergeWindow({ contextWindow, price }: Model, listed: number | undefined): number | null {
  if (listed === undefined || contextWindow === null) return listed ?? contextWindow;
  const staysBelowStep = price?.above !== undefined && contextWindow <= price.above.tokens;
  return staysBelowStep ? Math.min(listed, contextWindow) : listed;
}

function tokens(count: number | undefined): number | undefined {
  return count !== undefined && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
