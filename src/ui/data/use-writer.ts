import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useServices } from './services.ts';

export interface UseWriter {
  /** This window may write here. */
  mine: boolean;
  /** Another window writes here: show the conversation read-only, with a way to take it over. */
  readOnly: boolean;
  takeOver(): void;
}

/** Keeps the conversation open in this window while the component is mounted. */
export function useWriter(sessionId: string): UseWriter {
  const { writers } = useServices();
  useEffect(() => writers.open(sessionId), [writers, sessionId]);
  const subscribe = useCallback((listener: () => void) => writers.subscribe(sessionId, listener), [writers, sessionId]);
  const state = useSyncExternalStore(subscribe, () => writers.state(sessionId));
  const takeOver = useCallback(() => void writers.takeOver(sessionId), [writers, sessionId]);
  return { mine: state === 'mine', readOnly: state === 'other', takeOver };
}
