import { z } from 'zod';
import { ParametersSchema } from './parameters-schema.ts';
import { MODES } from '#core/message-options.ts';
import type { CallOutcome } from '#core/call-outcome.ts';
import { CONTEXT_FILE_KINDS, type ContextFile } from '#core/context-file.ts';
import { SHARED_CONTEXT } from '#core/shared-context.ts';
import { ScriptNoteSchema } from '#contract/scripts.ts';
import { VENDORS } from '#core/vendor.ts';
import type { ErrorKind, ModelError } from '#core/error.ts';
import type { Usage } from '#core/usage.ts';
import type { Origin } from '#core/vendor.ts';
import type {
  AssistantRow,
  DraftRow,
  OutputRow,
  PlanRow,
  PromptRow,
  QueuedMessage,
  RunRow,
  SessionRow,
  SessionTarget,
  StoredMessage,
  StoredPart,
} from './rows.ts';

/*
 * The rows that this version can read. A row that does not match is reported and left unchanged: it may come from a
 * newer version, an import, or a damaged disk.
 */

/** Names of all fields, for each member of a union. */
type FieldsOf<T> = T extends { type: infer Type extends string } ? `${Type}.${keyof T & string}` : keyof T;

/** Requires a schema with every field of `T`, including optional ones. A missing field would be dropped silently. */
export type Covers<T, S extends z.ZodType> = [FieldsOf<T>] extends [FieldsOf<z.output<S>>] ? z.ZodType<T> : never;

const Thinks = z.enum(['off', 'low', 'medium', 'high']);
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
  mode: z.string().exactOptional(),
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

const Outcome = z.object({
  status: z.enum([
    'ok',
    'error',
    'crashed',
    'timeout',
    'cancelled',
    'interrupted',
    'denied',
    'unknown_tool',
    'malformed',
    'not_run',
  ]),
  ms: Count.exactOptional(),
  decision: z
    .object({ given: z.enum(['once', 'turn', 'session', 'always', 'deny']), reason: z.string().exactOptional() })
    .exactOptional(),
  shortened: z.object({ output: z.string(), removedLines: Count, removedBytes: Count }).exactOptional(),
  leftovers: z
    .array(
      z.object({
        path: z.string(),
        line: Count,
        kind: z.enum(['unfinished', 'stand_in', 'commented_out']),
        text: z.string(),
      }),
    )
    .exactOptional(),
  scripts: z.array(ScriptNoteSchema).exactOptional(),
  held: z
    .object({ server: z.string(), why: z.enum(['review', 'sign-in']), scope: z.string().exactOptional() })
    .exactOptional(),
});
const OutcomeSchema: Covers<CallOutcome, typeof Outcome> = Outcome;

const ContextFileRow = z.object({
  id: z.string(),
  kind: z.enum(CONTEXT_FILE_KINDS),
  path: z.string(),
  text: z.string(),
});
const ContextFileSchema: Covers<ContextFile, typeof ContextFileRow> = ContextFileRow;

const ToolResult = z.object({
  type: z.literal('tool_result'),
  callId: z.string().exactOptional(),
  name: z.string().exactOptional(),
  text: z.string(),
  isError: z.boolean().exactOptional(),
  images: z.array(z.object({ mime: z.string(), ...Stored })).exactOptional(),
  outcome: OutcomeSchema.exactOptional(),
  context: z.array(ContextFileSchema).exactOptional(),
});

const Attached = { ...Stored, from: z.object({ server: z.string(), uri: z.string() }).exactOptional() };
const Image = z.object({
  type: z.literal('image'),
  mime: z.string(),
  name: z.string().exactOptional(),
  prompt: z.string().exactOptional(),
  signature: z.string().exactOptional(),
  itemId: z.string().exactOptional(),
  ...Attached,
});
const File = z.object({
  type: z.literal('file'),
  mime: z.string(),
  name: z.string(),
  text: z.string().exactOptional(),
  ...Attached,
});
const Refusal = z.object({ type: z.literal('refusal'), text: z.string() });

const VendorBlock = z.object({ type: z.literal('vendor_block'), kind: z.string(), data: z.string() });

const PartUnion = z.discriminatedUnion('type', [
  Text,
  Thinking,
  Redacted,
  ToolCall,
  ToolResult,
  Image,
  File,
  Refusal,
  VendorBlock,
]);

export const StoredPartSchema: Covers<StoredPart, typeof PartUnion> = PartUnion;

const UsageFields = z.object({
  input: Count,
  output: Count,
  thinking: Count.exactOptional(),
  cacheRead: Count.exactOptional(),
  cacheWrite: Count.exactOptional(),
  pictures: Count.exactOptional(),
  estimated: z.enum(['output', 'all']).exactOptional(),
});
export const UsageSchema: Covers<Usage, typeof UsageFields> = UsageFields;

const OriginFields = z.object({
  vendor: VendorName,
  model: z.string(),
  endpoint: z.string().exactOptional(),
  account: z.string().exactOptional(),
});
const OriginSchema: Covers<Origin, typeof OriginFields> = OriginFields;

const ERROR_KINDS: Record<ErrorKind, true> = {
  aborted: true,
  auth: true,
  billing: true,
  quota: true,
  rate_limit: true,
  overloaded: true,
  server: true,
  network: true,
  context_overflow: true,
  invalid_signature: true,
  prefix_binding: true,
  thinking_modified: true,
  thinking_block_order: true,
  thinking_disabled_violation: true,
  prefill_unsupported: true,
  tool_result_missing: true,
  orphan_tool_result: true,
  tool_pairing: true,
  unavailable_tool: true,
  empty_content: true,
  invalid_tool_schema: true,
  missing_thought_signature: true,
  unsupported_parameter: true,
  invalid_parameter: true,
  refused: true,
  model_not_found: true,
  cut_off: true,
  not_an_answer: true,
  unknown: true,
};
export const ErrorKindSchema = z.custom<ErrorKind>(
  (kind) => typeof kind === 'string' && Object.hasOwn(ERROR_KINDS, kind),
);

