export type StorageErrorCode =
  /** The disk or the browser's share of it is full. */
  | 'quota'
  /** Another window holds an older version of the database open. */
  | 'blocked'
  /** The database was written by a newer Baton. */
  | 'newer-version'
  /** The database neither opened nor failed. */
  | 'timeout'
  /** This browser offers no IndexedDB here (private window, policy). */
  | 'unavailable'
  /** The connection was closed unexpectedly: cleared site data, or another window upgrades. */
  | 'closed'
  /** A requested row does not exist. */
  | 'missing'
  /** An upgrade of the database changed rows that it declares unchanged, and was rolled back. */
  | 'upgrade-refused'
  /** This browser had a history, but its database is missing. */
  | 'vanished'
  /** A row exists, but this version cannot read it. It stays unchanged. */
  | 'unreadable'
  | 'unknown';

const WORDS: Record<StorageErrorCode, string> = {
  quota: 'The disk is full: nothing more can be saved. Free some space, then try again.',
  blocked: 'Another Baton window holds the history open. Close the other windows, then reload this one.',
  'newer-version': 'This history was written by a newer version of Baton. Update Baton to open it.',
  timeout: 'The history database does not answer. Reload the window; if that does not help, restart Baton.',
  unavailable: 'This window has no storage of its own (a private window, or a policy forbids it).',
  closed: 'The connection to the history was closed. Reload the window.',
  missing: 'That item is no longer stored.',
  'upgrade-refused': 'The history could not be carried over to this version of Baton. It is as it was before.',
  vanished: 'The history that was here is not there any more.',
  unreadable: 'A stored item could not be read. It was left untouched.',
  unknown: 'The history could not be read or written.',
};

/** Every failure of the page's storage. `code` selects the translated text; `message` is the English fallback. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  /** The browser's own message, for diagnostics. */
  readonly detail: string;

  constructor(code: StorageErrorCode, cause?: unknown, detail?: string) {
    super(WORDS[code], cause === undefined ? undefined : { cause });
    this.name = 'StorageError';
    this.code = code;
    this.detail = detail ?? describe(cause);
  }
}

/** Dexie wraps the browser's error in `inner`, or in `failures` of rows. The innermost meaningful name decides. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  let code: StorageErrorCode | null = null;
  let seen: unknown = error;
  for (let depth = 0; depth < 5 && seen !== null && typeof seen === 'object'; depth++) {
    if (seen instanceof StorageError) return seen;
    code = codeOf('name' in seen ? seen.name : undefined) ?? code;
    seen = within(seen);
  }
  return new StorageError(code ?? 'unknown', error);
}

function within(error: object): unknown {
  if ('failures' in error && Array.isArray(error.failures)) return error.failures[0];
  return 'inner' in error ? error.inner : 'cause' in error ? error.cause : null;
}

function codeOf(name: unknown): StorageErrorCode | null {
  switch (name) {
    case 'QuotaExceededError':
      return 'quota';
    case 'VersionError':
      return 'newer-version';
    case 'TimeoutError':
      return 'timeout';
    case 'MissingAPIError':
    case 'SecurityError':
    case 'OpenFailedError':
      return 'unavailable';
    case 'DatabaseClosedError':
    case 'InvalidStateError':
      return 'closed';
    default:
      return null;
  }
}

function describe(cause: unknown): string {
  if (cause instanceof Error) return `${cause.name}: ${cause.message}`;
  return typeof cause === 'string' ? cause : '';
}
