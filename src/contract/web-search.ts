import { z } from 'zod/mini';
import { SEARCH_SERVICE_IDS } from '#core/search-services.ts';
import type { Endpoints } from './endpoint.ts';

const Service = z.enum(SEARCH_SERVICE_IDS);

/** The service that models search the web with. */
export const WebSearch = z.object({
  /** `null` until the user has chosen one. */
  service: z.nullable(Service),
  /** Base URL of the user's own server. */
  address: z.nullable(z.string()),
  /** Services whose key is stored. */
  keys: z.array(Service),
});
export type WebSearch = z.infer<typeof WebSearch>;

/** `null`: no service. Without `key`, a stored one is kept. */
export const PutWebSearch = z.object({
  service: z.nullable(Service),
  address: z.exactOptional(z.string().check(z.trim(), z.minLength(1), z.maxLength(2048))),
  key: z.exactOptional(z.string().check(z.trim(), z.minLength(1), z.maxLength(4096))),
});
export type PutWebSearch = z.infer<typeof PutWebSearch>;

/** A search that shows whether the service works. */
export const WebSearchTest = z.object({
  /** How many results it found. */
  found: z.int().check(z.nonnegative()),
  /** Why it failed, in words; `null` if it worked. */
  problem: z.nullable(z.string()),
});
export type WebSearchTest = z.infer<typeof WebSearchTest>;

export const webSearchEndpoints = {
  webSearch: { route: 'GET /api/web-search', answer: WebSearch },
  putWebSearch: { route: 'PUT /api/web-search', body: PutWebSearch, answer: WebSearch },
  deleteWebSearchKey: {
    route: 'DELETE /api/web-search/keys/:service',
    params: { service: Service },
    answer: WebSearch,
  },
  testWebSearch: {
    route: 'POST /api/web-search/test',
    body: z.object({ query: z.string().check(z.minLength(1), z.maxLength(200)) }),
    answer: WebSearchTest,
  },
} satisfies Endpoints;
