import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.d.ts';
import { MIN_PAGE_CHARACTERS } from '#core/page-pictures.ts';
import { MAX_PAGES, MAX_TEXT } from '../base/limits.ts';
import { DocumentError, type DocumentText } from '../base/document.ts';
import { readAnnotations } from './pdf-annotations.ts';
import { isScan } from './pdf-scan.ts';
import { openPdf, type PdfParts } from './open-pdf.ts';

/** Lines closer than this share of their height are one. */
const SAME_LINE = 0.5;
/** A gap of more line heights begins a paragraph. */
const PARAGRAPH = 1.8;

/** The text of a PDF with a line `[Page n]` before each page, and with what was filled in and noted on it. */
export function readPdf(bytes: Uint8Array, parts: PdfParts): Promise<DocumentText> {
  return openPdf(bytes, parts, readPages);
}

async function readPages(file: PDFDocumentProxy): Promise<DocumentText> {
  const total = file.numPages;
  const texts: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(total, MAX_PAGES) && length < MAX_TEXT; number++) {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    const text = linesOf(items.filter((item) => 'str' in item));
    // A page with little text is drawn for models, and its annotations with it.
    const beside = text.length < MIN_PAGE_CHARACTERS ? '' : await readAnnotations(page);
    page.cleanup();
    length += text.length + beside.length;
    texts.push(beside === '' ? text : `${text}\n\n${beside}`);
  }
  const read = texts.length;
  if (length < MIN_PAGE_CHARACTERS * read && (await isScan(file, texts)))
    throw new DocumentError('no-text', `${length} characters on ${read} pages`, undefined, { pages: total });
  const pages = texts.map((text, index) => `[Page ${index + 1}]\n${text}`);
  if (read < total) pages.push(`[Pages ${read + 1} to ${total} are left out]`);
  return { form: 'pdf', text: pages.join('\n\n'), parts: { unit: 'page', total, read } };
}

/** Lines in the order in which they are drawn. */
function linesOf(items: readonly TextItem[]): string {
  const lines: string[] = [];
  let line = '';
  let last: { y: number; height: number } | null = null;
  for (const { str, transform, height, hasEOL } of items) {
    const y = Number(transform[5]);
    if (last && str !== '' && Math.abs(last.y - y) > SAME_LINE * (last.height || height || 1)) {
      if (line !== '') lines.push(line);
      if (line !== '' && last.y - y > PARAGRAPH * (last.height || height || 1)) lines.push('');
      line = '';
    }
    line += str;
    if (str !== '') last = { y, height };
    if (!hasEOL) continue;
    lines.push(line);
    line = '';
  }
  lines.push(line);
  return withoutRadicals(
    lines
      .map((one) => one.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  );
}

/**
 * Chromium writes radicals (U+2F47) for the characters that look like them (U+65E5), which no search would find. Other
 * characters stay: normalizing all of them would change such as ① and ㎡.
 */
function withoutRadicals(text: string): string {
  return text.replaceAll(/[\u2e80-\u2fdf\uf900-\ufaff]/g, (sign) => sign.normalize('NFKC'));
}
