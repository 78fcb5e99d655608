import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** A run id as the page created it. */
export const RunId = z.string().check(z.regex(/^[\w-]{1,64}$/, 'A run id has letters, digits, _ and -, at most 64.'));

export const runEndpoints = {
  /** Aborts the request that carries this id in `x-baton-run`, even before its response has headers. */
  cancel: { route: 'DELETE /api/runs/:id', params: { id: RunId } },
} satisfies Endpoints;
