import { ArchiveError } from '#archive/archive-error.ts';
import { HostProblemError, HostUnreachableError } from '#host-client/host-error.ts';
import { StorageError } from '#storage/storage-error.ts';

export type SnapshotFailureCode =
  /** No room on the disk where the host keeps them. */
  | 'disk-full'
  /** Larger than the room that snapshots may take. */
  | 'too-large'
  /** What the host stored is not what was sent, or cannot be read as an archive. */
  | 'not-verified'
  /** The host does not answer. */
  | 'host-away'
  /** The snapshot is not in the folder any more. */
  | 'gone'
  /** The history itself could not be read. */
  | 'storage'
  /** Another window makes one. */
  | 'busy'
  /** What was chosen about snapshots cannot be read. */
  | 'settings'
  /** There are no conversations. */
  | 'nothing'
  | 'unknown';

/** Why something about snapshots did not come to its end. `code` picks the words; the message is for diagnostics. */
export class SnapshotError extends Error {
  readonly code: SnapshotFailureCode;

  constructor(code: SnapshotFailureCode, message: string = code, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SnapshotError';
    this.code = code;
  }
}

export function toSnapshotFailure(error: unknown): SnapshotError {
  if (error instanceof SnapshotError) return error;
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new SnapshotError(codeOf(error), said, error);
}

function codeOf(error: unknown): SnapshotFailureCode {
  if (error instanceof HostUnreachableError) return 'host-away';
  if (error instanceof ArchiveError) return 'not-verified';
  // What Dexie throws names what is behind it.
  if (error instanceof StorageError || (error instanceof Error && 'inner' in error)) return 'storage';
  if (!(error instanceof HostProblemError)) return 'unknown';
  switch (error.code) {
    case 'disk_full':
      return 'disk-full';
    case 'snapshot_too_large':
      return 'too-large';
    case 'snapshot_mismatch':
      return 'not-verified';
    case 'unknown_snapshot':
      return 'gone';
    default:
      return 'unknown';
  }
}
