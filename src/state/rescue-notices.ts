import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { UnreadableRow } from '#storage/read-row.ts';

export interface MendedList {
  /** Conversations that were missing from the list. */
  rebuilt: readonly { title: string }[];
  /** Ids of conversations whose path ended in nothing. */
  mended: readonly string[];
}

export interface RescueNotices {
  store: StoreApi<{ unreadable: readonly UnreadableRow[]; mended: MendedList | null }>;
  /** Once for each row, however often it is come across. */
  unreadable: (row: UnreadableRow) => void;
  /** Says nothing where nothing was to be done. */
  mended: (list: MendedList) => void;
}

/** What this window has found damaged in the history, and what it did about it. */
export function createRescueNotices(): RescueNotices {
  const store = createStore<{ unreadable: readonly UnreadableRow[]; mended: MendedList | null }>(() => ({
    unreadable: [],
    mended: null,
  }));
  return {
    store,
    unreadable(row) {
      const { unreadable } = store.getState();
      if (unreadable.some(({ table, key }) => table === row.table && key === row.key)) return;
      store.setState({ unreadable: [...unreadable, row] });
    },
    mended(list) {
      if (list.rebuilt.length + list.mended.length > 0) store.setState({ mended: list });
    },
  };
}
