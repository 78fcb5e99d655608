import { z } from 'zod/mini';
import { ParametersSchema } from './parameters-schema.ts';
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
  OutputRow,
  PlanRow,
  PromptRow,
  QueuedMessage,
  RunRow,
  SessionRow,
  SessionTarget,
  StoredMessage,
  UsageRow,
  StoredPart,
} from './rows.ts';

/*
 * The rows that this version can read. A row that does not match is reported and left unchanged: it may come from a
 * newer version, an import, or a damaged disk.
 */

/** Names of all fields, for each member of a union. */
type FieldsOf<T> = T extends { type: infer Type extends string } ? `${Type}.${keyof T & string}` : keyof T;

/** Requires a schema with every field of `T`, including optional ones. A missing field would be dropped silently. */
export type Covers<T, S extends z.ZodMiniType> = [FieldsOf<T>] extends [FieldsOf<z.output<S>>]
  ? z.ZodMiniType<T>
  : never;

export const Thinks = z.enum(['off', 'low', 'medium', 'high']);
const Count = z.number().check(z.nonnegative());
const Time = z.number();
const VendorName = z.enum(VENDORS);
const Stored = { blob: z.string().check(z.minLength(1)), bytes: Count };

const Text = z.object({
  type: z.literal('text'),
  text: z.string(),
  signature: z.exactOptional(z.string()),
  itemId: z.exactOptional(z.string()),
  phase: z.exactOptional(z.string()),
  continues: z.exactOptional(z.boolean()),
  mode: z.exactOptional(z.string()),
});

const Thinking = z.object({
  type: z.literal('thinking'),
  text: z.string(),
  signature: z.exactOptional(z.string()),
  encrypted: z.exactOptional(z.string()),
  itemId: z.exactOptional(z.string()),
  details: z.exactOptional(z.string()),
  prefixDigest: z.exactOptional(z.string()),
  durationMs: z.exactOptional(z.number()),
});

const Redacted = z.object({
  type: z.literal('redacted_thinking'),
  data: z.string(),
  prefixDigest: z.exactOptional(z.string()),
});

const ToolCall = z.object({
  type: z.literal('tool_call'),
  id: z.string(),
  name: z.string(),
  args: z.unknown(),
  rawArgs: z.exactOptional(z.string()),
  signature: z.exactOptional(z.string()),
  itemId: z.exactOptional(z.string()),
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
  ms: z.exactOptional(Count),
  decision: z.exactOptional(
    z.object({ given: z.enum(['once', 'turn', 'session', 'always', 'deny']), reason: z.exactOptional(z.string()) }),
  ),
  shortened: z.exactOptional(z.object({ output: z.string(), removedLines: Count, removedBytes: Count })),
  leftovers: z.exactOptional(
    z.array(
      z.object({
        path: z.string(),
        line: Count,
        kind: z.enum(['unfinished', 'stand_in', 'commented_out']),
        text: z.string(),
      }),
    ),
  ),
  scripts: z.exactOptional(z.array(ScriptNoteSchema)),
  held: z.exactOptional(
    z.object({ server: z.string(), why: z.enum(['review', 'sign-in']), scope: z.exactOptional(z.string()) }),
  ),
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
  callId: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
  text: z.string(),
  isError: z.exactOptional(z.boolean()),
  images: z.exactOptional(z.array(z.object({ mime: z.string(), ...Stored }))),
  outcome: z.exactOptional(OutcomeSchema),
  context: z.exactOptional(z.array(ContextFileSchema)),
});

export const Attached = { ...Stored, from: z.exactOptional(z.object({ server: z.string(), uri: z.string() })) };
const Image = z.object({
  type: z.literal('image'),
  mime: z.string(),
  name: z.exactOptional(z.string()),
  prompt: z.exactOptional(z.string()),
  signature: z.exactOptional(z.string()),
  itemId: z.exactOptional(z.string()),
  ...Attached,
});
const File = z.object({
  type: z.literal('file'),
  mime: z.string(),
  name: z.string(),
  text: z.exactOptional(z.string()),
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
  thinking: z.exactOptional(Count),
  cacheRead: z.exactOptional(Count),
  cacheWrite: z.exactOptional(Count),
  pictures: z.exactOptional(Count),
  pictureTokens: z.exactOptional(Count),
  estimated: z.exactOptional(z.enum(['output', 'all'])),
});
const UsageSchema: Covers<Usage, typeof UsageFields> = UsageFields;

export const UsageRowSchema: z.ZodMiniType<UsageRow> = z.object({
  id: z.string().check(z.minLength(1)),
  sessionId: z.string().check(z.minLength(1)),
  at: z.number(),
  connection: z.string(),
  vendor: z.enum(VENDORS),
  model: z.string(),
  usage: UsageSchema,
  cost: z.nullable(z.number()),
});

const OriginFields = z.object({
  vendor: VendorName,
  model: z.string(),
  endpoint: z.exactOptional(z.string()),
  account: z.exactOptional(z.string()),
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
  kind: z.catch(ErrorKindSchema, 'unknown'),
  retryable: z.boolean(),
  message: z.string(),
  vendor: z.exactOptional(VendorName),
  status: z.exactOptional(z.number()),
  code: z.exactOptional(z.string()),
  requestId: z.exactOptional(z.string()),
  retryAfterMs: z.exactOptional(z.number()),
});
const ModelErrorSchema: Covers<ModelError, typeof ErrorFields> = ErrorFields;

