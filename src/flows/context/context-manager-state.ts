/** How long nothing is tried after a pass that did not help. */
const COOL_DOWN_MS = 60_000;

/** Shared by everything that reduces a context. Only one works on a session at a time, and none repeats in a loop. */
export interface ContextManagerState {
  /** Returns a release function. `null` while something else works on the session. */
  alone(sessionId: string): (() => void) | null;
  /** Whether an attempt may be made. An attempt counts as failed until `helped` is called. */
  mayTry(sessionId: string): boolean;
  tried(sessionId: string): void;
  resetCoolDown(sessionId: string): void;
}

export function createContextManagerState(clock: { now(): number }): ContextManagerState {
  const busy = new Set<string>();
  const failed = new Map<string, number>();
  return {
    alone(sessionId) {
      if (busy.has(sessionId)) return null;
      busy.add(sessionId);
      return () => void busy.delete(sessionId);
    },
    mayTry: (sessionId) => clock.now() - (failed.get(sessionId) ?? Number.NEGATIVE_INFINITY) >= COOL_DOWN_MS,
    tried: (sessionId) => void failed.set(sessionId, clock.now()),
    resetCoolDown: (sessionId) => void failed.delete(sessionId),
  };
}
