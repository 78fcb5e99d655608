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

/** Why a model will only get the name of a file, or will refuse it. `taken`: the model takes the file itself. */
export function warningOf(reading: Reading | null, taken: boolean, t: Translate<'documents'>): string {
  if (reading?.state !== 'failed' || (taken && !USELESS.has(reading.code))) return '';
  return reasonText(reading.code, t);
}

/** What a model will get, in a few words: `12 pages`, `3.4k tokens`, `as text`. `taken`: the model takes the file itself. */
export function readingFacts(reading: Reading, taken: boolean, t: Translate<'documents'>): string[] {
  if (reading.state === 'reading') return [t('reading')];
  if (reading.state === 'failed') return [t(warningOf(reading, taken, t) === '' ? 'as.pdf' : 'unread')];
  const parts = partsText(reading.document, t);
  const tokens = t('tokens', { tokens: formatTokens(reading.tokens) });
  return [...(parts === null ? [] : [parts]), tokens, t(taken ? 'as.pdf' : 'as.text')];
}
