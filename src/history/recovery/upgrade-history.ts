import { ChangedSinceSnapshotError, UPGRADE_HOLD_KEY, watchUpgrade } from '#storage/raw/check-upgrade.ts';
import { databaseInUse } from '#storage/database-in-use.ts';
import { type BatonDatabase, openDatabase } from '#storage/database.ts';
import { openRaw, requestToPromise } from '#storage/raw/raw-database.ts';
import { newestVersion, schemaVersionOf, type SchemaStep } from '#storage/schema.ts';
import { toError } from '#core/thrown.ts';
import type { OpenHistoryDeps } from './open-history.ts';
import type { RawSnapshot } from './take-raw-snapshot.ts';

/** Other windows keep writing while a snapshot is made. */
const TRIES = 3;
/** For new tables and indexes. Rewritten rows need additional space. */
const MIN_FREE_BYTES = 32 * 1024 ** 2;

/** `null` when another window has upgraded it, or has written meanwhile: check again. */
export async function upgradeHistory(
  deps: OpenHistoryDeps,
  steps: readonly SchemaStep[],
): Promise<BatonDatabase | null> {
  const found = await databaseInUse();
  const from = schemaVersionOf(found.version);
  const to = newestVersion(steps);
  if (from >= to) return null;
  for (let attempt = 1; ; attempt++) {
    const raw = await openRaw(found.name);
    if (!raw) return null;
    let snapshot: RawSnapshot | null = null;
    try {
      if ((await hasUpgradeHold(raw)) && (await deps.ask({ kind: 'held', from, to })) === 'again') return null;
      snapshot = await copyFirst(deps, raw, from, to);
    } finally {
      raw.close();
    }
    const needs = MIN_FREE_BYTES + 2 * rewritten(steps, from, snapshot);
    const free = await deps.freeBytes();
    if (free !== null && free < needs && (await deps.ask({ kind: 'little-room', needs, free })) === 'again') continue;
    try {
      const watch = watchUpgrade(steps, {
        from,
        snapshot: snapshot?.id ?? null,
        expected: snapshot?.manifest.prints ?? null,
        now: deps.now,
        onProgress: (step, rows) => deps.onProgress({ step: step === 'before' ? 'upgrade' : 'check', rows }),
      });
      deps.onProgress({ step: 'upgrade', rows: 0 });
      return await openDatabase({ name: found.name, steps, watch, onClosed: deps.onClosed, quota: deps.quota });
    } catch (error) {
      if (!(error instanceof ChangedSinceSnapshotError) || attempt === TRIES) throw error;
    }
  }
}

async function hasUpgradeHold(db: IDBDatabase): Promise<boolean> {
  if (!db.objectStoreNames.contains('settings')) return false;
  const row: unknown = await requestToPromise(db.transaction('settings').objectStore('settings').get(UPGRADE_HOLD_KEY));
  return row !== undefined;
}

/** `null` if the user continues without a snapshot. */
async function copyFirst(
  deps: OpenHistoryDeps,
  raw: IDBDatabase,
  from: number,
  to: number,
): Promise<RawSnapshot | null> {
  for (;;) {
    deps.onProgress({ step: 'copy', rows: 0 });
    try {
      return await deps.takeSnapshot(raw, { onProgress: (rows) => deps.onProgress({ step: 'copy', rows }) });
    } catch (error) {
      const failure = toError(error);
      const answer = await deps.ask({ kind: 'no-snapshot', error: failure, from, to });
      if (answer === 'anyway') return null;
    }
  }
}

/** Bytes of the tables whose rows the upgrade rewrites. */
function rewritten(steps: readonly SchemaStep[], from: number, snapshot: RawSnapshot | null): number {
  const tables = new Set(
    steps.filter(({ version }) => version > from).flatMap(({ changes }) => Object.keys(changes ?? {})),
  );
  const stores = snapshot?.manifest.stores ?? [];
  return stores.reduce((all, { name, bytes }) => (tables.has(name) ? all + bytes : all), 0);
}
