import { readableToolName } from '#core/tool-names.ts';
import { isTime } from '#core/is-time.ts';
import { escapeHtml } from '#markdown/escape-html.ts';
import { code, toHtml } from '#markdown/to-html.ts';
import { textDirection } from '#markdown/text-direction.ts';
import { createAttachmentWriter, type EmbedLimits } from '../base/attachments.ts';
import type { Entry } from '../base/entries.ts';
import {
  argsLine,
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
} from '../base/facts.ts';
import type { OutlineNode } from '../base/outline.ts';
import type { Attachment, RenderPart, StoredResult } from '../base/render-parts.ts';
import { allEntries, type Rendering } from '../base/rendering.ts';
import { PAGE_END, pageHead } from './frame.ts';

/** Beyond this, browsers no longer open a page in reasonable time. */
const ROOM: EmbedLimits = { each: 20_000_000, total: 200_000_000 };
/** Fewer questions don't need a table of contents. */
const CONTENTS_FROM = 6;

const HANGUL = /\p{Script=Hangul}/u;
/** Korean text always breaks between words. */
const scriptClass = (text: string): string => (HANGUL.test(text) ? ' ko' : '');

const said = (text: string): string => `<p class="said">${escapeHtml(text)}</p>`;
/** Isolates text from others so that it can't change the direction of the text around it. */
const named = (text: string): string => `<bdi>${escapeHtml(oneLine(text))}</bdi>`;

