import { readableToolName } from '#core/tool-names.ts';
import { createAttachmentWriter } from './base/attachments.ts';
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
import type { Attachment, RenderPart, StoredResult } from './base/render-parts.ts';
import { allEntries, type Rendering } from './base/rendering.ts';

const RULE = '─'.repeat(64);

const indented = (text: string): string =>
  `${text
    .split(/\r\n?|\n/)
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n')}\n`;

/**
 * Writes a conversation as plain text for any editor: texts unchanged, everything else set apart by lines and indents.
 */
export async function* writeText(rendering: Rendering): AsyncGenerator<string> {
  const { outline, source, options } = rendering;
  const { texts } = options;
  const writeAttachment = createAttachmentWriter(source, { each: 0, total: 0 });

  async function attachmentLine(attachment: Attachment): Promise<string> {
    const { name, bytes, mime, from } = attachment;
    const attachmentOutcome = await writeAttachment(attachment);
    const facts = [
      mime,
      formatBytes(bytes),
      originText(from, texts),
      attachmentOutcome.in === 'file' && attachmentOutcome.path,
      attachmentOutcome.in === 'nothing' && !attachmentOutcome.stored && texts.removed,
    ];
    return `[${texts.attachment}: ${oneLine(name)} (${facts.filter(Boolean).map(String).map(oneLine).join(', ')})]\n\n`;
  }

  async function* resultLines(result: StoredResult, shown: readonly Attachment[]): AsyncGenerator<string> {
    for (const note of callNotes(result, options)) yield `[${note}]\n`;
    if (result.text !== '') yield `${indented(result.text)}\n`;
    else if (shown.length === 0) yield `[${texts.emptyResult}]\n\n`;
    for (const picture of shown) yield await attachmentLine(picture);
  }

  async function* pieceLines(piece: RenderPart): AsyncGenerator<string> {
    switch (piece.kind) {
      case 'text':
      case 'refusal':
        yield `${piece.text}\n\n`;
        return;
      case 'thinking':
        yield `[${thinkingTitle(piece.ms, options)}]\n`;
        yield `${piece.text.trim() === '' ? `    ${texts.thoughtHidden}\n` : indented(piece.text)}\n`;
        return;
      case 'redacted':
        yield `[${texts.redacted}]\n\n`;
        return;
      case 'call':
        yield `[${texts.tool}: ${oneLine(readableToolName(piece.call.name))} (${callEndLabel(piece.result, options)})]\n`;
        yield `${indented(argsText(piece.call))}\n`;
        if (piece.result) {
          yield `[${texts.result}]\n`;
          yield* resultLines(piece.result, piece.pictures);
        }
        return;
      case 'result':
        yield `[${texts.result}: ${oneLine(readableToolName(piece.result.name ?? texts.tool))} (${callEndLabel(piece.result, options)})]\n`;
        yield* resultLines(piece.result, piece.pictures);
        return;
      case 'attachment':
        yield await attachmentLine(piece.attachment);
        return;
      case 'note':
        yield `[${oneLine(piece.text)}]\n\n`;
        return;
      case 'error':
      default:
        yield `[${texts.failed}: ${errorFacts(piece.error, options)}]\n`;
        yield `${indented(piece.error.message)}\n`;
    }
  }

  async function* entryLines({ spot, message, who, pieces }: Entry): AsyncGenerator<string> {
    if (spot.leaves) {
      const { after } = spot.leaves;
      yield `\n[${after ? `${texts.branchAfter} ${texts.message(after.number)}` : texts.branchFirst}]\n`;
    }
    if (!spot.continues) {
      const at = formatTime(message.createdAt, options);
      yield `${RULE}\n${spot.number}. ${oneLine(who)}${at === '' ? '' : ` · ${at}`}\n\n`;
    }
    for (const piece of pieces) yield* pieceLines(piece);
    for (const fork of spot.forks) yield `[${texts.branchHere} ${texts.message(fork.number)}]\n\n`;
  }

  yield `${titleOf(outline, options)}\n\n`;
  for (const { label, value } of factsOf(outline, options)) yield `${label}: ${value}\n`;
  yield '\n';
  if (oneLine(outline.session.system) !== '') yield `${texts.instructions}:\n${indented(outline.session.system)}\n`;
  yield* allEntries(rendering, entryLines, () => [`${RULE}\n\n${texts.branches}\n\n`]);
}
