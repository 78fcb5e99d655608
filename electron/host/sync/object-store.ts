/**
 * A store of named bytes at a remote: a folder, a WebDAV server, a bucket. Names are paths with `/`. Objects never
 * change once created, so nothing needs a lock, and nothing depends on the remote's clock.
 */
export interface ObjectStore {
  /**
   * Names of the direct entries of a folder, without its path, sorted; only those after `after`. Empty without the
   * folder.
   */
  list(folder: string, after?: string): Promise<string[]>;
  /** Returns null when there is no object of that name. */
  get(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  /** Atomic. Returns false when the name exists already; the existing object stays. */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
}

/** Longer than any object that is written, including its encryption. */
export const MAX_BYTES = 64 * 1024 ** 2;
/** More names than a folder of a history has; a remote may contain anything. */
export const MAX_NAMES = 200_000;
/** A remote that takes longer for one operation counts as unreachable. */
export const MAX_MS = 60_000;

export type StoreProblem =
  /** Not available now: no network, or the server is down. Trying again later may help. */
  | 'unreachable'
  /** Access was denied. */
  | 'refused'
  /** The folder or bucket does not exist. */
  | 'missing'
  /** Something answers, but not as such a remote does: a web page, another service. */
  | 'unfit'
  | 'full'
  | 'failed';

export class StoreError extends Error {
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.problem = problem;
  }
}

/** Maps an HTTP error status to a problem of the remote. */
export function problemOfStatus(status: number): StoreProblem {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404 || status === 409) return 'missing';
  if (status === 507 || status === 413) return 'full';
  // Timed out, locked for now, too early, too many requests.
  const isPassing = [408, 423, 425, 429].includes(status) || (status >= 500 && status !== 501);
  return isPassing ? 'unreachable' : 'unfit';
}
