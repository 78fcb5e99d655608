import { z } from 'zod';
import { PREVENTIVE_HOOKS } from '#core/preventive-hook.ts';
import { VENDORS } from '#core/vendor.ts';
import { ParametersSchema } from './parameters-schema.ts';
import { ErrorKindSchema } from './row-schemas.ts';
import type { SendRow, ToolListRow } from './rows.ts';

const Count = z.number().nonnegative();

export const SendRowSchema: z.ZodType<SendRow> = z.object({
  id: z.string().min(1),
  sessionId: z.string().min(1),
  at: z.number(),
  connection: z.string(),
  vendor: z.enum(VENDORS),
  model: z.string(),
  endpoint: z.string(),
  account: z.string().exactOptional(),
  thinking: z.enum(['off', 'low', 'medium', 'high']),
  usual: z.enum(['off', 'low', 'medium', 'high']).exactOptional(),
  system: z.string(),
  notes: z.array(
    z.object({
      rule: z.string(),
      message: z.string().exactOptional(),
      part: z.number().int().exactOptional(),
      detail: z.string().exactOptional(),
    }),
  ),
  left: Count,
  first: z.string().nullable(),
  tokens: Count,
  budget: Count.nullable(),
  maxMessages: z.number().int().positive().nullable().exactOptional(),
  parameters: ParametersSchema.exactOptional(),
  tokenFactor: z.number().positive().exactOptional(),
  rulesOff: z.array(z.enum(PREVENTIVE_HOOKS)).exactOptional(),
  contextEditing: z.literal(true).exactOptional(),
  digest: z.string(),
  tools: z.string().exactOptional(),
  cacheKey: z.string().exactOptional(),
  vendorNotes: z.array(z.object({ rule: z.string(), detail: z.string().exactOptional() })),
  repairs: z.array(z.object({ kind: ErrorKindSchema.catch('unknown'), message: z.string() })),
});

export const ToolListRowSchema: z.ZodType<ToolListRow> = z.object({
  digest: z.string().min(1),
  tools: z.array(z.object({ name: z.string(), description: z.string().exactOptional(), inputSchema: z.unknown() })),
});
