import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

const STORAGE_KEY = 'baton-window';

const Kept = z.object({
  sidebarOpen: z.boolean(),
  sessionId: z.string().nullable(),
});

/** How this window looks right now; each window has its own, a reload finds it again. */
export interface UiState {
  sidebarOpen: boolean;
  /** The conversation shown; null for a new one that has no first message yet. */
  sessionId: string | null;
}

export type UiStore = StoreApi<UiState>;

export function createUiStore(storage: Pick<Storage, 'getItem' | 'setItem'>): UiStore {
  const store = createStore<UiState>(() => ({ sidebarOpen: true, sessionId: null, ...read(storage) }));
  store.subscribe((state) => {
    try {
      storage.setItem(STORAGE_KEY, JSON.stringify(Kept.parse(state)));
    } catch {
      // A full or forbidden session storage costs only the memory of this window's layout.
    }
  });
  return store;
}

function read(storage: Pick<Storage, 'getItem'>): UiState | null {
  try {
    const kept = Kept.safeParse(JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null'));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}
