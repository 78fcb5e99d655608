import type { HostCallsDeps } from '#host-client/host-calls.ts';
import type { SnapshotHost } from '#host-client/host-api.ts';
import { createJournals, type Journals, type JournalsDeps } from '#state/journal.ts';
import { createSnapshots, type Snapshots } from '#state/snapshots.ts';
import { createSnapshotClient, startSnapshotWorker } from '#snapshots/snapshot-client.ts';
import type { Clock } from '#storage/clock.ts';
import type { Timers } from './open-clock.ts';
import type { Host } from './open-host.ts';
import type { Reporting } from './open-reporting.ts';
import type { Stores } from './open-stores.ts';

interface BackupDeps {
  hostCalls: HostCallsDeps;
  snapshotHost: SnapshotHost;
  host: Host;
  stores: Stores;
  clock: Clock;
  timers: Timers;
  reporting: Reporting;
  onLoss: JournalsDeps['onLoss'];
}

/** Snapshots and the journal between them. A snapshot begins a new base of the journal. */
export function openBackups(deps: BackupDeps): { snapshots: Snapshots; journals: Journals } {
  const { hostCalls, host, stores, clock, timers, onLoss } = deps;
  const { log } = deps.reporting;
  const snapshots = createSnapshots({
    host: deps.snapshotHost,
    client: createSnapshotClient(startSnapshotWorker, hostCalls),
    locks: navigator.locks,
    now: clock.now,
    idle: () => new Promise((resolve) => void requestIdleCallback(() => resolve(), { timeout: 10_000 })),
    isBusy: () => stores.activeRuns.store.getState().runs.length > 0,
    writtenBy: () => `Baton ${host.version()}`,
    beginBase: () => journals.beginBase(),
    onError: (error) => log.write('warn', 'snapshot-failed', { error }),
    ...timers,
  });
  const journals = createJournals({
    db: stores.db,
    hostCalls,
    snapshots,
    log,
    locks: navigator.locks,
    onLoss,
    ...timers,
  });
  return { snapshots, journals };
}
