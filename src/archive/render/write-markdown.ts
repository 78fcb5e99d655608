import { readableToolName } from '#core/tool-names.ts';
import { createAttachmentWriter, type EmbedLimits } from './base/attachments.ts';
import type { Entry } from './base/entries.ts';
import {
  argsText,
  formatBytes,
  callNotes,
  callEndLabel,
  errorFacts,
  factsOf,
  oneLine,
  originText,
  thinkingTitle,
  formatTime,
  titleOf,
} from './base/facts.ts';
import { createLabels } from './base/markdown-labels.ts';
import { closed, fenced, inlineText, quoted } from './base/markdown-text.ts';
import type { Attachment, RenderPart, StoredResult } from './base/render-parts.ts';
import { allEntries, type Rendering } from './base/rendering.ts';

/** With more image data than this, editors can't open the text anymore. */
const ROOM: EmbedLimits = { each: 500_000, total: 8_000_000 };
const NO_ROOM: EmbedLimits = { each: 0, total: 0 };

/** Writes a conversation as Markdown (CommonMark with the tables and formulas of its texts). */
export async function* writeMarkdown(rendering: Rendering): AsyncGenerator<string> {
  const { outline, source, options } = rendering;
  const { texts } = options;
  const writeAttachment = createAttachmentWriter(source, source.beside ? NO_ROOM : ROOM);
  const labeled = createLabels();
  /** Embedded images are at the end, so that the source stays readable. */
  const pictures: AsyncIterable<string>[] = [];

  async function attachmentLine(attachment: Attachment): Promise<string> {
    const { kind, name, bytes, mime, from } = attachment;
    const attachmentOutcome = await writeAttachment(attachment);
    const label = inlineText(name);
    if (attachmentOutcome.in === 'file')
      return `${kind === 'image' ? '!' : ''}[${label}](<${addressOf(attachmentOutcome.path)}>)\n\n`;
    if (attachmentOutcome.in === 'text')
      return `![${label}][baton-picture-${pictures.push(attachmentOutcome.data)}]\n\n`;
    const facts = [mime, formatBytes(bytes), originText(from, texts), !attachmentOutcome.stored && texts.removed];
    return `*${texts.attachment}: ${label} (${facts.filter(Boolean).map(String).map(inlineText).join(', ')})*\n\n`;
  }

  async function* resultLines(result: StoredResult, shown: readonly Attachment[]): AsyncGenerator<string> {
    for (const note of callNotes(result, options)) yield `*${inlineText(note)}*\n\n`;
    if (result.text !== '') yield `${fenced(result.text)}\n`;
    else if (shown.length === 0) yield `*${texts.emptyResult}*\n\n`;
    for (const picture of shown) yield await attachmentLine(picture);
  }

  async function* pieceLines(piece: RenderPart): AsyncGenerator<string> {
    switch (piece.kind) {
      case 'text':
      case 'refusal':
        yield `${closed(labeled(piece.text))}\n`;
        return;
      case 'thinking': {
        const title = thinkingTitle(piece.ms, options);
        const hidden = piece.text.trim() === '';
        yield `${quoted(hidden ? `**${title}.** ${texts.thoughtHidden}` : `**${title}**\n\n${labeled(piece.text)}`)}\n`;
        return;
      }
      case 'redacted':
        yield `${quoted(`**${texts.redacted}**`)}\n`;
        return;
      case 'call': {
        const { call, result } = piece;
        yield `**${texts.tool}: ${inlineText(readableToolName(call.name))}** (${inlineText(callEndLabel(result, options))})\n\n`;
        yield `${fenced(argsText(call), call.rawArgs === undefined ? 'json' : '')}\n`;
        if (result) yield* resultLines(result, piece.pictures);
        return;
      }
      case 'result':
        yield `**${texts.result}: ${inlineText(readableToolName(piece.result.name ?? texts.tool))}** (${inlineText(callEndLabel(piece.result, options))})\n\n`;
        yield* resultLines(piece.result, piece.pictures);
        return;
      case 'attachment':
        yield await attachmentLine(piece.attachment);
        return;
      case 'note':
        yield `*${inlineText(piece.text)}*\n\n`;
        return;
      case 'error':
      default:
        yield `**${texts.failed}** (${inlineText(errorFacts(piece.error, options))})\n\n`;
        if (piece.error.message !== '') yield `${fenced(piece.error.message)}\n`;
    }
  }

  async function* entryLines({ spot, message, who, pieces }: Entry): AsyncGenerator<string> {
    if (spot.leaves) {
      const { after } = spot.leaves;
      const from = after ? `${texts.branchAfter} ${texts.message(after.number)}` : texts.branchFirst;
      yield `---\n\n*${inlineText(from)}*\n\n`;
    }
    if (!spot.continues) {
      const at = formatTime(message.createdAt, options);
      yield `## ${spot.number}. ${inlineText(who)}${at === '' ? '' : ` · ${inlineText(at)}`}\n\n`;
    }
    for (const piece of pieces) yield* pieceLines(piece);
    for (const fork of spot.forks) yield `*${inlineText(`${texts.branchHere} ${texts.message(fork.number)}`)}*\n\n`;
  }

  yield `# ${inlineText(titleOf(outline, options))}\n\n`;
  for (const { label, value } of factsOf(outline, options)) yield `- ${label}: ${inlineText(value)}\n`;
  yield '\n';
  if (oneLine(outline.session.system) !== '')
    yield `**${texts.instructions}**\n\n${quoted(labeled(outline.session.system))}\n`;
  yield* allEntries(rendering, entryLines, () => [`# ${texts.branches}\n\n`]);
  for (const [at, data] of pictures.entries()) {
    yield `[baton-picture-${at + 1}]: <`;
    yield* data;
    yield '>\n';
  }
}

/** A path as an address. Characters that would end it, or have another meaning there, are percent-encoded. */
function addressOf(path: string): string {
  return path
    .split('/')
    .map((step) => encodeURIComponent(step))
    .join('/');
}
