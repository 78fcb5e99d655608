import type { Snapshot, SnapshotReason } from '#contract/snapshot.ts';
import type { WorkerPort, WorkerReply, WorkerRequest } from '#workers/worker-calls.ts';
import type { SnapshotProgress } from './make-snapshot.ts';
import type { SnapshotFailureCode } from './snapshot-error.ts';

/** How the worker reaches the host. */
export interface HostAddress {
  origin: string;
  token: string | null;
}

/** The calls of the page to the worker. */
export interface SnapshotMethods {
  make: {
    args: { host: HostAddress; reason: SnapshotReason; writtenBy: string };
    result: Snapshot;
    progress: SnapshotProgress;
  };
  check: { args: { host: HostAddress; id: string }; result: Snapshot; progress: SnapshotProgress };
  /** Fingerprint of the current history. `null` without sessions. */
  fingerprint: { args: null; result: string | null; progress: never };
}

export interface SnapshotFailure {
  code: SnapshotFailureCode;
  message: string;
}

export type SnapshotRequest = WorkerRequest<SnapshotMethods>;
export type SnapshotReply = WorkerReply<SnapshotMethods, SnapshotFailure>;
export type SnapshotPort = WorkerPort<SnapshotRequest, SnapshotReply>;
