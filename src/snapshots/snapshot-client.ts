import type { Snapshot, SnapshotReason } from '#contract/snapshot.ts';
import { createWorkerClient, toWorkerPort } from '#workers/worker-calls.ts';
import type { SnapshotProgress } from './make-snapshot.ts';
import { SnapshotError } from './snapshot-error.ts';
import type { HostAddress, SnapshotFailure, SnapshotMethods, SnapshotPort } from './snapshot-messages.ts';

export interface SnapshotRun {
  signal: AbortSignal;
  onProgress: (progress: SnapshotProgress) => void;
}

/** Rejects with a `SnapshotError`, or with the signal's reason after an abort, once nothing is left of it. */
export interface SnapshotClient {
  make(args: { reason: SnapshotReason; writtenBy: string }, run: SnapshotRun): Promise<Snapshot>;
  check(id: string, run: SnapshotRun): Promise<Snapshot>;
  fingerprint(): Promise<string | null>;
}

export const startSnapshotWorker = (): SnapshotPort =>
  toWorkerPort(new Worker(new URL('./snapshot-worker.ts', import.meta.url), { type: 'module' }));

/** `start` starts the worker. It lives only while calls are pending, because it is needed once a day. */
export function createSnapshotClient(start: () => SnapshotPort, { origin, token }: HostAddress): SnapshotClient {
  const host = { origin, token };
  const worker = createWorkerClient<SnapshotMethods, SnapshotFailure>({
    start,
    toError: ({ code, message }) => new SnapshotError(code, message),
    toBreakdown: (message) => new SnapshotError('unknown', message),
    endsIdle: true,
  });
  return {
    make: (args, run) => worker.call('make', { host, ...args }, run),
    check: (id, run) => worker.call('check', { host, id }, run),
    fingerprint: () => worker.call('fingerprint', null),
  };
}
