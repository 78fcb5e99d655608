import { z } from 'zod/mini';

const Named = { token: z.string().check(z.minLength(1)) };

/** What the text of a draft may point at. */
export const MentionSchema = z.discriminatedUnion('kind', [
  z.object({ ...Named, kind: z.enum(['file', 'folder']), folder: z.string(), path: z.string() }),
  z.object({ ...Named, kind: z.literal('session'), session: z.string(), title: z.string() }),
  z.object({ ...Named, kind: z.literal('resource'), server: z.string(), uri: z.string(), name: z.string() }),
]);
