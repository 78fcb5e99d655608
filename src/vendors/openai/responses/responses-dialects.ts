import type { Vendor } from '#core/vendor.ts';

/** How vendors that speak Responses differ in what they take. */
export interface ResponsesDialect {
  /** Where the system prompt goes. */
  system: 'instructions' | 'system-message';
  /** Ask for a readable summary of the reasoning; a vendor that streams one unasked may refuse the field. */
  askSummary: boolean;
}

const OPENAI: ResponsesDialect = { system: 'instructions', askSummary: true };

/** xAI documents a system message in `input`; it sends reasoning summaries by itself (docs.x.ai, 2026). */
const DIALECTS: Partial<Record<Vendor, ResponsesDialect>> = {
  xai: { system: 'system-message', askSummary: false },
};

export const responsesDialect = (vendor: Vendor): ResponsesDialect => DIALECTS[vendor] ?? OPENAI;
