import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PagePicture, PagePictures } from '#core/page-pictures.ts';
import type { PageLimits } from '#core/pictures/page-limits.ts';
import { drawPicture } from '../pictures/draw-picture.ts';
import { openPdf, type PdfParts } from './open-pdf.ts';

/** Pages after this are left out. */
const MAX_TIME_MS = 30_000;
/** Pixels on a side of the copy in which an empty page is found. */
const SAMPLE = 64;
/** Differences of a color that the eye does not see. */
const NOISE = 8;

/** Draws pages of a PDF. Empty ones are passed over. Rejects with a DocumentError. */
export function drawPages(
  bytes: Uint8Array,
  which: readonly number[] | 'all',
  limits: PageLimits,
  parts: PdfParts,
): Promise<PagePictures> {
  const until = performance.now() + MAX_TIME_MS;
  return openPdf(bytes, parts, async (file) => {
    const total = file.numPages;
    const wanted = which === 'all' ? Array.from({ length: total }, (_, index) => index + 1) : which;
    const drawn: PagePicture[] = [];
    let base64 = 0;
    for (const [index, page] of wanted.entries()) {
      if (page > total) continue;
      const isFull = drawn.length >= limits.pages || base64 > limits.base64 || performance.now() > until;
      if (isFull) return { total, drawn, left: wanted.slice(index) };
      const picture = await drawPage(file, page, limits);
      if (!picture) continue;
      drawn.push(picture);
      base64 += picture.data.length;
    }
    return { total, drawn, left: [] };
  });
}

async function drawPage(file: PDFDocumentProxy, number: number, limits: PageLimits): Promise<PagePicture | null> {
  const page = await file.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: limits.side / Math.max(width, height, 1) });
  const side = (length: number) => Math.max(1, Math.floor(length));
  const canvas = new OffscreenCanvas(side(viewport.width), side(viewport.height));
  try {
    // The library draws on any canvas; its types know the one of a document.
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
    if (isEmpty(canvas)) return null;
    const sent = await drawPicture(await canvas.convertToBlob({ type: 'image/png' }), limits);
    return sent.as === 'drawn' ? { page: number, mime: sent.mime, data: sent.data } : null;
  } finally {
    page.cleanup();
    Object.assign(canvas, { width: 0, height: 0 });
  }
}

function isEmpty(canvas: OffscreenCanvas): boolean {
  const small = new OffscreenCanvas(SAMPLE, SAMPLE).getContext('2d', { willReadFrequently: true });
  if (!small) return false;
  small.drawImage(canvas, 0, 0, SAMPLE, SAMPLE);
  const { data } = small.getImageData(0, 0, SAMPLE, SAMPLE);
  return data.every((value, index) => Math.abs(value - (data[index % 4] ?? 0)) <= NOISE);
}
