import { z } from 'zod/mini';
import { DraftFields } from '#storage/draft-schemas.ts';
import { FolderRowSchema, ProjectFileRowSchema } from '#storage/project-schemas.ts';
import {
  AssistantRowSchema,
  OutputRowSchema,
  OverlayRowSchema,
  PlanRowSchema,
  PromptRowSchema,
  SessionRowSchema,
  StoredMessageSchema,
  UsageRowSchema,
} from '#storage/row-schemas.ts';
import type {
  DraftRow,
  OutputRow,
  OverlayRow,
  PlanRow,
  SendRow,
  SessionRow,
  StoredMessage,
  UsageRow,
} from '#storage/rows.ts';
import { SendRowSchema, ToolListRowSchema } from '#storage/send-schemas.ts';

/*
 * One line of a conversation's file. Agent runs aren't included: what they did is in the messages, and a restored
 * archive must not contain anything that could continue on its own. Learned facts about models aren't included either,
 * because they are learned again.
 */

export const SessionRecordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), row: SessionRowSchema }),
  z.object({ type: z.literal('message'), row: StoredMessageSchema }),
  z.object({ type: z.literal('overlay'), row: OverlayRowSchema }),
  z.object({ type: z.literal('send'), row: SendRowSchema }),
  z.object({ type: z.literal('usage'), row: UsageRowSchema }),
  z.object({ type: z.literal('plan'), row: PlanRowSchema }),
  z.object({ type: z.literal('output'), row: OutputRowSchema }),
  z.object({ type: z.literal('draft'), row: DraftFields }),
]);

export type SessionRecord = z.output<typeof SessionRecordSchema>;

/** A line of `blobs.ndjson`: bytes stored in the archive as `blobs/<hash>`. */
export const BlobRecordSchema = z.object({
  type: z.literal('blob'),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  mime: z.string(),
  bytes: z.int().check(z.nonnegative()),
});

export type BlobRecord = z.output<typeof BlobRecordSchema>;

/** A line of `tool-lists.ndjson`: tools that requests offered, each list once. */
export const ToolListRecordSchema = z.object({ type: z.literal('tool-list'), row: ToolListRowSchema });

export type ToolListRecord = z.output<typeof ToolListRecordSchema>;

/** A line of `library.ndjson`: what isn't part of a single conversation. */
export const LibraryRecordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('folder'), row: FolderRowSchema }),
  z.object({ type: z.literal('prompt'), row: PromptRowSchema }),
  z.object({ type: z.literal('assistant'), row: AssistantRowSchema }),
  z.object({ type: z.literal('project-file'), row: ProjectFileRowSchema }),
]);

export type LibraryRecord = z.output<typeof LibraryRecordSchema>;

/** All of one conversation, in memory. */
export interface SessionHistory {
  session: SessionRow;
  /** In order of `seq`. */
  messages: StoredMessage[];
  overlays: OverlayRow[];
  sends: SendRow[];
  usage: UsageRow[];
  outputs: OutputRow[];
  plan: PlanRow | null;
  draft: DraftRow | null;
}

/**
 * The lines of a conversation in a fixed order, so that equal conversations have equal files. An answer that is still
 * streaming is written as one that broke off.
 */
export function* recordsOf(history: SessionHistory): Generator<SessionRecord> {
  yield { type: 'session', row: history.session };
  for (const row of history.messages.toSorted((a, b) => a.seq - b.seq))
    yield { type: 'message', row: asCompleted(row) };
  yield* extraRecordsOf(history);
}

/** The lines after the messages. */
export function* extraRecordsOf(history: Omit<SessionHistory, 'session' | 'messages'>): Generator<SessionRecord> {
  for (const row of byId(history.overlays)) yield { type: 'overlay', row };
  for (const row of byId(history.sends)) yield { type: 'send', row };
  for (const row of byId(history.usage)) yield { type: 'usage', row };
  if (history.plan) yield { type: 'plan', row: history.plan };
  for (const row of byId(history.outputs)) yield { type: 'output', row };
  if (history.draft) {
    const { waiting: _waiting, ...row } = history.draft;
    yield { type: 'draft', row };
  }
}

export function asCompleted(message: StoredMessage): StoredMessage {
  return message.status === 'streaming' ? { ...message, status: 'interrupted' } : message;
}

function byId<T extends { id: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** The blobs that a line refers to. */
export function blobsOf(record: SessionRecord | LibraryRecord): { blob: string; mime: string; bytes: number }[] {
  if (record.type === 'project-file') return [record.row];
  if (record.type === 'draft') return record.row.attachments;
  if (record.type !== 'message') return [];
  return record.row.parts.flatMap((part) => {
    if (part.type === 'image' || part.type === 'file') return [part];
    return part.type === 'tool_result' ? (part.images ?? []) : [];
  });
}
