import type { Rescue } from '#flows/rescue/create-rescue.ts';

/** One of which only the given members may be used. */
export function rescueWith(members: Partial<Rescue> = {}): Rescue {
  const unexpected = () => Promise.reject(new Error('not asked for'));
  return {
    exportReadable: unexpected,
    exportRows: unexpected,
    snapshots: () => Promise.resolve([]),
    restore: unexpected,
    startEmpty: unexpected,
    kept: () => Promise.resolve([]),
    takeAgain: unexpected,
    removeKept: unexpected,
    clearAway: unexpected,
    ...members,
  };
}
