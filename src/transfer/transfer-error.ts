import { ArchiveError, type ArchiveErrorCode } from '#archive/archive-error.ts';
import { StorageError, toStorageError, type StorageErrorCode } from '#storage/storage-error.ts';
import { describeError } from '#core/thrown.ts';

export type TransferErrorCode =
  | ArchiveErrorCode
  /** The browser or the system denies writing the file (or denies it by now). */
  | 'file-denied'
  /** The file was moved, deleted or changed since it was chosen. */
  | 'file-gone'
  /** No disk space where the file is written. */
  | 'file-full'
  /** The file read back differs from what was written. */
  | 'not-verified'
  /** Nothing of the requested content is stored. */
  | 'nothing'
  /** Neither an archive nor an export that any importer knows. */
  | 'not-recognised'
  /** A known export that holds no conversation. */
  | 'no-conversations'
  /** There is nothing in the file. */
  | 'blank-file'
  /** The file ends too early: it wasn't written or downloaded completely. */
  | 'cut-off'
  /** Nothing is open or can be undone under this id anymore. */
  | 'not-open'
  /** Baton's own storage: see `storage`. */
  | 'storage'
  | 'unknown';

/** An error as sent from the worker to the page. */
export interface TransferFailure {
  code: TransferErrorCode;
  /** For `storage`: the code that selects the text of a storage error. */
  storage?: StorageErrorCode;
  /** The exact cause, for diagnostics. Never text of a conversation. */
  detail: string;
  /** English fallback, for a code without a text. */
  message: string;
  /** The incomplete file could not be removed. It is still there and must not be used. */
  left?: boolean;
}

type OwnCode = Exclude<TransferErrorCode, ArchiveErrorCode | 'storage'>;

const WORDS: Record<OwnCode, string> = {
  'file-denied': 'The file may not be written. Choose a place where you may write.',
  'file-gone': 'The file is not there any more, or it was changed. Choose it again.',
  'file-full': 'There is no room where the file is to be written. Free some space, or choose another place.',
  'not-verified': 'What was written could not be read again as it should. Do not rely on this file; export once more.',
  nothing: 'There is nothing to export.',
  'not-recognised': 'Baton does not know what is in this file.',
  'no-conversations': 'This file is a readable export without a conversation.',
  'blank-file': 'There is nothing in this file. Export or download it again.',
  'cut-off': 'This file ends too early. Export or download it again.',
  'not-open': 'This file is not open any more. Choose it again.',
  unknown: 'That did not work.',
};

/** Why an export, a restore or an import failed. `code` selects the translated text. */
export class TransferError extends Error {
  readonly code: TransferErrorCode;
  readonly detail: string;
  readonly storage: StorageErrorCode | undefined;
  readonly left: boolean;

  constructor({ code, detail, message, storage, left = false }: TransferFailure, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TransferError';
    this.code = code;
    this.detail = detail;
    this.storage = storage;
    this.left = left;
  }
}

export function transferError(code: OwnCode, detail = '', cause?: unknown): TransferError {
  return new TransferError({ code, detail, message: WORDS[code] }, cause);
}

/** An error as data. */
export function failureOf(error: unknown): TransferFailure {
  if (error instanceof TransferError) {
    const { code, detail, message, storage, left } = error;
    return { code, detail, message, ...(storage && { storage }), ...(left && { left }) };
  }
  if (error instanceof ArchiveError) return { code: error.code, detail: error.detail, message: error.message };
  if (error instanceof StorageError || (error instanceof Error && 'inner' in error)) {
    const { code, detail, message } = toStorageError(error);
    return { code: 'storage', storage: code, detail, message };
  }
  const code = codeOfFile(error instanceof Error ? error.name : '');
  const description = describeError(error);
  return { code, detail: description, message: WORDS[code] };
}

/** Names of errors in the File System and File APIs (checked against their standards, 2026-11). */
function codeOfFile(name: string): OwnCode {
  switch (name) {
    case 'QuotaExceededError':
      return 'file-full';
    case 'NotAllowedError':
    case 'NoModificationAllowedError':
    case 'SecurityError':
      return 'file-denied';
    case 'NotFoundError':
    case 'NotReadableError':
      return 'file-gone';
    default:
      return 'unknown';
  }
}
