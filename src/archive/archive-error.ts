export type ArchiveErrorCode =
  /** No manifest, or not one of ours. */
  | 'not-an-archive'
  /** Written by a Baton that is newer than this one. */
  | 'newer-version'
  /** A hash or a count is not what the manifest says, or a line cannot be read. */
  | 'damaged'
  /** More or larger than what is read: a mistake, or made to exhaust memory or disk. */
  | 'too-large'
  /** Its files are locked with a password. */
  | 'encrypted'
  /** Its files are packed by a method that is not unpacked here. */
  | 'compression'
  /** A name that could lead out of a folder, or two files of one name. */
  | 'unsafe-name';

const WORDS: Record<ArchiveErrorCode, string> = {
  'not-an-archive': 'This is not a Baton archive.',
  'newer-version': 'This archive was written by a newer version of Baton. Update Baton to open it.',
  damaged: 'This archive is damaged.',
  'too-large': 'This archive holds more than Baton reads.',
  encrypted: 'This file is locked with a password. Unpack it first, then choose the folder.',
  compression: 'This file is packed in a way that Baton cannot unpack. Unpack it first, then choose the folder.',
  'unsafe-name': 'This archive holds a file whose name is not safe.',
};

/** Why an archive, or a part of it, was refused. `code` picks the translated words; `message` is the English fallback. */
export class ArchiveError extends Error {
  readonly code: ArchiveErrorCode;
  /** What exactly, for diagnostics: a file, a line, two numbers. Never a text of the conversation. */
  readonly detail: string;

  constructor(code: ArchiveErrorCode, detail: string, cause?: unknown) {
    super(`${WORDS[code]} (${detail})`, cause === undefined ? undefined : { cause });
    this.name = 'ArchiveError';
    this.code = code;
    this.detail = detail;
  }
}
