/** Remembers the version that a button led to: the button goes with the old one, and the focus is to go on to the new. */
export interface SwitchMemory {
  remember: (id: string, by: -1 | 1) => void;
  /** Which button of this version is to have the focus, once. */
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
