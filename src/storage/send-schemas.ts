import { z } from 'zod/mini';
import { SERVER_TOOLS } from '#core/vendors/base/server-tools.ts';
import { PREVENTIVE_HOOKS } from '#core/preventive-hook.ts';
import { VENDORS } from '#core/vendor.ts';
import { ParametersSchema } from './parameters-schema.ts';
import { ErrorKindSchema } from './row-schemas.ts';
import type { SendRow, ToolListRow } from './rows.ts';
import type { NoteListRow } from './send-rows.ts';

const Count = z.number().check(z.nonnegative());

const send = z.object({
  id: z.string().check(z.minLength(1)),
  sessionId: z.string().check(z.minLength(1)),
  at: z.number(),
  connection: z.string(),
  vendor: z.enum(VENDORS),
  model: z.string(),
  endpoint: z.string(),
  account: z.exactOptional(z.string()),
  thinking: z.enum(['off', 'low', 'medium', 'high']),
  usual: z.exactOptional(z.enum(['off', 'low', 'medium', 'high'])),
  system: z.string(),
  notes: z.array(
    z.object({
      rule: z.string(),
      message: z.exactOptional(z.string()),
      part: z.exactOptional(z.int()),
      detail: z.exactOptional(z.string()),
    }),
  ),
  left: Count,
  first: z.nullable(z.string()),
  tokens: Count,
  budget: z.nullable(Count),
  maxMessages: z.exactOptional(z.nullable(z.int().check(z.positive()))),
  parameters: z.exactOptional(ParametersSchema),
  tokenFactor: z.exactOptional(z.number().check(z.positive())),
  rulesOff: z.exactOptional(z.array(z.enum(PREVENTIVE_HOOKS))),
  contextEditing: z.exactOptional(z.literal(true)),
  makePictures: z.exactOptional(z.literal(true)),
  serverTools: z.exactOptional(
    z.object({
      names: z.array(z.enum(SERVER_TOOLS)),
      tools: z.array(z.record(z.string(), z.unknown())),
      include: z.exactOptional(z.array(z.string())),
      withFunctions: z.exactOptional(z.record(z.string(), z.unknown())),
      citeFiles: z.exactOptional(z.literal(true)),
    }),
  ),
  digest: z.string(),
  tools: z.exactOptional(z.string()),
  cacheKey: z.exactOptional(z.string()),
  vendorNotes: z.array(z.object({ rule: z.string(), detail: z.exactOptional(z.string()) })),
  repairs: z.array(z.object({ kind: z.catch(ErrorKindSchema, 'unknown'), message: z.string() })),
});

export const SendRowSchema: z.ZodMiniType<SendRow> = send;

/**
 * What is measured against the vendor's count. Leaves out the notes: after a change of vendor, a long conversation has
 * thousands in each row.
 */
export const MeasuredSendSchema = z.pick(send, {
  id: true,
  vendor: true,
  model: true,
  endpoint: true,
  tokens: true,
  tokenFactor: true,
  vendorNotes: true,
});

export const NoteListRowSchema: z.ZodMiniType<NoteListRow> = z.object({
  sessionId: send.shape.sessionId,
  digest: z.string().check(z.minLength(1)),
  notes: send.shape.notes,
});

export const ToolListRowSchema: z.ZodMiniType<ToolListRow> = z.object({
  digest: z.string().check(z.minLength(1)),
  tools: z.array(z.object({ name: z.string(), description: z.exactOptional(z.string()), inputSchema: z.unknown() })),
});
