/** What kind of file a document is. Each has a reader in `formats`. */
export type DocumentForm =
  | 'pdf'
  | 'word'
  | 'excel'
  | 'powerpoint'
  | 'opendocument'
  | 'hwpx'
  | 'epub'
  | 'html'
  | 'rtf'
  | 'text';

/** The parts that a document is marked with in its text, such as `[Page 3]`. */
export type DocumentUnit = 'page' | 'sheet' | 'slide' | 'chapter';

export interface DocumentText {
  form: DocumentForm;
  /** With a line such as `[Page 3]` before each part. */
  text: string;
  parts?: {
    unit: DocumentUnit;
    total: number;
    /** How many of them the text holds. Fewer than all when the document is larger than Baton reads. */
    read: number;
  };
  /** The file has images, of which the text says nothing. */
  hasImages?: true;
  /** How the bytes of a plain text were decoded, by its name in the Encoding Standard. */
  encoding?: string;
}

export interface DocumentReading {
  document: DocumentText;
  /** Of its text, estimated. */
  tokens: number;
}

const DOCUMENT_ERROR_CODES = [
  /** Not a kind of document that Baton reads. */
  'unknown',
  /** An older binary format: .doc, .xls, .ppt, .hwp. */
  'old-format',
  'damaged',
  /** Locked with a password. */
  'locked',
  /** Unpacks to more than Baton reads, or nests deeper. */
  'too-large',
  /** It has pages but no text: a scan. */
  'no-text',
  /** Took longer than a minute. */
  'too-slow',
  /** The worker broke down or did not load. */
  'failed',
] as const;
export type DocumentErrorCode = (typeof DOCUMENT_ERROR_CODES)[number];

/** What a document says about itself although it could not be read. */
export interface UnreadFacts {
  /** Pages of a scan. */
  pages?: number;
}

export const isDocumentErrorCode = (code: string): code is DocumentErrorCode =>
  DOCUMENT_ERROR_CODES.some((known) => known === code);

/** Why a document has no text for a model. `message` is for logs; the page has a text for each code. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;
  readonly facts: UnreadFacts;

  constructor(code: DocumentErrorCode, detail: string, cause?: unknown, facts: UnreadFacts = {}) {
    super(`${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = 'DocumentError';
    this.code = code;
    this.facts = facts;
  }
}
