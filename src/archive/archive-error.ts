export type ArchiveErrorCode =
  /** No manifest, or not one of Baton's. */
  | 'not-an-archive'
  /** Written by a newer Baton. */
  | 'newer-version'
  /** A hash or a count doesn't match the manifest, or a line can't be read. */
  | 'damaged'
  /** Over the limits: a mistake, or made to exhaust memory or disk. */
  | 'too-large'
  /** A database, which is read as a whole. */
  | 'database-too-large'
  /** Its files are locked with a password. */
  | 'encrypted'
  /** Its files use an unsupported compression method. */
  | 'compression'
  /** A name that could escape the folder, or two files with the same name. */
  | 'unsafe-name';

const WORDS: Record<ArchiveErrorCode, string> = {
  'not-an-archive': 'This is not a Baton archive.',
  'newer-version': 'This archive was written by a newer version of Baton. Update Baton to open it.',
  damaged: 'This archive is damaged.',
  'too-large': 'This archive holds more than Baton reads.',
  'database-too-large': 'This database is larger than Baton reads.',
  encrypted: 'This file is locked with a password. Unpack it first, then choose the folder.',
  compression: 'This file is packed in a way that Baton cannot unpack. Unpack it first, then choose the folder.',
  'unsafe-name': 'This archive holds a file whose name is not safe.',
};

/**
 * Why an archive, or a part of it, was refused. `code` selects the translated text; `message` is the English fallback.
 */
export class ArchiveError extends Error {
  readonly code: ArchiveErrorCode;
  /** Details for diagnostics: a file, a line, two numbers. Never text from the conversation. */
  readonly detail: string;

  constructor(code: ArchiveErrorCode, detail: string, cause?: unknown) {
    super(`${WORDS[code]} (${detail})`, cause === undefined ? undefined : { cause });
    this.name = 'ArchiveError';
    this.code = code;
    this.detail = detail;
  }
}
