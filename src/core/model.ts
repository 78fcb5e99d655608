import type { Protocol, Vendor } from './vendor.ts';

/** What Baton asks for; each model maps it to its own parameter. */
export type ThinkingLevel = 'off' | 'low' | 'medium' | 'high';

/**
 * How a model thinks, as data (vendor-rules A27, A30, G14, O8).
 * `off` tells whether it can be switched off; `efforts` are the values the vendor accepts, weakest first.
 */
export type ThinkingSupport =
  | { kind: 'none' }
  | {
      kind: 'anthropic';
      manual: boolean;
      adaptive: boolean;
      off: boolean;
      efforts: readonly string[];
      /** Signatures are bound to the prefix: never, for accounts since 2026-08-31, or for all (A24). */
      binding: 'none' | 'new-accounts' | 'all';
      /** Manual mode thinks between tool calls too when a beta header asks for it (A29). */
      interleaved?: boolean;
    }
  | { kind: 'effort'; off: boolean; efforts: readonly string[] }
  | { kind: 'gemini-budget'; off: boolean; min: number; max: number }
  | { kind: 'gemini-level'; off: boolean; levels: readonly string[] }
  | { kind: 'toggle'; off: boolean; efforts: readonly string[] };

/** USD per million tokens. `above` prices apply when the input is longer than `above.tokens`. */
export interface Price {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  above?: { tokens: number; input: number; output: number };
}

export interface Model {
  id: string;
  vendor: Vendor;
  label: string;
  protocol: Protocol;
  /** Tokens; null when not known. */
  contextWindow: number | null;
  maxOutput: number | null;
  tools: boolean;
  images: boolean;
  files: boolean;
  thinking: ThinkingSupport;
  /** The vendor itself leaves out old tool results where it is asked to (A38). */
  contextEditing?: boolean;
  price?: Price;
  /** Day on which these facts were true, YYYY-MM-DD; absent for an unknown model with conservative defaults. */
  asOf?: string;
}

/** What a person says about a model; it goes before what Baton and the vendor say. */
export interface ModelOverride {
  contextWindow?: number;
  maxOutput?: number;
  tools?: boolean;
  images?: boolean;
  files?: boolean;
  /** What is absent stays as it is known. */
  price?: Partial<Pick<Price, PricePart>>;
}

export const PRICE_PARTS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const satisfies readonly (keyof Price)[];
export type PricePart = (typeof PRICE_PARTS)[number];
