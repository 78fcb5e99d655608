import type { MovedStorage, MoveState } from '#contract/origin-migration.ts';
import type { SnapshotCounts } from '#contract/snapshot.ts';
import type { MoveHost } from '#host-client/move-host.ts';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import type { SnapshotFolder } from '#history/recovery/snapshot-folder.ts';
import { databaseInUse } from '#storage/database-in-use.ts';

export type MoveQuestion =
  /** The history is not here. `again`, or `anyway` to begin without it. */
  | { kind: 'not-moved'; detail: string | null }
  /** It is. `anyway` goes on. */
  | { kind: 'moved'; counts: SnapshotCounts; missing: number };

export interface BringHistoryDeps {
  host: Pick<MoveHost, 'state' | 'begin' | 'finish'>;
  rescue: Pick<DatabaseRecovery, 'restore'>;
  folder: Pick<SnapshotFolder, 'confirm'>;
  ask: (question: MoveQuestion) => Promise<'again' | 'anyway'>;
  tell: (rows: number, of: number) => void;
  /** Keeps what came along. */
  keep: (storage: MovedStorage) => void;
  /** Answers whether this tab had left for the former address, once. */
  hasReturned: () => boolean;
  /** Never resolves: another page takes the place of this one. */
  leave: (url: string) => Promise<never>;
  reload: () => Promise<never>;
}

/**
 * Earlier builds had another address, and what a browser keeps belongs to an address. The page goes there once; the page
 * there leaves the history with the host and comes back, and here it is put beside what there is, entry by entry compared
 * with what was sent. Nothing is deleted there.
 */
export async function importFromFormerOrigin(deps: BringHistoryDeps): Promise<void> {
  const { host, ask } = deps;
  let returned: boolean | null = null;
  for (;;) {
    // Without a host there is nothing to bring; that it is away is told elsewhere.
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

/** Null when everything is here; else why not. */
async function take(
  { host, rescue, folder, ask, tell, keep }: BringHistoryDeps,
  { snapshot, counts, missing, storage }: Extract<MoveState, { step: 'arrived' }>,
): Promise<string | null> {
  try {
    await rescue.restore(snapshot, tell);
    await folder.confirm(snapshot, counts);
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  keep(storage);
  await host.finish();
  await ask({ kind: 'moved', counts, missing });
  return null;
}
