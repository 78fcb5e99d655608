import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { errorMessage } from '#core/thrown.ts';
import { DocumentError } from '../base/document.ts';

/** What the library brings along and loads when a file needs it. */
export interface PdfParts {
  /** The bytes of one of its tables from codes to characters, such as `KSCms-UHC-H.bcmap`. */
  readMap: (name: string) => Promise<Uint8Array>;
  /** Where its readers of pictures are that no browser decodes, with a slash at the end. */
  decoders: string;
}

/** Pixels of one picture in a file: a page of A4 with 600 pixels an inch has 35 million. */
const MAX_PIXELS = 60_000_000;

/** Pages are drawn without a document. */
class WorkerCanvasFactory {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }

  getNoAlphaContext(canvas: OffscreenCanvas) {
    return canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  }

  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number): void {
    Object.assign(canvas, { width, height });
  }

  destroy({ canvas }: { canvas: OffscreenCanvas }): void {
    Object.assign(canvas, { width: 0, height: 0 });
  }
}

/** Filters need elements. Without them a picture is drawn as it is. */
class NoFilters {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addKnockoutFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  addSelectionHCMFilter = () => 'none';
  addSelectionFilter = () => 'none';
  createSelectionStyle = () => null;
  destroy(): void {}
}

/**
 * Opens a PDF for `read` and closes it. Nothing in it runs, and nothing is fetched but what the library brings along.
 * Rejects with a DocumentError.
 */
export async function openPdf<T>(
  bytes: Uint8Array,
  { readMap, decoders }: PdfParts,
  read: (file: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  // The library's own worker, in this one.
  const worker: unknown = await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs');
  Object.assign(globalThis, { pdfjsWorker: worker });
  const task = getDocument({
    data: bytes,
    BinaryDataFactory: class {
      // Of the fonts that files may leave out, none is brought along: those of the system are drawn.
      fetch = ({ kind, filename }: { kind: string; filename: string }) =>
        kind === 'cMapUrl' ? readMap(filename) : Promise.reject(new Error(`no ${filename}`));
    },
    CanvasFactory: WorkerCanvasFactory,
    FilterFactory: NoFilters,
    cMapUrl: './',
    wasmUrl: decoders,
    useWorkerFetch: false,
    useWasm: false,
    disableFontFace: true,
    maxImageSize: MAX_PIXELS,
    verbosity: 0,
  });
  try {
    return await read(await task.promise);
  } catch (error) {
    throw toDocumentError(error);
  } finally {
    await task.destroy();
  }
}

function toDocumentError(error: unknown): unknown {
  if (error instanceof DocumentError) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new DocumentError('locked', 'needs a password', error);
  return new DocumentError('damaged', errorMessage(error), error);
}
