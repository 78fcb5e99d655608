import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.d.ts';
import { errorMessage } from '#core/thrown.ts';
import { MAX_PAGES, MAX_TEXT } from '../base/limits.ts';
import { DocumentError, type DocumentText } from '../base/document.ts';

/** Fewer characters on a page, on average, are a stamp or a page number on a picture. */
const MIN_CHARACTERS = 20;
/** Lines closer than this share of their height are one. */
const SAME_LINE = 0.5;
/** A gap of more line heights begins a paragraph. */
const PARAGRAPH = 1.8;

/** The bytes of one of the library's tables from codes to characters, such as `KSCms-UHC-H.bcmap`. */
export type ReadCharacterMap = (name: string) => Promise<Uint8Array>;

/**
 * The text of a PDF with a line `[Page n]` before each page. Nothing in it runs, and nothing is fetched but the tables
 * of Baton's own that older Asian fonts need.
 */
export async function readPdf(bytes: Uint8Array, readMap: ReadCharacterMap): Promise<DocumentText> {
  // The library's own worker, in this one.
  const worker: unknown = await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs');
  Object.assign(globalThis, { pdfjsWorker: worker });
  const task = getDocument({
    data: bytes,
    BinaryDataFactory: class {
      fetch = ({ filename }: { filename: string }) => readMap(filename);
    },
    cMapUrl: './',
    useWorkerFetch: false,
    useWasm: false,
    verbosity: 0,
  });
  try {
    const file = await task.promise;
    const total = file.numPages;
    const pages: string[] = [];
    let length = 0;
    for (let number = 1; number <= Math.min(total, MAX_PAGES) && length < MAX_TEXT; number++) {
      const page = await file.getPage(number);
      const { items } = await page.getTextContent();
      const text = linesOf(items.filter((item) => 'str' in item));
      page.cleanup();
      length += text.length;
      pages.push(`[Page ${number}]\n${text}`);
    }
    const read = pages.length;
    if (length < MIN_CHARACTERS * read) throw new DocumentError('no-text', `${length} characters on ${read} pages`);
    if (read < total) pages.push(`[Pages ${read + 1} to ${total} are left out]`);
    return { form: 'pdf', text: pages.join('\n\n'), parts: { unit: 'page', total, read } };
  } catch (error) {
    throw toDocumentError(error);
  } finally {
    await task.destroy();
  }
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

function toDocumentError(error: unknown): unknown {
  if (error instanceof DocumentError) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new DocumentError('locked', 'needs a password', error);
  return new DocumentError('damaged', errorMessage(error), error);
}
