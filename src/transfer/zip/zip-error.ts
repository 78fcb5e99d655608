import {
  ERR_ENCRYPTED,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_UNSAFE_FILENAME,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import { ArchiveError, type ArchiveErrorCode } from '#archive/archive-error.ts';
import { errorMessage } from '#core/thrown.ts';

const CODES: ReadonlyMap<string, ArchiveErrorCode> = new Map([
  [ERR_ENCRYPTED, 'encrypted'],
  [ERR_ENCRYPTED_CENTRAL_DIRECTORY, 'encrypted'],
  [ERR_UNSUPPORTED_ENCRYPTION, 'encrypted'],
  [ERR_UNSUPPORTED_COMPRESSION, 'compression'],
  [ERR_UNSAFE_FILENAME, 'unsafe-name'],
]);

/** Maps the library's errors about a zip to Baton's. The browser's errors about the file itself stay unchanged. */
export function zipError(error: unknown, where: string): Error {
  if (error instanceof ArchiveError || error instanceof DOMException) return error;
  const reason = errorMessage(error);
  return new ArchiveError(CODES.get(reason) ?? 'damaged', `${where}: ${reason}`, error);
}
