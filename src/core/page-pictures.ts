import { decodeBase64Bytes } from './base64.ts';

export interface PagePicture {
  page: number;
  mime: string;
  /** Base64. */
  data: string;
}

/** Pages of a file as pictures. */
export interface PagePictures {
  /** In the whole file. */
  total: number;
  drawn: PagePicture[];
  /** Pages that should have been drawn, and would have been too many. */
  left: number[];
}

/** Pages of one file that go as pictures. */
export const MAX_PAGE_PICTURES = 20;
/** Fewer characters on a page may be a stamp or a page number on a picture, or say little without what is around them. */
export const MIN_PAGE_CHARACTERS = 20;
export const PDF = 'application/pdf';
/** Readers accept other bytes before the mark of a PDF, up to a kilobyte. */
const HEAD_DIGITS = 1368;

interface File {
  mime: string;
  text?: string;
}

/** Whether the bytes are a PDF, whatever the file is called. Vendors refuse one that isn't. */
export function isPdf(base64: string): boolean {
  const head = decodeBase64Bytes(base64.slice(0, HEAD_DIGITS)) ?? [];
  return String.fromCharCode(...head).includes('%PDF');
}

/** The pages of a PDF that say little without being seen; `null` when there are none. */
export function pagesToDraw({ mime, text }: File): readonly number[] | 'all' | null {
  if (mime.toLowerCase() !== PDF) return null;
  if (text === undefined) return 'all';
  const pages = text.split(/^\[Page (\d+)\]$/m).slice(1);
  const poor = pages.flatMap((number, index) =>
    index % 2 === 0 && (pages[index + 1] ?? '').trim().length < MIN_PAGE_CHARACTERS ? [Number(number)] : [],
  );
  return poor.length === 0 ? null : poor;
}

/** The number of pages of a PDF, as far as what was read in it says; 0 where nothing was. */
export function pageCount({ text = '' }: File): number {
  const marks = text.matchAll(/^\[Pages? (?:\d+ to )?(\d+)(?: are left out)?\]$/gm);
  return [...marks].reduce((most, [, page]) => Math.max(most, Number(page)), 0);
}
