import { createSyncRuns, type SyncDevice, type SyncRuns } from '#state/sync-runs.ts';
import type { SyncHost } from '#host-client/sync-host.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { ReportUnreadable } from '#storage/read-row.ts';
import { getSyncLog } from '#storage/sync-marks.ts';
import { watchChanges } from '#storage/watch-changes.ts';
import { createSyncEngine, type SyncEngineDeps, type Waiting } from './sync-engine.ts';
import type { Received } from './take-in.ts';

export interface SyncDeps {
  db: BatonDatabase;
  host: SyncHost;
  newDevice: SyncEngineDeps['newDevice'];
  /** What the other machines see this one as. */
  name: string;
  locks: Pick<LockManager, 'request'>;
  clock: { now(): number; setTimeout(fn: () => void, ms: number): unknown; clearTimeout(handle: unknown): void };
  report: ReportUnreadable;
  /** Where something came in; so that what was removed is let go of, and the person is told what was kept. */
  onReceived(received: Received): void;
  onError(error: unknown): void;
}

/** Sync of this profile: what to do and when. `stop` ends listening for changes. */
export function createSync(deps: SyncDeps): { runs: SyncRuns; stop: () => void } {
  const { db, host, clock } = deps;
  const engine = createSyncEngine({ ...deps, port: host, now: () => clock.now() });
  const runs = createSyncRuns({
    ...deps,
    place: async () => (await host.state()).place,
    async prepare(fingerprint) {
      const log = await getSyncLog(db);
      if (log?.fingerprint === fingerprint) return { paused: log.paused };
      await engine.begin({ fingerprint, name: deps.name });
      return { paused: false };
    },
    async pass(options) {
      const { received, waiting } = await engine.pass(options);
      if (received.changed.size + received.removed.size + received.kept.size > 0) deps.onReceived(received);
      return { devices: await devicesOf(db, waiting) };
    },
    async setPaused(paused) {
      const log = await getSyncLog(db);
      if (log) await db.syncMarks.put({ ...log, paused });
    },
    async forget() {
      await host.leave();
      await engine.end();
    },
  });
  return { runs, stop: watchChanges(db, (sessions) => runs.changed(sessions)) };
}

/** Those that have said something, this one first. */
async function devicesOf(db: BatonDatabase, waiting: ReadonlyMap<string, Waiting>): Promise<SyncDevice[]> {
  const log = await getSyncLog(db);
  if (!log) return [];
  const known = new Set([...Object.keys(log.applied), ...waiting.keys()]);
  return [...known]
    .map((id) => ({
      id,
      name: log.applied[id]?.name ?? '',
      at: log.applied[id]?.at ?? 0,
      self: id === log.device,
      waiting: waiting.get(id) ?? null,
    }))
    .toSorted((a, b) => Number(b.self) - Number(a.self) || b.at - a.at);
}
