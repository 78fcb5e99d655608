import { useStore } from 'zustand';
import { useServices } from '#ui/data/services.ts';

/** Whether a summary that shortens this conversation is being written. */
export function useReducingContext(sessionId: string): boolean {
  const { contextNotices } = useServices();
  return useStore(contextNotices.store, ({ summarizing }) => summarizing.has(sessionId));
}
