import { z } from 'zod';
import { VENDORS } from '#core/vendor.ts';
import type { DraftRow, SessionRow, SessionTarget, StoredMessage, StoredPart } from './rows.ts';

/*
 * What this version can read. A row that does not match is reported and left as it is: it may come from a newer
 * version, an import, or a damaged disk.
 */

const Count = z.number().nonnegative();
const Time = z.number();
const VendorName = z.enum(VENDORS);
const Stored = { blob: z.string().min(1), bytes: Count };

const Text = z.object({
  type: z.literal('text'),
  text: z.string(),
  signature: z.string().exactOptional(),
  itemId: z.string().exactOptional(),
  phase: z.string().exactOptional(),
  continues: z.boolean().exactOptional(),
});

const Thinking = z.object({
  type: z.literal('thinking'),
  text: z.string(),
  signature: z.string().exactOptional(),
  encrypted: z.string().exactOptional(),
  itemId: z.string().exactOptional(),
  details: z.string().exactOptional(),
  prefixDigest: z.string().exactOptional(),
  durationMs: z.number().exactOptional(),
});

const Redacted = z.object({
  type: z.literal('redacted_thinking'),
  data: z.string(),
  prefixDigest: z.string().exactOptional(),
});

const ToolCall = z.object({
  type: z.literal('tool_call'),
  id: z.string(),
  name: z.string(),
  args: z.unknown(),
  rawArgs: z.string().exactOptional(),
  signature: z.string().exactOptional(),
  itemId: z.string().exactOptional(),
});

const ToolResult = z.object({
  type: z.literal('tool_result'),
  callId: z.string().exactOptional(),
  name: z.string().exactOptional(),
  text: z.string(),
  isError: z.boolean().exactOptional(),
  images: z.array(z.object({ mime: z.string(), ...Stored })).exactOptional(),
});

const Image = z.object({ type: z.literal('image'), mime: z.string(), ...Stored });
const File = z.object({ type: z.literal('file'), mime: z.string(), name: z.string(), ...Stored });
const Refusal = z.object({ type: z.literal('refusal'), text: z.string() });

export const StoredPartSchema: z.ZodType<StoredPart> = z.discriminatedUnion('type', [
  Text,
  Thinking,
  Redacted,
  ToolCall,
  ToolResult,
  Image,
  File,
  Refusal,
]);

const Usage = z.object({
  input: Count,
  output: Count,
  thinking: Count.exactOptional(),
  cacheRead: Count.exactOptional(),
  cacheWrite: Count.exactOptional(),
});

const ERROR_KINDS = [
  'aborted',
  'auth',
  'billing',
  'quota',
  'rate_limit',
  'overloaded',
  'server',
  'network',
  'context_overflow',
  'invalid_signature',
  'prefix_binding',
  'thinking_modified',
  'thinking_block_order',
  'thinking_disabled_violation',
  'prefill_unsupported',
  'tool_result_missing',
  'orphan_tool_result',
  'tool_pairing',
  'unavailable_tool',
  'empty_content',
  'invalid_tool_schema',
  'missing_thought_signature',
  'unsupported_parameter',
  'invalid_parameter',
  'refused',
  'unknown',
] as const;

const ModelErrorSchema = z.object({
  // A kind that a later version adds must not hide the message it is stored on.
  kind: z.enum(ERROR_KINDS).catch('unknown'),
  retryable: z.boolean(),
  message: z.string(),
  vendor: VendorName.exactOptional(),
  status: z.number().exactOptional(),
  code: z.string().exactOptional(),
  requestId: z.string().exactOptional(),
  retryAfterMs: z.number().exactOptional(),
});

export const StoredMessageSchema: z.ZodType<StoredMessage> = z.object({
  id: z.string().min(1),
  sessionId: z.string().min(1),
  parentId: z.string().min(1).nullable(),
  seq: z.number().int().positive(),
  role: z.enum(['user', 'assistant', 'tool']),
  parts: z.array(StoredPartSchema),
  origin: z
    .object({
      vendor: VendorName,
      model: z.string(),
      endpoint: z.string().exactOptional(),
      account: z.string().exactOptional(),
    })
    .exactOptional(),
  stop: z.enum(['end', 'tool', 'aborted', 'error', 'length', 'refusal']).exactOptional(),
  status: z.enum(['streaming', 'interrupted', 'complete']),
  createdAt: Time,
  completedAt: Time.exactOptional(),
  usage: Usage.exactOptional(),
  error: ModelErrorSchema.exactOptional(),
  author: z.literal('automation').exactOptional(),
});

export const SessionTargetSchema: z.ZodType<SessionTarget> = z.object({
  connection: z.string(),
  model: z.string(),
  thinking: z.enum(['off', 'low', 'medium', 'high']),
});

export const SessionRowSchema: z.ZodType<SessionRow> = z.object({
  id: z.string().min(1),
  title: z.string(),
  titleBy: z.enum(['auto', 'person']),
  createdAt: Time,
  updatedAt: Time,
  leafId: z.string().min(1).nullable(),
  lastSeq: z.number().int().nonnegative(),
  pinned: z.union([z.literal(0), z.literal(1)]),
  deletedAt: Time,
  target: SessionTargetSchema.nullable(),
  system: z.string(),
  lastVendor: VendorName.nullable(),
  cost: z.number(),
});

export const DraftRowSchema: z.ZodType<DraftRow> = z.object({
  sessionId: z.string().min(1),
  text: z.string(),
  attachments: z.array(
    z.object({ kind: z.enum(['image', 'file']), mime: z.string(), name: z.string(), blob: z.string(), bytes: Count }),
  ),
  at: Time,
});

export const OverlayRowSchema = z.object({
  id: z.string().min(1),
  sessionId: z.string().min(1),
  target: z.object({ message: z.string(), part: z.number().int().exactOptional() }),
  kind: z.string(),
  reason: z.string(),
  at: Time,
  data: z.unknown().optional(),
});
