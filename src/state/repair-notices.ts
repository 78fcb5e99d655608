import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { UnreadableRow } from '#storage/read-row.ts';

export interface RepairedList {
  /** Conversations that were missing from the list. */
  rebuilt: readonly { title: string }[];
  /** Ids of conversations whose path ended in a missing message. */
  repaired: readonly string[];
}

export interface RepairNotices {
  store: StoreApi<{ unreadable: readonly UnreadableRow[]; repaired: RepairedList | null }>;
  /** Reports each row only once. */
  unreadable: (row: UnreadableRow) => void;
  /** Reports nothing if nothing was repaired. */
  repaired: (list: RepairedList) => void;
}

/** Damage that this window found in the history, and what was done about it. */
export function createRepairNotices(): RepairNotices {
  const store = createStore<{ unreadable: readonly UnreadableRow[]; repaired: RepairedList | null }>(() => ({
    unreadable: [],
    repaired: null,
  }));
  return {
    store,
    unreadable(row) {
      const { unreadable } = store.getState();
      if (unreadable.some(({ table, key }) => table === row.table && key === row.key)) return;
      store.setState({ unreadable: [...unreadable, row] });
    },
    repaired(list) {
      if (list.rebuilt.length + list.repaired.length > 0) store.setState({ repaired: list });
    },
  };
}
