import type { MovedStorage, MoveState } from '#contract/origin-migration.ts';
import type { SnapshotCounts } from '#contract/snapshot.ts';
import type { MoveHost } from '#host-client/host-api.ts';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import type { SnapshotFolder } from '#history/recovery/snapshot-folder.ts';
import { databaseInUse } from '#storage/database-in-use.ts';
import { describeError } from '#core/thrown.ts';

export type MoveQuestion =
  /** The history isn't here. Answer `again`, or `anyway` to start without it. */
  | { kind: 'not-moved'; detail: string | null }
  /** The history is here. `anyway` continues. */
  | { kind: 'moved'; counts: SnapshotCounts; missing: number };

export interface BringHistoryDeps {
  host: Pick<MoveHost, 'state' | 'begin' | 'finish'>;
  rescue: Pick<DatabaseRecovery, 'restore'>;
  folder: Pick<SnapshotFolder, 'confirm'>;
  ask: (question: MoveQuestion) => Promise<'again' | 'anyway'>;
  onProgress: (rows: number, of: number) => void;
  /** Stores the entries that came with the history. */
  keep: (storage: MovedStorage) => void;
  /** Returns, once, whether this tab had left for the former address. */
  hasReturned: () => boolean;
  /** Never resolves: another page replaces this one. */
  leave: (url: string) => Promise<never>;
  reload: () => Promise<never>;
}

/**
 * Earlier builds had another address, and a browser stores data per address. The page goes to the former address once.
 * The page there leaves the history with the host and comes back. Here the history is added to what exists, and each
 * entry is compared with what was sent. Nothing is deleted there.
 */
export async function importFromFormerOrigin(deps: BringHistoryDeps): Promise<void> {
  const { host, ask } = deps;
  let returned: boolean | null = null;
  for (;;) {
    // Without a host there is nothing to import. Another place reports that it is missing.
    const move = await host.state().catch((): MoveState => ({ step: 'none' }));
    if (move.step === 'none') return;
    returned ??= deps.hasReturned();
    let detail: string | null = null;
    if (move.step === 'arrived') {
      const failure = await take(deps, move);
      if (failure === null) return deps.reload();
      detail = failure;
    } else {
      if (!returned && (await databaseInUse()).version > 0) return;
      if (move.step === 'waiting' && !returned) return leave(deps);
      if (move.step === 'failed') ({ detail } = move);
    }
    if ((await ask({ kind: 'not-moved', detail })) === 'anyway') return;
    if (move.step !== 'arrived') return leave(deps);
  }
}

async function leave(deps: Pick<BringHistoryDeps, 'host' | 'leave'>): Promise<never> {
  const { url } = await deps.host.begin();
  return deps.leave(url);
}

/** `null` when everything is here; otherwise the reason why not. */
async function take(
  { host, rescue, folder, ask, onProgress, keep }: BringHistoryDeps,
  { snapshot, counts, missing, storage }: Extract<MoveState, { step: 'arrived' }>,
): Promise<string | null> {
  try {
    await rescue.restore(snapshot, onProgress);
    await folder.confirm(snapshot, counts);
  } catch (error) {
    return describeError(error);
  }
  keep(storage);
  await host.finish();
  await ask({ kind: 'moved', counts, missing });
  return null;
}
