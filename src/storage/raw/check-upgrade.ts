import { z } from 'zod/mini';
import type { Transaction } from 'dexie';
import { countRows, createDigestWriter, differences, type Difference, type Fingerprint } from './fingerprint.ts';
import { requestToPromise } from './raw-database.ts';
import { newestVersion, type SchemaStep, type UpgradeWatch } from '../schema.ts';
import { StorageError } from '../storage-error.ts';

/** An upgrade changed, lost or added rows that it declares unchanged. It was rolled back completely. */
export class UpgradeRefusedError extends StorageError {
  readonly found: readonly Difference[];

  constructor(found: readonly Difference[]) {
    const named = found.slice(0, 20).map(({ table, owner, before, after }) => {
      const rows = before === after ? `${before} rows, not the same` : `${before} rows became ${after}`;
      return `${table}${owner && ` of ${owner}`}: ${rows}`;
    });
    const more = found.length > named.length ? [`and ${found.length - named.length} more`] : [];
    super('upgrade-refused', undefined, [...named, ...more].join('\n'));
    this.name = 'UpgradeRefusedError';
    this.found = found;
  }
}

/** A window wrote between the snapshot and the upgrade, so the snapshot is incomplete. Nothing was upgraded. */
export class ChangedSinceSnapshotError extends StorageError {
  constructor() {
    super('unknown', undefined, 'The history was changed while it was being copied.');
    this.name = 'ChangedSinceSnapshotError';
  }
}

/** Stored in the settings by the upgrade, in its transaction. */
const UpgradeRecordSchema = z.object({
  from: z.number(),
  to: z.number(),
  at: z.number(),
  /** Name of the snapshot made before; `null` if the user continued without one. */
  snapshot: z.nullable(z.string()),
  /** Tables that the upgrade removed, with the number of rows in each. */
  notCarried: z.record(z.string(), z.number()),
});
export const OptionalUpgradeSchema = z.nullable(UpgradeRecordSchema);
export type UpgradeRecord = z.output<typeof UpgradeRecordSchema>;

export const UPGRADE_KEY = 'storage.upgraded';
/** Set when a history was restored to the former version. The user must confirm before it is upgraded again. */
export const UPGRADE_HOLD_KEY = 'storage.heldBack';

export interface UpgradePlan {
  from: number;
  snapshot: string | null;
  /** Contents of the snapshot; `null` if there is none. */
  expected: Fingerprint | null;
  now: () => number;
  onProgress?: (step: 'before' | 'after', rows: number) => void;
}

/** Number of rows between two progress reports. */
const PROGRESS_INTERVAL = 500;

const same = (a: Fingerprint, b: Fingerprint): boolean => differences(a, b).length + differences(b, a).length === 0;

/**
 * Compares the rows after an upgrade with those before it. Both are read inside its transaction, so no other window can
 * write in between, and a throw rolls everything back.
 */
export function watchUpgrade(steps: readonly SchemaStep[], plan: UpgradePlan): UpgradeWatch {
  const taken = steps.filter(({ version }) => version > plan.from);
  const removed = new Set(taken.flatMap(({ stores }) => Object.keys(stores).filter((name) => stores[name] === null)));
  const changes: Record<string, string[]> = {};
  for (const step of taken)
    for (const [table, fields] of Object.entries(step.changes ?? {}))
      changes[table] = [...(changes[table] ?? []), ...fields];
  let digestsBefore: Fingerprint = {};
  let notCarried: Record<string, number> = {};

  async function readRows({ idbtrans }: Transaction, step: 'before' | 'after') {
    const counted = createDigestWriter(changes);
    const full = step === 'before' && plan.expected ? createDigestWriter() : null;
    let rows = 0;
    for (const name of tablesAt(plan.from, steps, idbtrans)) {
      counted.table(name);
      full?.table(name);
      await eachRow(idbtrans.objectStore(name), (row) => {
        counted.add(name, row);
        full?.add(name, row);
        rows += 1;
        if (rows % PROGRESS_INTERVAL === 0) plan.onProgress?.(step, rows);
      });
    }
    return { counted: counted.done(), full: full?.done() ?? null };
  }

  return {
    from: plan.from,
    async before(transaction) {
      const { counted, full } = await readRows(transaction, 'before');
      if (plan.expected && full && !same(plan.expected, full)) throw new ChangedSinceSnapshotError();
      digestsBefore = Object.fromEntries(Object.entries(counted).filter(([name]) => !removed.has(name)));
      const rows = countRows(counted);
      notCarried = Object.fromEntries(
        [...removed].flatMap((name) => (rows[name] ? [[name, rows[name]] as const] : [])),
      );
    },
    async after(transaction) {
      const { counted } = await readRows(transaction, 'after');
      const found = differences(digestsBefore, counted);
      if (found.length > 0) throw new UpgradeRefusedError(found);
      const record: UpgradeRecord = {
        from: plan.from,
        to: newestVersion(steps),
        at: plan.now(),
        snapshot: plan.snapshot,
        notCarried,
      };
      await transaction.table('settings').put({ key: UPGRADE_KEY, value: record });
      await transaction.table('settings').delete(UPGRADE_HOLD_KEY);
    },
  };
}

/** Tables of the former version that still exist. */
function tablesAt(version: number, steps: readonly SchemaStep[], transaction: IDBTransaction): string[] {
  const declared = new Set<string>();
  for (const { stores } of steps.filter((step) => step.version <= version))
    for (const [name, indexes] of Object.entries(stores)) {
      if (indexes === null) declared.delete(name);
      else declared.add(name);
    }
  return [...transaction.objectStoreNames].filter((name) => declared.has(name));
}

const PAGE = 500;

/** Uses IndexedDB directly: during an upgrade, Dexie shows only the tables of one step. */
async function eachRow(store: IDBObjectStore, see: (row: unknown) => void): Promise<void> {
  for (let range: IDBKeyRange | null = null; ;) {
    const keys = requestToPromise(store.getAllKeys(range, PAGE));
    const rows: unknown[] = await requestToPromise(store.getAll(range, PAGE));
    for (const row of rows) see(row);
    const last = (await keys).at(-1);
    if (last === undefined || rows.length < PAGE) return;
    range = IDBKeyRange.lowerBound(last, true);
  }
}
