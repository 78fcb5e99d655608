import { isSummary } from '#core/is-summary.ts';
import { withoutResults } from '#core/normalize/base/deletions.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { createAttachmentWriter } from './base/attachments.ts';
import { isTime } from '#core/is-time.ts';
import { ownBlockOf } from '#core/server-tools/server-calls.ts';
import type { OutlineNode } from './base/outline.ts';
import { wholeTexts, type Attachment } from './base/render-parts.ts';
import type { Rendering } from './base/rendering.ts';

export const JSON_FORMAT = 'baton-conversation';
/** Raised with every change that could break a program that reads version 1. */
export const JSON_VERSION = 1;

/**
 * Writes a conversation for other programs, as README.md describes it: what was said, by whom, in which order. It lacks
 * what a vendor needs to continue; only the archive has that. One message per line.
 */
export async function* writeJson({ outline, source, options }: Rendering): AsyncGenerator<string> {
  const { session, byId, path, left, models } = outline;
  const writeAttachment = createAttachmentWriter(source, { each: 0, total: 0 });
  const shown = new Set(path);

  async function fileOf({ kind, mime, blob, bytes, name, from }: Omit<Attachment, 'name'> & { name?: string }) {
    const attachmentOutcome = await writeAttachment({
      kind,
      mime,
      blob,
      bytes,
      name: name ?? options.texts.picture(1),
      ...(from && { from }),
    });
    return {
      ...(name !== undefined && { name }),
      mime,
      bytes,
      sha256: blob,
      ...(attachmentOutcome.in === 'file' && { file: attachmentOutcome.path }),
      ...(from && { from: { server: from.server, address: from.uri } }),
    };
  }

  async function partOf(part: StoredPart, next: StoredPart | undefined): Promise<object | null> {
    switch (part.type) {
      case 'text':
        return {
          type: 'text',
          text: part.text,
          ...(part.mode !== undefined && { mode: part.mode }),
          ...citationsOf(part.text, next),
        };
      case 'refusal':
        return { type: 'refusal', text: part.text };
      case 'thinking':
        if (!options.thinking) return null;
        return { type: 'thinking', text: part.text, ...(part.durationMs !== undefined && { ms: part.durationMs }) };
      case 'redacted_thinking':
        return options.thinking ? { type: 'redacted_thinking' } : null;
      case 'tool_call': {
        if (!options.tools) return null;
        const { id, name, args, rawArgs } = part;
        return {
          type: 'tool_call',
          id,
          name,
          ...(rawArgs === undefined ? { arguments: args ?? {} } : { unread: rawArgs }),
        };
      }
      case 'tool_result': {
        if (!options.tools) return null;
        const { callId, name, text, isError, outcome, images = [] } = part;
        return {
          type: 'tool_result',
          ...(callId !== undefined && { call: callId }),
          ...(name !== undefined && { name }),
          status: outcome?.status ?? (isError === true ? 'error' : 'ok'),
          text,
          ...(images.length > 0 && {
            images: await Promise.all(images.map((image) => fileOf({ ...image, kind: 'image' }))),
          }),
        };
      }
      case 'image':
        return {
          type: 'image',
          ...(await fileOf({ ...part, kind: 'image' })),
          ...(part.prompt !== undefined && { prompt: part.prompt }),
        };
      case 'file':
        return { type: 'file', ...(await fileOf({ ...part, kind: 'file' })) };
      case 'vendor_block':
      default:
        return options.tools ? { type: 'vendor_block', kind: part.kind, data: part.data } : null;
    }
  }

  /** Ids of the messages that are written. Without tools, messages that contain only results are left out as well. */
  function parentOf({ parentId }: OutlineNode): string | null {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (!parent) return null;
    return parent.role === 'tool' && !options.tools ? parentOf(parent) : parent.id;
  }

  async function messageOf(row: StoredMessage, spot: OutlineNode): Promise<object> {
    const { id, role, author, edited, origin, createdAt, completedAt, status, stop, usage, error } = row;
    const parts: object[] = [];
    const whole = wholeTexts(row.parts);
    for (const [index, part] of whole.entries()) {
      const written = await partOf(part, whole[index + 1]);
      if (written) parts.push(written);
    }
    const summary = outline.summaries.get(id);
    return {
      id,
      parent: parentOf(spot),
      shown: shown.has(spot.owner ?? spot),
      role,
      ...(author !== undefined && { author: isSummary(row) ? 'summary' : author }),
      ...(summary && { summary: { used: summary.sent, ...(summary.count !== null && { messages: summary.count }) } }),
      ...(edited && { edited }),
      ...(origin && { model: { vendor: origin.vendor, id: origin.model } }),
      at: moment(createdAt),
      ...(completedAt !== undefined && { completedAt: moment(completedAt) }),
      complete: status === 'complete',
      ...(stop !== undefined && { stop }),
      parts,
      ...(usage && { usage }),
      ...(error && {
        error: {
          kind: error.kind,
          message: error.message,
          ...(error.status !== undefined && { status: error.status }),
          ...(error.code !== undefined && { code: error.code }),
          ...(error.requestId !== undefined && { request: error.requestId }),
        },
      }),
    };
  }

  const head = {
    format: JSON_FORMAT,
    version: JSON_VERSION,
    exportedAt: moment(options.at),
    id: session.id,
    title: session.title,
    createdAt: moment(session.createdAt),
    updatedAt: moment(session.updatedAt),
    instructions: session.system,
    models: models.map(({ origin, answers }) => ({ vendor: origin.vendor, id: origin.model, answers })),
    leftOut: { thinking: left.thinking, tools: left.tools, messages: left.messages },
  };
  const text = JSON.stringify(head, null, 2);
  yield `${text.slice(0, text.lastIndexOf('\n'))},\n  "messages": [`;
  let first = true;
  for await (const record of source.records(session.id)) {
    if (record.type !== 'message') continue;
    const spot = byId.get(record.row.id);
    if (!spot || (!options.branches && !shown.has(spot.owner ?? spot))) continue;
    if (!options.tools && spot.role === 'tool') continue;
    yield `${first ? '' : ','}\n    ${JSON.stringify(await messageOf(withoutResults(record.row, outline.deleted), spot))}`;
    first = false;
  }
  yield first ? ']\n}\n' : '\n  ]\n}\n';
}

/** What a text is based on, as the block after it says. */
function citationsOf(text: string, next: StoredPart | undefined): { citations?: object[] } {
  const own = ownBlockOf(next);
  if (own?.role !== 'citations') return {};
  const citations = own.cite(text).map(({ source: { title, address }, start, end, quote, pages }) => ({
    title,
    ...(address !== null && { address }),
    ...(start !== null && end !== null && { start, end }),
    ...(quote !== undefined && { quote }),
    ...(pages && { pages }),
  }));
  return citations.length === 0 ? {} : { citations };
}

const moment = (at: number): string | null => (isTime(at) ? new Date(at).toISOString() : null);