const ErrorFields = z.object({
  // A kind that a later version adds must not hide the message it is stored on.
  kind: ErrorKindSchema.catch('unknown'),
  retryable: z.boolean(),
  message: z.string(),
  vendor: VendorName.exactOptional(),
  status: z.number().exactOptional(),
  code: z.string().exactOptional(),
  requestId: z.string().exactOptional(),
  retryAfterMs: z.number().exactOptional(),
});
const ModelErrorSchema: Covers<ModelError, typeof ErrorFields> = ErrorFields;

const MessageFields = z.object({
  id: z.string().min(1),
  sessionId: z.string().min(1),
  parentId: z.string().min(1).nullable(),
  seq: z.number().int().positive(),
  role: z.enum(['user', 'assistant', 'tool']),
  parts: z.array(StoredPartSchema),
  origin: OriginSchema.exactOptional(),
  stop: z.enum(['end', 'tool', 'aborted', 'error', 'length', 'refusal']).exactOptional(),
  status: z.enum(['streaming', 'interrupted', 'complete']),
  createdAt: Time,
  completedAt: Time.exactOptional(),
  usage: UsageSchema.exactOptional(),
  error: ModelErrorSchema.exactOptional(),
  author: z.literal('automation').exactOptional(),
  edited: z.literal(true).exactOptional(),
  thinking: Thinks.exactOptional(),
});
export const StoredMessageSchema: Covers<StoredMessage, typeof MessageFields> = MessageFields;

export const SessionTargetSchema: z.ZodType<SessionTarget> = z.object({
  connection: z.string(),
  model: z.string(),
  thinking: Thinks,
});

const MaxMessages = z.number().int().positive().nullable();

const SessionFields = z.object({
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
  tools: z
    .object({
      on: z.boolean(),
      mode: z.enum(['ask', 'auto', 'plan']),
      off: z.array(z.string()),
      autoContinue: z.boolean().exactOptional(),
      hinted: z.boolean().exactOptional(),
      web: z.boolean().exactOptional(),
    })
    .exactOptional(),
  task: z
    .object({ above: z.array(z.string().min(1)).min(1), call: z.string(), background: z.boolean() })
    .exactOptional(),
  folder: z.string().min(1).exactOptional(),
  tags: z.array(z.string().min(1)).min(1).exactOptional(),
  archivedAt: Time.exactOptional(),
  assistant: z.string().min(1).exactOptional(),
  maxMessages: MaxMessages.exactOptional(),
  leavesOut: z.array(z.enum(SHARED_CONTEXT)).min(1).exactOptional(),
  pictures: z.literal(true).exactOptional(),
  parameters: ParametersSchema.exactOptional(),
});
export const SessionRowSchema: Covers<SessionRow, typeof SessionFields> = SessionFields;

export const PromptRowSchema: z.ZodType<PromptRow> = z.object({
  id: z.string().min(1),
  name: z.string(),
  text: z.string(),
  createdAt: Time,
  updatedAt: Time,
});

const AssistantFields = z.object({
  id: z.string().min(1),
  name: z.string(),
  system: z.string(),
  target: SessionTargetSchema.nullable(),
  tools: z.object({ on: z.boolean(), mode: z.enum(['ask', 'plan']), off: z.array(z.string()) }).exactOptional(),
  maxMessages: MaxMessages.exactOptional(),
  parameters: ParametersSchema.exactOptional(),
  createdAt: Time,
  updatedAt: Time,
});
export const AssistantRowSchema: Covers<AssistantRow, typeof AssistantFields> = AssistantFields;

export const DraftRowSchema: z.ZodType<DraftRow> = z.object({
  sessionId: z.string().min(1),
  text: z.string(),
  attachments: z.array(
    z.object({
      kind: z.enum(['image', 'file']),
      mime: z.string(),
      name: z.string(),
      encoding: z.string().exactOptional(),
      ...Attached,
    }),
  ),
  asks: z
    .object({
      thinking: Thinks.exactOptional(),
      modes: z.array(z.enum(MODES)).exactOptional(),
      unwanted: z.array(z.enum(['thinking', ...MODES])).exactOptional(),
    })
    .exactOptional(),
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

const PlanFields = z.object({
  sessionId: z.string().min(1),
  goal: z.string().nullable(),
  todos: z.array(
    z.object({ id: z.string(), content: z.string(), done: z.boolean(), summary: z.string().exactOptional() }),
  ),
  notes: z.array(z.string()),
  lastId: z.number().int().nonnegative(),
  at: Time,
});
export const PlanRowSchema: Covers<PlanRow, typeof PlanFields> = PlanFields;

export const OutputRowSchema: z.ZodType<OutputRow> = z.object({
  sessionId: z.string().min(1),
  id: z.string().min(1),
  call: z.string(),
  name: z.string(),
  text: z.string(),
  at: Time,
});

export const QueuedMessageSchema: z.ZodType<QueuedMessage> = z.object({
  id: z.string().min(1),
  parts: z.array(StoredPartSchema),
  author: z.literal('automation').exactOptional(),
  thinking: Thinks.exactOptional(),
  at: Time,
});

export const RunRowSchema: z.ZodType<RunRow> = z.object({
  id: z.string().min(1),
  sessionId: z.string().min(1),
  open: z.union([z.literal(0), z.literal(1)]),
  queued: z.array(QueuedMessageSchema),
  startedAt: Time,
});