/** Writes a conversation as one self-contained page: no scripts, nothing fetched, made to be read, printed and kept. */
export async function* writeHtml(rendering: Rendering): AsyncGenerator<string> {
  const { outline, source, options } = rendering;
  const { texts } = options;
  const writeAttachment = createAttachmentWriter(source, ROOM);
  const linkTo = (spot: OutlineNode): string =>
    `<a href="#${spot.anchor}">${escapeHtml(texts.message(spot.number))}</a>`;

  async function* attachmentHtml(attachment: Attachment): AsyncGenerator<string> {
    const { name, bytes, mime, from } = attachment;
    const origin = originText(from, texts);
    const attachmentOutcome = await writeAttachment(attachment);
    if (attachmentOutcome.in === 'text') {
      yield `<figure class="picture"><img alt="${escapeHtml(oneLine(name))}" src="`;
      yield* attachmentOutcome.data;
      yield `"><figcaption>${named(name)}${origin === null ? '' : `, ${escapeHtml(origin)}`}</figcaption></figure>`;
      return;
    }
    const label =
      attachmentOutcome.in === 'file'
        ? `<a href="${escapeHtml(attachmentOutcome.path.split('/').map(encodeURIComponent).join('/'))}">${named(name)}</a>`
        : named(name);
    const facts = [
      mime,
      formatBytes(bytes),
      origin,
      attachmentOutcome.in === 'nothing' && !attachmentOutcome.stored && texts.removed,
    ].filter((fact) => typeof fact === 'string' && fact !== '');
    yield `<p class="file">${label}${facts.map((fact) => `<span>${named(String(fact))}</span>`).join('')}</p>`;
  }

  async function* resultHtml(result: StoredResult, shown: readonly Attachment[]): AsyncGenerator<string> {
    yield `<h3>${escapeHtml(texts.result)}</h3>`;
    if (result.text !== '') yield code(result.text);
    else if (shown.length === 0) yield said(texts.emptyResult);
    for (const note of callNotes(result, options)) yield said(note);
    for (const picture of shown) yield* attachmentHtml(picture);
  }

  function callHead(name: string, args: string, result: StoredResult | null): string {
    const bad = (result?.outcome ? result.outcome.status !== 'ok' : result?.isError === true) ? ' bad' : '';
    return `<details class="aside tool"><summary><span class="name">${named(name)}</span><span class="args">${named(args)}</span><span class="end${bad}">${escapeHtml(callEndLabel(result, options))}</span></summary><div>`;
  }

  async function* pieceHtml(piece: RenderPart, id: string): AsyncGenerator<string> {
    switch (piece.kind) {
      case 'text':
      case 'refusal':
        yield `<div class="text${scriptClass(piece.text)}" dir="${textDirection(piece.text)}">${toHtml(piece.text, { id, texts })}</div>`;
        return;
      case 'thinking': {
        const title = escapeHtml(thinkingTitle(piece.ms, options));
        if (piece.text.trim() === '') yield `<p class="said">${title}. ${escapeHtml(texts.thoughtHidden)}</p>`;
        else
          yield `<details class="aside thinking"><summary>${title}</summary><div class="text${scriptClass(piece.text)}" dir="${textDirection(piece.text)}">${toHtml(piece.text, { id, texts })}</div></details>`;
        return;
      }
      case 'redacted':
        yield said(texts.redacted);
        return;
      case 'call': {
        const { call, result } = piece;
        yield callHead(readableToolName(call.name), argsLine(call), result);
        yield `<h3>${escapeHtml(texts.args)}</h3>${code(argsText(call), call.rawArgs === undefined ? 'json' : '', '')}`;
        if (result) yield* resultHtml(result, piece.pictures);
        yield '</div></details>';
        return;
      }
      case 'result':
        yield callHead(readableToolName(piece.result.name ?? texts.tool), '', piece.result);
        yield* resultHtml(piece.result, piece.pictures);
        yield '</div></details>';
        return;
      case 'attachment':
        yield* attachmentHtml(piece.attachment);
        return;
      case 'note':
        yield said(piece.text);
        return;
      case 'error':
      default:
        yield `<div class="error"><p><strong>${escapeHtml(texts.failed)}</strong></p>`;
        if (piece.error.message !== '') yield `<p class="words">${escapeHtml(piece.error.message)}</p>`;
        yield `<p class="said">${escapeHtml(errorFacts(piece.error, options))}</p></div>`;
    }
  }

  async function* entryHtml({ spot, message, who, pieces }: Entry): AsyncGenerator<string> {
    if (spot.leaves) {
      const { after } = spot.leaves;
      yield `<p class="branch">${after ? `${escapeHtml(texts.branchAfter)} ${linkTo(after)}` : escapeHtml(texts.branchFirst)}</p>\n`;
    }
    const style = message.role === 'assistant' ? 'answer' : message.author === 'automation' ? 'baton' : 'question';
    const by = spot.origin ? ` by-${spot.origin.vendor}` : '';
    const place = `id="${spot.anchor}"`;
    if (spot.continues)
      yield `<article class="message on ${style}${by}" ${place} aria-label="${escapeHtml(oneLine(who))}">`;
    else {
      const at = formatTime(message.createdAt, options);
      const time = isTime(message.createdAt)
        ? `<time datetime="${new Date(message.createdAt).toISOString()}">${escapeHtml(at)}</time>`
        : '';
      yield `<article class="message ${style}${by}" ${place} aria-labelledby="h${spot.number}"><header><h2 id="h${spot.number}">${named(who)}</h2>${time}<a class="no" href="#${spot.anchor}">${spot.number}</a></header>`;
    }
    yield '<div class="body">';
    for (const [at, piece] of pieces.entries()) yield* pieceHtml(piece, `${spot.anchor}p${at}`);
    for (const fork of spot.forks) yield `<p class="said">${escapeHtml(texts.branchHere)} ${linkTo(fork)}</p>`;
    yield '</div></article>\n';
  }

  function contents(): string {
    const questions = outline.path.filter(({ excerpt, empty }) => excerpt !== '' && !empty);
    if (questions.length < CONTENTS_FROM) return '';
    const items = questions.map(
      ({ number, anchor, excerpt }) =>
        `<li><a href="#${anchor}"><span class="no">${number}</span><span>${named(excerpt)}</span></a></li>`,
    );
    return `<nav class="contents" aria-label="${escapeHtml(texts.contents)}"><details class="fold"><summary>${escapeHtml(texts.contents)}</summary><ol>${items.join('')}</ol></details></nav>\n`;
  }

  const title = titleOf(outline, options);
  yield pageHead(title, texts.lang);
  yield `<header class="top"><h1 class="title${scriptClass(title)}">${escapeHtml(title)}</h1>\n<dl class="facts">`;
  for (const { label, value } of factsOf(outline, options))
    yield `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`;
  yield '</dl>\n';
  const { system } = outline.session;
  if (oneLine(system) !== '')
    yield `<details class="fold"><summary>${escapeHtml(texts.instructions)}</summary><div class="system${scriptClass(system)}">${escapeHtml(system)}</div></details>\n`;
  yield contents();
  yield '</header>\n<main>\n';
  yield* allEntries(rendering, entryHtml, () => [`<h2 class="branches">${escapeHtml(texts.branches)}</h2>\n`]);
  yield '</main>\n';
  yield PAGE_END;
}
