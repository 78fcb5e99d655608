import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import type { Move } from '#ui/shell/start/create-move.tsx';

/** A history that never had another address. */
export const noMove: Pick<Move, 'isOpen' | 'begin'> = {
  isOpen: () => Promise.resolve(false),
  begin: () => Promise.reject(new Error('not asked for')),
};

/** A database recovery of which only the given members may be used. */
export function rescueWith(members: Partial<DatabaseRecovery> = {}): DatabaseRecovery {
  const unexpected = () => Promise.reject(new Error('not asked for'));
  return {
    exportReadable: unexpected,
    exportRows: unexpected,
    snapshots: () => Promise.resolve([]),
    journals: () => Promise.resolve([]),
    replay: unexpected,
    removeJournal: unexpected,
    clearStore: unexpected,
    restore: unexpected,
    startEmpty: unexpected,
    listRetained: () => Promise.resolve([]),
    takeAgain: unexpected,
    removeRetained: unexpected,
    ...members,
  };
}
