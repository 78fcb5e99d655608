import { ArchiveError } from '#archive/archive-error.ts';
import { guardFiles } from '#archive/files.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';
import { DocumentError } from './document.ts';
import { MAX_FILES, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from './limits.ts';

const LIMITS = {
  files: MAX_FILES,
  fileBytes: MAX_FILE_BYTES,
  totalBytes: MAX_TOTAL_BYTES,
  ratio: 1000,
  ratioFrom: 16 * 1024 ** 2,
};

/** The files in a document that is a zip. */
export interface PackedDocument {
  names: readonly string[];
  /**
   * The text of a file, or `null` if there is none of this name. Office files name the same part in upper and lower
   * case. Rejects with a DocumentError.
   */
  read: (name: string) => Promise<string | null>;
}

export async function openPackedDocument(bytes: Blob): Promise<PackedDocument> {
  let left = MAX_TOTAL_BYTES;
  try {
    const files = guardFiles(await zipFiles(bytes, LIMITS), LIMITS);
    const folded = new Map([...files].map(([name, file]) => [name.toLowerCase(), file]));
    return {
      names: [...files.keys()],
      async read(name) {
        const file = files.get(name) ?? folded.get(name.toLowerCase());
        if (!file) return null;
        const decoder = new TextDecoder();
        const pieces: string[] = [];
        try {
          for await (const piece of file.read()) {
            left -= piece.byteLength;
            if (left < 0) throw new DocumentError('too-large', name);
            pieces.push(decoder.decode(piece, { stream: true }));
          }
        } catch (error) {
          throw toDocumentError(error);
        }
        return pieces.join('') + decoder.decode();
      },
    };
  } catch (error) {
    throw toDocumentError(error);
  }
}

function toDocumentError(error: unknown): unknown {
  if (!(error instanceof ArchiveError)) return error;
  if (error.code === 'encrypted') return new DocumentError('locked', error.detail, error);
  return new DocumentError(error.code === 'too-large' ? 'too-large' : 'damaged', error.detail, error);
}
