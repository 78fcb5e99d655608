import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/**
 * What failed. `page`, `memory` and `hung`: a window was opened again. `graphics`: drawing by the graphics card failed so often
 * that it is off. `app`: Baton ended without closing. `error`: an error that nothing caught, after which it went on.
 */
export const CRASH_KINDS = ['page', 'memory', 'hung', 'graphics', 'app', 'error'] as const;
export type CrashKind = (typeof CRASH_KINDS)[number];

const CrashKindName = z.enum(CRASH_KINDS);
const CrashId = z.string().check(z.regex(/^\d{13}-[a-z]+(-\d{1,3})?$/));

export const CrashReport = z.object({
  id: CrashId,
  kind: CrashKindName,
  at: z.number(),
  /** All of it: no text of a conversation is in it. */
  text: z.string(),
});
export type CrashReport = z.infer<typeof CrashReport>;

export const CrashState = z.object({
  /** What the user has not been told yet. */
  news: z.nullable(z.object({ kind: CrashKindName, at: z.number() })),
  /** Newest first. */
  reports: z.array(CrashReport),
  /** Memory images that the system's crash handler wrote; `null` where there is none. Their content never reaches the page. */
  images: z.nullable(z.object({ folder: z.string(), count: z.int(), bytes: z.number() })),
  /** Whether the graphics card draws now and after the next start; `null` in browser mode. */
  graphics: z.nullable(z.object({ now: z.boolean(), next: z.boolean() })),
});
export type CrashState = z.infer<typeof CrashState>;

/** Reports stay on this computer. Nothing here sends one. */
export const crashEndpoints = {
  crashes: { route: 'GET /api/crashes', answer: CrashState },
  /** The user has read what happened. */
  readCrash: { route: 'POST /api/crashes/read', answer: CrashState },
  /** After the next start. */
  useGraphics: { route: 'PUT /api/crashes/graphics', answer: CrashState, by: 'gesture' },
  deleteCrash: { route: 'DELETE /api/crashes/:id', params: { id: CrashId }, answer: CrashState },
  /** All reports and memory images. */
  deleteCrashes: { route: 'DELETE /api/crashes', answer: CrashState },
} satisfies Endpoints;
