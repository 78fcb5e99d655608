import { ArchiveError } from '#archive/archive-error.ts';
import { HostProblemError, HostUnreachableError } from '#host-client/host-error.ts';
import { StorageError } from '#storage/storage-error.ts';
import { describeError } from '#core/thrown.ts';

export type SnapshotFailureCode =
  /** The host's disk is full. */
  | 'disk-full'
  /** Larger than the quota for snapshots. */
  | 'too-large'
  /** What the host stored differs from what was sent, or is not a readable archive. */
  | 'not-verified'
  /** The host does not answer. */
  | 'host-away'
  /** The snapshot is no longer in the folder. */
  | 'gone'
  /** It is encrypted, and the key isn't open. */
  | 'locked'
  /** The history itself could not be read. */
  | 'storage'
  /** Another window is making one. */
  | 'busy'
  /** The settings for snapshots cannot be read. */
  | 'settings'
  /** There are no sessions. */
  | 'nothing'
  | 'unknown';

/** Why a snapshot operation failed. `code` selects the text on the screen; the message is for diagnostics. */
export class SnapshotError extends Error {
  readonly code: SnapshotFailureCode;

  constructor(code: SnapshotFailureCode, message: string = code, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SnapshotError';
    this.code = code;
  }
}

export function toSnapshotError(error: unknown): SnapshotError {
  if (error instanceof SnapshotError) return error;
  const description = describeError(error);
  return new SnapshotError(codeOf(error), description, error);
}

function codeOf(error: unknown): SnapshotFailureCode {
  if (error instanceof HostUnreachableError) return 'host-away';
  if (error instanceof ArchiveError) return 'not-verified';
  // Errors that Dexie throws name their cause.
  if (error instanceof StorageError || (error instanceof Error && 'inner' in error)) return 'storage';
  if (!(error instanceof HostProblemError)) return 'unknown';
  switch (error.code) {
    case 'disk_full':
      return 'disk-full';
    case 'snapshot_too_large':
      return 'too-large';
    case 'snapshot_mismatch':
      return 'not-verified';
    case 'encryption_locked':
      return 'locked';
    case 'unknown_snapshot':
      return 'gone';
    default:
      return 'unknown';
  }
}
