import { z } from 'zod/mini';
import { MODES } from '#core/message-options.ts';
import { MentionSchema } from './mention-schema.ts';
import { Attached, Thinks } from './row-schemas.ts';
import type { DraftRow } from './rows.ts';

/** All but `waiting`, which never leaves the computer. */
export const DraftFields = z.object({
  sessionId: z.string().check(z.minLength(1)),
  text: z.string(),
  attachments: z.array(
    z.object({
      kind: z.enum(['image', 'file']),
      mime: z.string(),
      name: z.string(),
      encoding: z.exactOptional(z.string()),
      ...Attached,
    }),
  ),
  asks: z.exactOptional(
    z.object({
      thinking: z.exactOptional(Thinks),
      modes: z.exactOptional(z.array(z.enum(MODES))),
      unwanted: z.exactOptional(z.array(z.enum(['thinking', ...MODES]))),
    }),
  ),
  mentions: z.exactOptional(z.array(MentionSchema)),
  at: z.number(),
});
/** What waits is read by `readWaiting`, when something does. */
export const DraftRowSchema = z.object({
  ...DraftFields.shape,
  waiting: z.exactOptional(z.unknown()),
}) as z.ZodMiniType<DraftRow>;
