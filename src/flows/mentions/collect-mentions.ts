import type { FileFacts, FolderPlace } from '#contract/folder-files.ts';
import type { MentionUse } from '#core/mentions/mention.ts';
import { mimeOfPath } from '#core/mentions/mime-of-path.ts';
import { CONVERSATION_ORIGIN, WORKSPACE_SERVER } from '#core/mentions/origins.ts';
import type { AttachedFrom } from '#storage/rows.ts';
import type { ServerContent } from '#tools/read-content.ts';
import type { OutgoingAttachment } from '../base/outgoing-message.ts';
import type { ReadableConversation } from './read-conversation.ts';

/** Longer texts are sent by lines. */
export const MAX_WHOLE_BYTES = 200 * 1024;

export type MentionProblemCode = 'missing' | 'long' | 'unreadable' | 'failed';

/** Why something that the user points at can't be sent. */
export interface MentionProblem {
  use: MentionUse;
  code: MentionProblemCode;
}

export interface MentionSources {
  facts(place: FolderPlace): Promise<FileFacts>;
  /** Rejects when the file is gone. */
  file(place: FolderPlace & { from?: number; to?: number }): Promise<Blob>;
  resource(server: string, resource: { uri: string; name: string }): Promise<ServerContent[]>;
  conversation(id: string): Promise<ReadableConversation | null>;
  /** Stores bytes and reads what a model will be given of them; `null` when there is nothing to read. */
  store(bytes: Blob, name: string, mime: string): Promise<OutgoingAttachment | null>;
}

export interface CollectedMentions {
  attachments: OutgoingAttachment[];
  problems: MentionProblem[];
}

/** Why a file can't be sent, from what is known of it. */
export function problemOf({ from }: MentionUse, { state, text, bytes }: FileFacts): MentionProblemCode | null {
  if (state === 'missing') return 'missing';
  return from === undefined && text && bytes > MAX_WHOLE_BYTES ? 'long' : null;
}

/** What a mention is called where it is attached. */
export function nameOf({ mention, from, to }: MentionUse): string {
  if (mention.kind === 'session') return mention.title;
  if (mention.kind === 'resource') return mention.name;
  return from === undefined ? mention.path : `${mention.path}:${from === to ? from : `${from}-${to}`}`;
}

/**
 * Reads everything that a message points at, as it is now, into attachments. With a problem, the message isn't sent, and
 * the attachments are of no use.
 */
export async function collectMentions(
  uses: readonly MentionUse[],
  sources: MentionSources,
  signal: AbortSignal,
): Promise<CollectedMentions> {
  const collected: CollectedMentions = { attachments: [], problems: [] };
  for (const use of uses) {
    signal.throwIfAborted();
    const read = await collectOne(use, sources).catch((): MentionProblemCode => 'failed');
    signal.throwIfAborted();
    if (typeof read === 'string') collected.problems.push({ use, code: read });
    else collected.attachments.push(...read);
  }
  return collected;
}

async function collectOne(
  use: MentionUse,
  sources: MentionSources,
): Promise<OutgoingAttachment[] | MentionProblemCode> {
  const { mention, from, to } = use;
  const attach = async (bytes: Blob, mime: string, origin: AttachedFrom | null, name = nameOf(use)) => {
    const stored = await sources.store(bytes, name, mime);
    return stored && { ...stored, ...(origin && { from: origin }) };
  };
  if (mention.kind === 'session') {
    const found = await sources.conversation(mention.session);
    if (!found) return 'missing';
    const origin = { server: CONVERSATION_ORIGIN, uri: '' };
    return all([await attach(new Blob([found.text]), 'text/plain', origin, found.title)]);
  }
  if (mention.kind === 'resource') {
    const { server } = mention;
    const contents = await sources.resource(server, mention);
    if (contents.length === 0) return 'missing';
    const attached: (OutgoingAttachment | null)[] = [];
    for (const { bytes, mime, name, uri } of contents) attached.push(await attach(bytes, mime, { server, uri }, name));
    return all(attached);
  }
  const { folder, path } = mention;
  const facts = await sources.facts({ folder, path });
  const problem = problemOf(use, facts);
  if (problem !== null) return problem;
  const lines = from !== undefined && to !== undefined && { from, to };
  const bytes = await sources.file({ folder, path, ...lines });
  if (facts.text && bytes.size > MAX_WHOLE_BYTES) return 'long';
  const mime = lines || facts.state === 'folder' ? 'text/plain' : mimeOfPath(path, facts.text);
  // The user's own files have no origin, as those that they attach.
  return all([await attach(bytes, mime, facts.own ? null : { server: WORKSPACE_SERVER, uri: path })]);
}

function all(attached: readonly (OutgoingAttachment | null)[]): OutgoingAttachment[] | 'unreadable' {
  const readable = attached.filter((one) => one !== null);
  return readable.length === attached.length ? readable : 'unreadable';
}
