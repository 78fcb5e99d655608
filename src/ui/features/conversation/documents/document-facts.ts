import type { Model } from '#core/model.ts';
import { MAX_PAGE_PICTURES, pagesToDraw, PDF } from '#core/page-pictures.ts';
import { takesPdf } from '#core/pictures/page-limits.ts';
import type { DocumentErrorCode, DocumentText, DocumentUnit } from '#documents/base/document.ts';
import type { Reading } from './use-readings.ts';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';

/** `12 pages`, `3 of 2,400 pages`; `null` for a document without parts. */
function partsText({ parts }: Pick<DocumentText, 'parts'>, t: Translate<'documents'>): string | null {
  if (!parts) return null;
  const { unit, total, read } = parts;
  const shown = t(UNITS[unit], { count: total });
  return read < total ? t('parts.some', { read, parts: shown }) : shown;
}

const UNITS = {
  page: 'parts.page',
  sheet: 'parts.sheet',
  slide: 'parts.slide',
  chapter: 'parts.chapter',
} as const satisfies Record<DocumentUnit, string>;

export function reasonText(code: DocumentErrorCode, t: Translate<'documents'>): string {
  return t(`unread.${code}`);
}

/** No model can open these, whoever takes the file. */
const USELESS: ReadonlySet<DocumentErrorCode> = new Set(['damaged', 'locked']);

/** How a model takes a PDF: the file, pictures of the pages that have no text, or text only. */
export type Takes = 'file' | 'pictures' | 'text';

export function takesOf(mime: string, model: Model | null, reading: Reading | null): Takes {
  if (model === null || mime !== PDF || isOnlyCalledPdf(reading) || isEmpty(reading)) return 'text';
  const pages = reading?.state === 'read' ? (reading.document.parts?.total ?? 0) : 0;
  if (takesPdf(model, pages)) return 'file';
  return model.images && !model.files ? 'pictures' : 'text';
}

const isOnlyCalledPdf = (reading: Reading | null): boolean =>
  reading?.state === 'read' && reading.document.form !== 'pdf';

/** Nothing is in the file, not even a page. */
const isEmpty = (reading: Reading | null): boolean => reading?.state === 'read' && reading.document.text === '';

/** Why a model will only get the name of a file, or why it can't be sent. */
export function warningOf(
  reading: Reading | null,
  takes: Takes,
  t: Translate<'documents'>,
  model: Model | null = null,
): string {
  if (isEmpty(reading)) return t('unread.empty');
  if (reading?.state === 'read' && takes === 'text' && model?.contextWindow && reading.tokens > model.contextWindow)
    return t('tooLong', { model: model.label });
  if (reading?.state !== 'failed' || (takes === 'file' && !USELESS.has(reading.code))) return '';
  if (takes === 'pictures' && reading.code === 'no-text') return '';
  return reasonText(reading.code, t);
}

/** What a model will get, in a few words: `12 pages`, `3.4k tokens`, `as text`. */
export function readingFacts(reading: Reading, takes: Takes, t: Translate<'documents'>): string[] {
  if (reading.state === 'reading') return [t('reading')];
  if (reading.state === 'failed') {
    if (warningOf(reading, takes, t) !== '') return [t('unread')];
    return [takes === 'pictures' ? pagesText(reading.pages ?? 1, t) : t('as.pdf')];
  }
  if (isEmpty(reading)) return [t('as.empty')];
  const { document } = reading;
  const parts = partsText(document, t);
  const tokens = t('tokens', { tokens: formatTokens(reading.tokens) });
  const seen = takes === 'pictures' ? pagesToDraw({ mime: PDF, text: document.text }) : null;
  return [
    ...(parts === null ? [] : [parts]),
    tokens,
    t(takes === 'file' ? 'as.pdf' : document.hasImages ? 'as.textOnly' : 'as.text'),
    ...(seen === null || seen === 'all' ? [] : [pagesText(seen.length, t)]),
  ];
}

function pagesText(total: number, t: Translate<'documents'>): string {
  const pages = partsText({ parts: { unit: 'page', total, read: Math.min(total, MAX_PAGE_PICTURES) } }, t);
  return t('as.pages', { pages: pages ?? '' });
}
