/**
 * How a model thinks, as data (vendor-rules A27, A30, G14, O8). `off` says whether thinking can be switched off.
 * `efforts` are the values that the vendor accepts, weakest first.
 */
export type ThinkingSupport =
  | { kind: 'none' }
  | {
      kind: 'anthropic';
      manual: boolean;
      adaptive: boolean;
      off: boolean;
      efforts: readonly string[];
      /**
       * Whether signatures are bound to the prefix: never, for accounts since 2026-08-31, or for all accounts (A24).
       */
      binding: 'none' | 'new-accounts' | 'all';
      /** Manual mode also thinks between tool calls when a beta header asks for it (A29). */
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
  /** Output that is pictures. Absent: unknown. */
  pictures?: number;
  above?: { tokens: number; input: number; output: number };
}

/** Facts about a model that hold at every vendor that serves it. */
export interface ModelFacts {
  id: string;
  label: string;
  /** Tokens; `null` when unknown. */
  contextWindow: number | null;
  /**
   * Where a request says how much is read: the most that the model was trained to read. `contextWindow` is then what it
   * reads as it is set up.
   */
  maxContextWindow?: number;
  maxOutput: number | null;
  tools: boolean;
  images: boolean;
  files: boolean;
  /** It makes pictures when asked to. */
  makesPictures?: boolean;
  thinking: ThinkingSupport;
  /** The vendor leaves out old tool results itself when asked to (A38). */
  contextEditing?: boolean;
  price?: Price;
  /** Day on which these facts were true, YYYY-MM-DD. Absent for an unknown model with conservative defaults. */
  asOf?: string;
}
