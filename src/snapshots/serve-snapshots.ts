import type { SnapshotHost } from '#host-client/snapshot-host.ts';
import { checkSnapshot } from './check-snapshot.ts';
import { historyFingerprint } from './history-fingerprint.ts';
import { makeSnapshot, type MakeDeps, type SnapshotProgress } from './make-snapshot.ts';
import { toSnapshotError } from './snapshot-error.ts';
import type { SnapshotCall, SnapshotReply, SnapshotRequest, SnapshotStart } from './snapshot-messages.ts';

export interface ServeDeps extends Omit<MakeDeps, 'db' | 'host' | 'writtenBy'> {
  openDatabase: () => Promise<MakeDeps['db']>;
  connect: (start: SnapshotStart) => SnapshotHost;
  post: (reply: SnapshotReply) => void;
}

/** Minimum time between two progress reports, because the page draws each of them. */
const TELL_MS = 200;

/** Handles each call separately. The database is opened for a call that needs it, and closed after it. */
export function serveSnapshots(deps: ServeDeps): (request: SnapshotRequest) => Promise<void> {
  const active = new Map<number, AbortController>();
  let host: SnapshotHost | null = null;

  async function withDatabase<T>(work: (db: MakeDeps['db']) => Promise<T>): Promise<T> {
    const db = await deps.openDatabase();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  }

  function answer(call: SnapshotCall, to: SnapshotHost, signal: AbortSignal) {
    let lastReport: { phase: string; at: number } | null = null;
    const onProgress = (progress: SnapshotProgress) => {
      const at = deps.now();
      if (lastReport?.phase === progress.phase && at - lastReport.at < TELL_MS) return;
      lastReport = { phase: progress.phase, at };
      deps.post({ type: 'progress', id: call.id, progress: { ...progress } });
    };
    if (call.method === 'make') {
      const { reason, writtenBy } = call.args;
      return withDatabase((db) => makeSnapshot({ ...deps, db, host: to, writtenBy }, reason, { signal, onProgress }));
    }
    if (call.method === 'fingerprint') return withDatabase(historyFingerprint);
    return checkSnapshot(to, call.args.id, {
      signal,
      onProgress: (done, of) => onProgress({ phase: 'verifying', done, of, bytes: 0 }),
    });
  }

  return async (request) => {
    if (request.type === 'start') {
      host = deps.connect(request);
      return;
    }
    const { id } = request;
    if (request.type === 'cancel') {
      active.get(id)?.abort();
      return;
    }
    const abort = new AbortController();
    active.set(id, abort);
    try {
      if (!host) throw new Error('the worker was not started');
      deps.post({ type: 'done', id, result: await answer(request, host, abort.signal) });
    } catch (error) {
      const { code, message } = toSnapshotError(error);
      deps.post(abort.signal.aborted ? { type: 'cancelled', id } : { type: 'failed', id, code, message });
    } finally {
      active.delete(id);
    }
  };
}
