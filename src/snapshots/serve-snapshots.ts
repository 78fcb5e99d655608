import type { SnapshotHost } from '#host-client/host-api.ts';
import { serveWorker } from '#workers/worker-calls.ts';
import { checkSnapshot } from './check-snapshot.ts';
import { historyFingerprint } from './history-fingerprint.ts';
import { makeSnapshot, type MakeDeps, type SnapshotProgress } from './make-snapshot.ts';
import { toSnapshotError } from './snapshot-error.ts';
import type {
  HostAddress,
  SnapshotFailure,
  SnapshotMethods,
  SnapshotReply,
  SnapshotRequest,
} from './snapshot-messages.ts';

export interface ServeDeps extends Omit<MakeDeps, 'db' | 'host' | 'writtenBy'> {
  openDatabase: () => Promise<MakeDeps['db']>;
  connect: (address: HostAddress) => SnapshotHost;
  post: (reply: SnapshotReply) => void;
}

/** Minimum time between two progress reports, because the page draws each of them. */
const TELL_MS = 200;

/** Handles each call separately. The database is opened for a call that needs it, and closed after it. */
export function serveSnapshots(deps: ServeDeps): (request: SnapshotRequest) => Promise<void> {
  async function withDatabase<T>(work: (db: MakeDeps['db']) => Promise<T>): Promise<T> {
    const db = await deps.openDatabase();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  }

  function paced(onProgress: (progress: SnapshotProgress) => void) {
    let lastReport: { phase: string; at: number } | null = null;
    return (progress: SnapshotProgress) => {
      const at = deps.now();
      if (lastReport?.phase === progress.phase && at - lastReport.at < TELL_MS) return;
      lastReport = { phase: progress.phase, at };
      onProgress({ ...progress });
    };
  }

  return serveWorker<SnapshotMethods, SnapshotFailure>(
    {
      make: ({ host, reason, writtenBy }, { signal, onProgress }) =>
        withDatabase((db) =>
          makeSnapshot({ ...deps, db, host: deps.connect(host), writtenBy }, reason, {
            signal,
            onProgress: paced(onProgress),
          }),
        ),
      check({ host, id }, { signal, onProgress }) {
        const report = paced(onProgress);
        return checkSnapshot(deps.connect(host), id, {
          signal,
          onProgress: (done, of) => report({ phase: 'verifying', done, of, bytes: 0 }),
        });
      },
      fingerprint: () => withDatabase(historyFingerprint),
    },
    {
      post: deps.post,
      toFailure(error, aborted) {
        const { code, message } = toSnapshotError(error);
        return aborted ? null : { code, message };
      },
    },
  );
}
