import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** The page has shown the full address, and the user agreed. */
const OpenExternal = z.object({ url: z.string().check(z.minLength(1), z.maxLength(2048)) });
/** `opened: false` in browser mode: the page opens the link itself. */
export const OpenExternalResult = z.object({ opened: z.boolean(), url: z.string() });
export type OpenExternalResult = z.infer<typeof OpenExternalResult>;

export const shellEndpoints = {
  openExternal: { route: 'POST /api/shell/open-external', body: OpenExternal, answer: OpenExternalResult },
} satisfies Endpoints;
