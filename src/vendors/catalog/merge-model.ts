import { without } from '#core/without.ts';
import type { Model, ModelOverride } from '#core/model.ts';
import type { Price, ThinkingSupport } from '#core/vendors/base/model-facts.ts';

/** What the vendor's own list says about a model. */
interface ListedFacts {
  label?: string;
  contextWindow?: number;
  maxContextWindow?: number;
  maxOutput?: number;
  tools?: boolean;
  images?: boolean;
  thinking?: ThinkingSupport;
}

/**
 * Merges the facts about a model, weakest source first: the catalog or a guess, the vendor's own list, the user. A list
 * wins where it's fresher than the catalog, but not with implausible values. It can only shrink a context window that
 * the catalog keeps below a price step.
 */
export function mergeModel(model: Model, listed: ListedFacts = {}, override: ModelOverride = {}): Model {
  const inCatalog = model.asOf !== undefined;
  const { price: ownPrice, ...own } = override;
  const price = ownPrice && mergePrice(model.price, ownPrice);
  const { tools, images, thinking } = inCatalog ? {} : listed;
  const maxContextWindow = tokens(listed.maxContextWindow);
  return {
    ...model,
    ...(tools !== undefined && { tools }),
    ...(images !== undefined && { images }),
    ...(thinking && { thinking }),
    ...(maxContextWindow !== undefined && { maxContextWindow }),
    label: inCatalog ? model.label : listed.label?.trim() || model.label,
    contextWindow: mergeWindow(model, tokens(listed.contextWindow)),
    maxOutput: tokens(listed.maxOutput) ?? model.maxOutput,
    ...own,
    ...(price && { price }),
  };
}

/**
 * A price needs both input and output. When the user sets either, the higher price for long input is dropped, because
 * the user's price applies to every length.
 */
function mergePrice(catalogPrice: Price | undefined, own: NonNullable<ModelOverride['price']>): Price | undefined {
  const input = own.input ?? catalogPrice?.input;
  const output = own.output ?? catalogPrice?.output;
  if (input === undefined || output === undefined) return catalogPrice;
  const merged = { ...catalogPrice, ...own, input, output };
  return own.input === undefined && own.output === undefined ? merged : without(merged, 'above');
}

function mergeWindow({ contextWindow, price }: Model, listed: number | undefined): number | null {
  if (listed === undefined || contextWindow === null) return listed ?? contextWindow;
  const staysBelowStep = price?.above !== undefined && contextWindow <= price.above.tokens;
  return staysBelowStep ? Math.min(listed, contextWindow) : listed;
}

function tokens(count: number | undefined): number | undefined {
  return count !== undefined && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
