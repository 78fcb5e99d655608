import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** Orphaned processes, which commands of conversations left running after their calls. */
export const OrphanProcessList = z.object({
  conversations: z.array(
    z.object({
      session: z.string(),
      processes: z.array(z.object({ pid: z.int(), command: z.string() })).check(z.minLength(1)),
    }),
  ),
});
export type OrphanProcessList = z.infer<typeof OrphanProcessList>;

export const orphanProcessEndpoints = {
  list: { route: 'GET /api/left-running', answer: OrphanProcessList },
  /** Ends the orphaned processes of a conversation; with `calls`, also what its calls are running. */
  end: {
    route: 'DELETE /api/left-running/:session',
    query: z.object({
      calls: z.pipe(
        z.optional(z.string()),
        z.transform((calls) => calls !== undefined),
      ),
    }),
  },
} satisfies Endpoints;
