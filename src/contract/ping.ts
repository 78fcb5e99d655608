import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

export const pingEndpoints = {
  ping: {
    route: 'GET /api/ping',
    answer: z.object({ ok: z.literal(true), version: z.string(), mount: z.enum(['electron', 'browser', 'test']) }),
  },
} satisfies Endpoints;
