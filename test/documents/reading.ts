import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DocumentError } from '#documents/base/document.ts';
import { readDocument } from '#documents/read-document.ts';

const maps = new URL('../../node_modules/pdfjs-dist/cmaps/', import.meta.url);
export const readMap = async (name: string) => new Uint8Array(await readFile(fileURLToPath(new URL(name, maps))));
export const parts = { readMap, decoders: './' };
export const read = (bytes: Blob, name = 'file', language = 'en', encoding?: string) =>
  readDocument({ bytes, name, language, ...(encoding !== undefined && { encoding }) }, parts);
export const bytes = (...values: number[]) => new Blob([new Uint8Array(values)]);

/** Why a document isn't read. */
export async function codeOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof DocumentError ? error.code : `not refused: ${String(error)}`;
}
