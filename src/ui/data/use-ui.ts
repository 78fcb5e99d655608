import { useStore } from 'zustand';
import type { UiState } from '#state/ui-state.ts';
import { usePageData } from './page-data.ts';

/** This window's own state: what is selected and open. */
export function useUi<T>(select: (state: UiState) => T): T {
  return useStore(usePageData().ui, select);
}

export function useSetUi(): (change: Partial<UiState>) => void {
  return usePageData().ui.setState;
}
