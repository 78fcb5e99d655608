export const VERBOSITIES = ['low', 'medium', 'high'] as const;
export type Verbosity = (typeof VERBOSITIES)[number];

/**
 * How the user wants answers to be generated, as intended: a target that doesn't accept one of them is not sent it, and
 * the value stays for the next one that does. An absent value is the vendor's default.
 */
export interface RequestParameters {
  temperature?: number;
  topP?: number;
  topK?: number;
  /** Maximum tokens of one answer. */
  maxOutput?: number;
  /** Texts at which the answer ends. */
  stop?: string[];
  seed?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  verbosity?: Verbosity;
  /** Tokens for thinking, where the model takes a budget. */
  thinkingBudget?: number;
  /** Tokens of context that a local server loads the model with. */
  contextLength?: number;
  /** Fields added to the body of requests to the user's own addresses. */
  body?: Record<string, unknown>;
}

export type ParameterName = keyof RequestParameters;

/** `undefined` when nothing is set, so that an empty object is never stored. */
export function nonEmpty(parameters: RequestParameters): RequestParameters | undefined {
  return Object.values(parameters).some((value) => value !== undefined) ? parameters : undefined;
}

/** Those for a request of Baton's own, such as a summary: only where the model runs, not how it writes. */
export function withoutStyle({ contextLength, body }: RequestParameters): RequestParameters {
  return { ...(contextLength !== undefined && { contextLength }), ...(body && { body }) };
}
