import { z } from 'zod';

/** GET /api/left-running: orphaned processes, which commands of conversations left running after their calls. */
export const OrphanProcessList = z.object({
  conversations: z.array(
    z.object({
      session: z.string(),
      processes: z.array(z.object({ pid: z.int(), command: z.string() })).min(1),
    }),
  ),
});
export type OrphanProcessList = z.infer<typeof OrphanProcessList>;
