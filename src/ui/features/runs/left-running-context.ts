import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { LeftConversation, LeftRunning } from '#state/left-running.ts';

/** main.tsx constructs it. */
export const LeftRunningContext = createContext<LeftRunning | null>(null);

export function useLeftRunning(): LeftRunning {
  const left = use(LeftRunningContext);
  if (!left) throw new Error('LeftRunningContext is missing');
  return left;
}

/** Conversations whose commands left something running. */
export function useLeft(): readonly LeftConversation[] {
  return useStore(useLeftRunning().store, ({ conversations }) => conversations);
}
