import { z } from 'zod/mini';

/** What a server says about a model that its vendor's catalog doesn't know. Absent: it doesn't say. */
export const listedAbilities = {
  tools: z.exactOptional(z.boolean()),
  images: z.exactOptional(z.boolean()),
  thinking: z.exactOptional(
    z.union([
      z.object({ kind: z.literal('none') }),
      z.object({ kind: z.enum(['toggle', 'effort']), off: z.boolean(), efforts: z.readonly(z.array(z.string())) }),
    ]),
  ),
};
