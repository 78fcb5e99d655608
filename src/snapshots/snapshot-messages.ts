import type { Snapshot, SnapshotReason } from '#contract/snapshot.ts';
import type { SnapshotProgress } from './make-snapshot.ts';
import type { SnapshotFailureCode } from './snapshot-error.ts';

/** Sent first: how the worker reaches the host. */
export interface SnapshotStart {
  type: 'start';
  origin: string;
  token: string | null;
}

/** The calls that the page can make: arguments and result of each. */
export interface SnapshotCalls {
  make: { args: { reason: SnapshotReason; writtenBy: string }; result: Snapshot };
  check: { args: { id: string }; result: Snapshot };
  /** Fingerprint of the current history. `null` without sessions. */
  fingerprint: { args: null; result: string | null };
}

export type SnapshotMethod = keyof SnapshotCalls;

export type SnapshotCall = {
  [M in SnapshotMethod]: { type: 'call'; id: number; method: M; args: SnapshotCalls[M]['args'] };
}[SnapshotMethod];

export type SnapshotRequest = SnapshotStart | SnapshotCall | { type: 'cancel'; id: number };

export type SnapshotReply =
  | { type: 'done'; id: number; result: Snapshot | string | null }
  | { type: 'progress'; id: number; progress: SnapshotProgress }
  | { type: 'failed'; id: number; code: SnapshotFailureCode; message: string }
  /** It was cancelled, and nothing of it is left. */
  | { type: 'cancelled'; id: number };
