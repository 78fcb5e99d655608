import { z } from 'zod';
import { SEARCH_SERVICE_IDS } from '#core/search-services.ts';
import type { Endpoints } from './endpoint.ts';

const Service = z.enum(SEARCH_SERVICE_IDS);

/** The service that models search the web with. */
export const WebSearch = z.object({
  /** `null` until the user has chosen one. */
  service: Service.nullable(),
  /** Base URL of the user's own server. */
  address: z.string().nullable(),
  /** Services whose key is stored. */
  keys: z.array(Service),
});
export type WebSearch = z.infer<typeof WebSearch>;

/** `null`: no service. Without `key`, a stored one is kept. */
export const PutWebSearch = z.object({
  service: Service.nullable(),
  address: z.string().trim().min(1).max(2048).exactOptional(),
  key: z.string().trim().min(1).max(4096).exactOptional(),
});
export type PutWebSearch = z.infer<typeof PutWebSearch>;

/** A search that shows whether the service works. */
export const WebSearchTest = z.object({
  /** How many results it found. */
  found: z.int().nonnegative(),
  /** Why it failed, in words; `null` if it worked. */
  problem: z.string().nullable(),
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
    body: z.object({ query: z.string().min(1).max(200) }),
    answer: WebSearchTest,
  },
} satisfies Endpoints;
