import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionTarget } from '#storage/rows.ts';
import { useServices, type Services } from './services.ts';

/** A conversation that is in this page's memory only. */
export interface TemporaryChat {
  sessionId: string;
  /** Those of the page, with everything that stores or asks working on this chat's memory instead. */
  services: Services;
}

/** At most one temporary chat for each window. It ends with the window. */
export interface TemporaryChats {
  store: StoreApi<{ chat: TemporaryChat | null }>;
  /** Does nothing while there is one. */
  begin(target: SessionTarget | null): Promise<void>;
  /** Whether anything in it would be lost: messages, or text in its message box. No longer once it was kept. */
  hasContent(): Promise<boolean>;
  /** Stops its answer and stores it as an ordinary conversation. Resolves with the conversation's id; `end` it then. */
  keep(): Promise<string>;
  /** Stops its answer and forgets it. */
  end(): void;
}

export const createTemporaryStore = (): TemporaryChats['store'] => createStore(() => ({ chat: null }));

export function useTemporaryChat(): TemporaryChat | null {
  return useStore(useServices().temporary.store, ({ chat }) => chat);
}

export const IsTemporaryContext = createContext(false);

/** Whether what is shown belongs to a temporary chat: whatever stores, exports or runs tools isn't offered there. */
export const useIsTemporary = (): boolean => use(IsTemporaryContext);
