import { unfinishedDatabases } from '#storage/database-in-use.ts';
import { deleteRaw } from '#storage/raw/raw-database.ts';

/** Held during a restore, in any window. */
export const RESTORING = 'baton-restore';
/** Where an archive is restored first. Not the name of a history. */
export const SCRATCH_DATABASE = 'baton-being-restored';
/** Where a history is rebuilt from its journal first. Not the name of a history. */
export const REPLAY_DATABASE = 'baton-being-replayed';

/** Removes what a killed restore left behind, unless one is in progress. */
export async function removeUnfinished(locks: Pick<LockManager, 'request'>): Promise<void> {
  await locks.request(RESTORING, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    for (const name of [...(await unfinishedDatabases()), SCRATCH_DATABASE, REPLAY_DATABASE]) await deleteRaw(name);
  });
}
