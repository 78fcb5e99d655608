import type { Vendor } from '#core/vendor.ts';

/** How vendors that use Responses differ in what they accept. */
export interface ResponsesDialect {
  /** Where the system prompt goes. */
  system: 'instructions' | 'system-message';
  /** Request a readable summary of the reasoning. A vendor that streams one unasked may refuse the field. */
  askSummary: boolean;
}

const OPENAI: ResponsesDialect = { system: 'instructions', askSummary: true };

/** xAI documents a system message in `input`, and sends reasoning summaries on its own (docs.x.ai, 2026). */
const DIALECTS: Partial<Record<Vendor, ResponsesDialect>> = {
  xai: { system: 'system-message', askSummary: false },
};

export const responsesDialect = (vendor: Vendor): ResponsesDialect => DIALECTS[vendor] ?? OPENAI;
