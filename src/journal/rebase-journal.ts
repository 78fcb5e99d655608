import type { JournalHost } from '#host-client/journal-host.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { journalProfile, readRemoved } from '#storage/journal-marks.ts';
import { findLoss } from './find-loss.ts';
import { TABLES_OUTSIDE_SNAPSHOTS } from './journal-rows.ts';
import { listRows } from './list-rows.ts';
import { type SendDeps, sendRows } from './send-rows.ts';

export interface RebaseDeps extends SendDeps {
  db: BatonDatabase;
  host: Pick<JournalHost, 'append' | 'putBlob' | 'begin' | 'check' | 'rebase'>;
}

/**
 * Call before the first row of a snapshot is read. Everything written from then on stays in the journal. The returned
 * function makes the verified snapshot the start of the journal. `null` while the journal holds rows that the database
 * has lost: it would forget them.
 */
export async function rebaseJournal(deps: RebaseDeps): Promise<((snapshot: string) => Promise<void>) | null> {
  const { db, host } = deps;
  const profile = await journalProfile(db);
  const segment = await host.begin(profile);
  const listing = await listRows(db);
  if (findLoss(await host.check(profile, listing), await readRemoved(db))) return null;
  return async (snapshot) => {
    const outsideSnapshot = TABLES_OUTSIDE_SNAPSHOTS.flatMap((table) =>
      (listing.keys[table] ?? []).map((key) => ({ table, key })),
    );
    await sendRows(deps, profile, outsideSnapshot);
    await host.rebase(profile, { snapshot, segment, listing });
  };
}