const MessageFields = z.object({
  id: z.string().check(z.minLength(1)),
  sessionId: z.string().check(z.minLength(1)),
  parentId: z.nullable(z.string().check(z.minLength(1))),
  seq: z.int().check(z.positive()),
  role: z.enum(['user', 'assistant', 'tool']),
  parts: z.array(StoredPartSchema),
  origin: z.exactOptional(OriginSchema),
  stop: z.exactOptional(z.enum(['end', 'tool', 'aborted', 'error', 'length', 'refusal'])),
  status: z.enum(['streaming', 'interrupted', 'complete']),
  createdAt: Time,
  completedAt: z.exactOptional(Time),
  usage: z.exactOptional(UsageSchema),
  error: z.exactOptional(ModelErrorSchema),
  author: z.exactOptional(z.literal('automation')),
  edited: z.exactOptional(z.literal(true)),
  thinking: z.exactOptional(Thinks),
});
export const StoredMessageSchema: Covers<StoredMessage, typeof MessageFields> = MessageFields;

export const SessionTargetSchema: z.ZodMiniType<SessionTarget> = z.object({
  connection: z.string(),
  model: z.string(),
  thinking: Thinks,
});

const MaxMessages = z.nullable(z.int().check(z.positive()));

const SessionFields = z.object({
  id: z.string().check(z.minLength(1)),
  title: z.string(),
  titleBy: z.enum(['auto', 'person']),
  createdAt: Time,
  updatedAt: Time,
  leafId: z.nullable(z.string().check(z.minLength(1))),
  lastSeq: z.int().check(z.nonnegative()),
  pinned: z.union([z.literal(0), z.literal(1)]),
  deletedAt: Time,
  target: z.nullable(SessionTargetSchema),
  system: z.string(),
  lastVendor: z.nullable(VendorName),
  cost: z.number(),
  tools: z.exactOptional(
    z.object({
      on: z.boolean(),
      mode: z.enum(['ask', 'auto', 'plan', 'edits']),
      off: z.array(z.string()),
      autoContinue: z.exactOptional(z.boolean()),
      hinted: z.exactOptional(z.boolean()),
      web: z.exactOptional(z.boolean()),
    }),
  ),
  task: z.exactOptional(
    z.object({
      above: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
      call: z.string(),
      background: z.boolean(),
    }),
  ),
  folder: z.exactOptional(z.string().check(z.minLength(1))),
  tags: z.exactOptional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
  archivedAt: z.exactOptional(Time),
  assistant: z.exactOptional(z.string().check(z.minLength(1))),
  maxMessages: z.exactOptional(MaxMessages),
  leavesOut: z.exactOptional(z.array(z.enum(SHARED_CONTEXT)).check(z.minLength(1))),
  pictures: z.exactOptional(z.literal(true)),
  parameters: z.exactOptional(ParametersSchema),
});
export const SessionRowSchema: Covers<SessionRow, typeof SessionFields> = SessionFields;

export const PromptRowSchema: z.ZodMiniType<PromptRow> = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  text: z.string(),
  createdAt: Time,
  updatedAt: Time,
});

const AssistantFields = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  system: z.string(),
  target: z.nullable(SessionTargetSchema),
  tools: z.exactOptional(z.object({ on: z.boolean(), mode: z.enum(['ask', 'plan']), off: z.array(z.string()) })),
  maxMessages: z.exactOptional(MaxMessages),
  parameters: z.exactOptional(ParametersSchema),
  createdAt: Time,
  updatedAt: Time,
});
export const AssistantRowSchema: Covers<AssistantRow, typeof AssistantFields> = AssistantFields;

export const OverlayRowSchema = z.object({
  id: z.string().check(z.minLength(1)),
  sessionId: z.string().check(z.minLength(1)),
  target: z.object({ message: z.string(), part: z.exactOptional(z.int()) }),
  kind: z.string(),
  reason: z.string(),
  at: Time,
  data: z.optional(z.unknown()),
});

const PlanFields = z.object({
  sessionId: z.string().check(z.minLength(1)),
  goal: z.nullable(z.string()),
  todos: z.array(
    z.object({ id: z.string(), content: z.string(), done: z.boolean(), summary: z.exactOptional(z.string()) }),
  ),
  notes: z.array(z.string()),
  lastId: z.int().check(z.nonnegative()),
  at: Time,
});
export const PlanRowSchema: Covers<PlanRow, typeof PlanFields> = PlanFields;

export const OutputRowSchema: z.ZodMiniType<OutputRow> = z.object({
  sessionId: z.string().check(z.minLength(1)),
  id: z.string().check(z.minLength(1)),
  call: z.string(),
  name: z.string(),
  text: z.string(),
  at: Time,
});

export const QueuedMessageSchema: z.ZodMiniType<QueuedMessage> = z.object({
  id: z.string().check(z.minLength(1)),
  parts: z.array(StoredPartSchema),
  author: z.exactOptional(z.literal('automation')),
  thinking: z.exactOptional(Thinks),
  at: Time,
});

export const RunRowSchema: z.ZodMiniType<RunRow> = z.object({
  id: z.string().check(z.minLength(1)),
  sessionId: z.string().check(z.minLength(1)),
  open: z.union([z.literal(0), z.literal(1)]),
  queued: z.array(QueuedMessageSchema),
  startedAt: Time,
});
