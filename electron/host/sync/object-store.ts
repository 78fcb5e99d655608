/**
 * A place that keeps named bytes: a folder, a WebDAV server, a bucket. Names have `/` between their steps. Nothing that
 * was created is ever changed, so nobody has to lock anything, and nothing depends on the clock of the place.
 */
export interface ObjectStore {
  /** Names of what lies directly in a folder, without it, in order; only those behind `after`. Empty without the folder. */
  list(folder: string, after?: string): Promise<string[]>;
  /** null when there is nothing of that name. */
  get(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  /** Whole or not at all. false when there is something of that name already, which stays. */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
}

/** Longer than any object that is written, its seal included. */
export const MAX_BYTES = 64 * 1024 ** 2;
/** More names than a folder of a history has. Whoever keeps a place may put anything there. */
export const MAX_NAMES = 200_000;
/** A place that takes longer over one thing is as good as gone. */
export const MAX_MS = 60_000;

export type StoreProblem =
  /** Not there just now: no network, a server that is down. Trying again later may help. */
  | 'unreachable'
  /** It does not let us in. */
  | 'refused'
  /** The folder or bucket does not exist. */
  | 'missing'
  /** Something answers, but not as such a place does: a web page, another service. */
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

/** What an HTTP status that is no success says of the place. */
export function problemOfStatus(status: number): StoreProblem {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404 || status === 409) return 'missing';
  if (status === 507 || status === 413) return 'full';
  // Timed out, locked by someone for now, too early, too many.
  const isPassing = [408, 423, 425, 429].includes(status) || (status >= 500 && status !== 501);
  return isPassing ? 'unreachable' : 'unfit';
}
