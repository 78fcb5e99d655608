/**
 * Remembers the version that a button switched to. The button disappears with the old version, and the focus should
 * move to the new one.
 */
export interface SwitchMemory {
  remember: (id: string, by: -1 | 1) => void;
  /** Returns, once, which button of this version should take the focus. */
  take: (id: string) => -1 | 1 | null;
}

export function createSwitchMemory(): SwitchMemory {
  let last: { id: string; by: -1 | 1 } | null = null;
  return {
    remember(id, by) {
      last = { id, by };
    },
    take(id) {
      if (last?.id !== id) return null;
      const { by } = last;
      last = null;
      return by;
    },
  };
}
