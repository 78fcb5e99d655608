import { isTextFile } from '#core/normalize/base/is-text-file.ts';
import { htmlToMarkdown } from '#markdown/from-html.ts';
import { MAX_TEXT } from './base/limits.ts';
import { openPackedDocument, type PackedDocument } from './base/packed-document.ts';
import { walkXml } from './base/walk-xml.ts';
import { decodeAs, decodeText, isBinary } from './decode-text.ts';
import { DocumentError, type DocumentText } from './base/document.ts';
import { readEpub } from './formats/epub.ts';
import { isExcel, readExcel } from './formats/excel.ts';
import { readHwpx } from './formats/hwpx.ts';
import { readOpenDocument } from './formats/opendocument.ts';
import type { PdfParts } from './formats/open-pdf.ts';
import { isPowerpoint, readPowerpoint } from './formats/powerpoint.ts';
import { readRtf } from './formats/rtf.ts';
import { isWord, readWord } from './formats/word.ts';

export interface DocumentSource {
  bytes: Blob;
  name: string;
  /** Of the interface. With those of the system, it decides how texts are decoded whose bytes could be several encodings. */
  language: string;
  /** Chosen by the user instead of the one that was found. Only for plain text and HTML. */
  encoding?: string;
}

const OLD_BINARY = [0xd0, 0xcf, 0x11, 0xe0];
/**
 * A page saved from the web is long, and little of it is text. Other HTML goes as it is, since it may be what the
 * question is about.
 */
const MIN_SAVED_PAGE = 20_000;
const MARKUP_RATIO = 4;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06];

/**
 * The text of a document, for a model that can't take the file itself. The same bytes always give the same text. Rejects
 * with a DocumentError.
 */
export async function readDocument(source: DocumentSource, parts: PdfParts): Promise<DocumentText> {
  const start = new Uint8Array(await source.bytes.slice(0, 1024).arrayBuffer());
  const startsWith = (signature: readonly number[]) => signature.every((byte, index) => start[index] === byte);
  const head = new TextDecoder('latin1').decode(start);
  if (head.includes('%PDF-')) {
    const { readPdf } = await import('./formats/pdf.ts');
    return readPdf(new Uint8Array(await source.bytes.arrayBuffer()), parts);
  }
  if (startsWith(ZIP) || startsWith(EMPTY_ZIP)) {
    const file = await openPackedDocument(source.bytes);
    const document = await readPacked(file);
    return file.names.some(isImage) ? { ...document, hasImages: true } : document;
  }
  if (startsWith(OLD_BINARY) || head.startsWith('HWP Document File'))
    throw (await isLockedOffice(source.bytes))
      ? new DocumentError('locked', 'an encrypted package')
      : new DocumentError('old-format', 'a compound file');
  return readPlain(source, head);
}

/** Word, Excel and PowerPoint put a file with a password into the container of their older formats. */
async function isLockedOffice(bytes: Blob): Promise<boolean> {
  const text = new TextDecoder('latin1').decode(await bytes.arrayBuffer());
  return text.includes(Array.from('EncryptedPackage', (letter) => `${letter}\0`).join(''));
}

/** An image in a document, other than one of its first page for the lists of files. */
const isImage = (name: string): boolean =>
  /\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)$/i.test(name) && !/thumbnail|PrvImage/i.test(name);

async function readPacked(file: PackedDocument): Promise<DocumentText> {
  if (isWord(file)) return readWord(file);
  if (isExcel(file)) return readExcel(file);
  if (isPowerpoint(file)) return readPowerpoint(file);
  const mime = ((await file.read('mimetype')) ?? '').trim();
  if (await isLockedPackage(file)) throw new DocumentError('locked', 'encrypted files');
  if (mime.startsWith('application/vnd.oasis.opendocument.')) return readOpenDocument(file, mime);
  if (mime === 'application/epub+zip') return readEpub(file);
  if (mime === 'application/hwp+zip' || file.names.includes('Contents/section0.xml')) return readHwpx(file);
  throw new DocumentError('unknown', 'a zip without a document');
}

/** OpenDocument and HWPX encrypt each file, and say so where they list them. */
async function isLockedPackage(file: PackedDocument): Promise<boolean> {
  let isLocked = false;
  walkXml((await file.read('META-INF/manifest.xml')) ?? '', {
    open(name) {
      isLocked ||= name === 'encryption-data';
    },
  });
  return isLocked;
}

async function readPlain(
  { bytes: blob, name, language, encoding }: DocumentSource,
  head: string,
): Promise<DocumentText> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // Its text is in ASCII, with codes for everything else.
  if (head.startsWith('{\\rtf')) return readRtf(new TextDecoder('latin1').decode(bytes));
  if (encoding === undefined && isBinary(bytes)) throw new DocumentError('unknown', 'binary');
  const decoded =
    encoding === undefined
      ? decodeText(bytes, [language, ...navigator.languages])
      : { text: decodeAs(bytes, encoding), encoding };
  if (decoded.text.length > MAX_TEXT) {
    // What models get of it are its bytes. The text of any other file would be stored once more.
    if (decoded.encoding === 'utf-8' && isTextFile({ mime: blob.type })) return { ...decoded, form: 'text' };
    throw new DocumentError('too-large', `${decoded.text.length} characters`);
  }
  const isHtml = /\.x?html?$/i.test(name);
  const text = isHtml && decoded.text.length > MIN_SAVED_PAGE ? htmlToMarkdown(decoded.text) : decoded.text;
  const isSavedPage = text.length < decoded.text.length / MARKUP_RATIO;
  return isSavedPage ? { ...decoded, form: 'html', text } : { ...decoded, form: 'text' };
}
