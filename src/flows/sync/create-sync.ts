import { deferCalls, loadOnce } from '#core/load-once.ts';
import { createSyncScheduler, type SyncDevice, type SyncScheduler, type SyncWaiting } from '#state/sync-scheduler.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import type { SyncHost } from '#host-client/host-api.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { getSyncLog } from '#storage/sync-marks.ts';
import { watchChanges } from '#storage/watch-changes.ts';
import { toSyncPort } from './sync-port.ts';
import type { SyncEngineDeps } from './sync-engine.ts';
import type { ReceivedChanges } from './apply-remote-object.ts';

export interface SyncDeps {
  db: BatonDatabase;
  host: SyncHost;
  newDevice: SyncEngineDeps['newDevice'];
  /** The name of this device that other devices show. */
  name: () => string;
  locks: Pick<LockManager, 'request'>;
  clock: { now(): number; setTimeout(fn: () => void, ms: number): unknown; clearTimeout(handle: unknown): void };
  onUnreadableRow: OnUnreadableRow;
  /** Called when something was received, to release what was removed and to notify the user of what was retained. */
  onReceived(received: ReceivedChanges): void;
  onError(error: unknown): void;
}

export interface Sync {
  runs: SyncScheduler;
  /** Changes the name that other devices show for this one, from its next object on. */
  rename(name: string): Promise<void>;
  /** Sends everything here again, for devices that miss some of it. */
  sendAgain(): Promise<void>;
  /** Stops listening for changes. */
  stop(): void;
}

/** Sync of this profile: what to do and when. */
export function createSync(deps: SyncDeps): Sync {
  const { db, host, clock } = deps;
  const loadEngine = loadOnce(async () => {
    const { createSyncEngine } = await import('./sync-engine.ts');
    return createSyncEngine({ ...deps, port: toSyncPort(host), now: () => clock.now() });
  });
  const engine = deferCalls(loadEngine.get);
  const runs = createSyncScheduler({
    ...deps,
    async place() {
      try {
        return (await host.state()).place;
      } catch (error) {
        // When keys can't be read, the remote is unknown. A profile that never synced doesn't need to report that.
        if (error instanceof HostProblemError && error.code === 'secrets_locked' && !(await getSyncLog(db)))
          return null;
        throw error;
      }
    },
    async prepare(fingerprint) {
      const log = await getSyncLog(db);
      if (log?.fingerprint === fingerprint) return { paused: log.paused };
      await engine.begin({ fingerprint, name: deps.name() });
      return { paused: false };
    },
    async pass(options) {
      const { received, waiting } = await engine.pass(options);
      if (received.changed.size + received.removed.size + received.retained.size > 0) deps.onReceived(received);
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
  return {
    runs,
    async rename(name) {
      await db.transaction('rw', db.syncMarks, async () => {
        const log = await getSyncLog(db);
        if (log) await db.syncMarks.put({ ...log, name });
      });
      const { devices } = runs.store.getState();
      runs.store.setState({ devices: devices.map((one) => (one.self ? { ...one, name } : one)) });
    },
    async sendAgain() {
      await engine.sayAgain();
      await runs.now();
    },
    stop: watchChanges(db, (sessions) => runs.changed(sessions)),
  };
}

/** The devices that have sent something, this one first. */
async function devicesOf(db: BatonDatabase, waiting: ReadonlyMap<string, SyncWaiting>): Promise<SyncDevice[]> {
  const log = await getSyncLog(db);
  if (!log) return [];
  const known = new Set([log.device, ...Object.keys(log.applied), ...waiting.keys()]);
  return [...known]
    .map((id) => ({
      id,
      name: id === log.device ? log.name : (log.applied[id]?.name ?? ''),
      at: log.applied[id]?.at ?? 0,
      self: id === log.device,
      waiting: waiting.get(id) ?? null,
    }))
    .toSorted((a, b) => Number(b.self) - Number(a.self) || b.at - a.at);
}
