import type { VendorServerTools } from './base/server-tools.ts';
import type { VENDOR_TABLE } from './table.ts';

/**
 * Called by the model itself and not from code that it runs: the same blocks on every model, nothing encrypted but what
 * was found, and no storage at the vendor (platform docs, web search and server tools, 2026-08).
 */
const DIRECT = { allowed_callers: ['direct'] };
/** The vendor sets no limit by itself, and each search costs. */
const MAX_USES = 8;

/** Prices as of 2026-11; what the tools find also costs its tokens everywhere. */
export const VENDOR_SERVER_TOOLS: Readonly<Partial<Record<keyof typeof VENDOR_TABLE, VendorServerTools>>> = {
  anthropic: {
    protocol: 'anthropic',
    tools: {
      search: {
        declare: { type: 'web_search_20260318', name: 'web_search', max_uses: MAX_USES, ...DIRECT },
        price: { usd: 10, per: 'thousand-searches' },
      },
      fetch: {
        declare: {
          type: 'web_fetch_20260318',
          name: 'web_fetch',
          max_uses: MAX_USES,
          citations: { enabled: true },
          ...DIRECT,
        },
        price: { usd: 0, per: 'free' },
      },
      code: { declare: { type: 'code_execution_20260521', name: 'code_execution' }, price: { usd: 0.05, per: 'hour' } },
      pages: { price: { usd: 0, per: 'free' } },
    },
  },
  openai: {
    protocol: 'openai-responses',
    // Its search opens pages by itself.
    tools: {
      search: { declare: { type: 'web_search' }, price: { usd: 10, per: 'thousand-searches' } },
      code: { declare: { type: 'code_interpreter', container: { type: 'auto' } } },
    },
    include: ['web_search_call.action.sources', 'code_interpreter_call.outputs'],
  },
  gemini: {
    protocol: 'gemini',
    tools: {
      search: { declare: { googleSearch: {} }, price: { usd: 14, per: 'thousand-queries' } },
      fetch: { declare: { urlContext: {} }, price: { usd: 0, per: 'free' } },
      code: { declare: { codeExecution: {} }, price: { usd: 0, per: 'free' } },
    },
    // Gemini 2 refuses both together, later models answer with parts of another kind (googleapis docs, 2026).
    besideFunctions: () => false,
  },
  // For every model that takes tools (announcement of 2026-05); prices depend on the engine. What it found comes as
  // annotations, which it doesn't need back.
  openrouter: {
    protocol: 'openai-chat',
    tools: {
      search: { declare: { type: 'openrouter:web_search' } },
      fetch: { declare: { type: 'openrouter:web_fetch' } },
    },
  },
  xai: {
    protocol: 'openai-responses',
    tools: {
      search: { declare: { type: 'web_search' }, price: { usd: 5, per: 'thousand-calls' } },
      code: { declare: { type: 'code_interpreter' }, price: { usd: 5, per: 'thousand-calls' } },
    },
  },
};
