import { useStore } from 'zustand';
import { useServices } from './services.ts';

/** Whether a message of this conversation is waiting for a script. */
export function useScriptWait(sessionId: string): boolean {
  return useStore(useServices().scripts.activity.store, ({ waiting }) => waiting.has(sessionId));
}
