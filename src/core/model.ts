import type { Vendor } from './vendor.ts';
import type { ModelFacts, Price } from './vendors/base/model-facts.ts';
import type { Protocol } from './vendors/base/protocol.ts';

/** The levels that Baton asks for. Each model maps them to its own parameter. */
export type ThinkingLevel = 'off' | 'low' | 'medium' | 'high';

export interface Model extends ModelFacts {
  vendor: Vendor;
  protocol: Protocol;
}

/** What the user says about a model. It overrides what Baton and the vendor say. */
export interface ModelOverride {
  contextWindow?: number;
  maxOutput?: number;
  tools?: boolean;
  images?: boolean;
  files?: boolean;
  /** Absent fields keep the existing value. */
  price?: Partial<Pick<Price, PricePart>>;
}

export const PRICE_PARTS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const satisfies readonly (keyof Price)[];
export type PricePart = (typeof PRICE_PARTS)[number];
