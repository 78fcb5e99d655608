/** After a pass that did not help nothing is tried for so long. */
const COOL_DOWN_MS = 60_000;

/** What all ways of making room share: one of them works on a conversation at a time, and none goes in circles. */
export interface ContextManagerState {
  /** Answers how to leave; null while somebody else is at it. */
  alone(sessionId: string): (() => void) | null;
  /** Whether an attempt may be made; one that is made counts as failed until `helped`. */
  mayTry(sessionId: string): boolean;
  tried(sessionId: string): void;
  helped(sessionId: string): void;
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
    helped: (sessionId) => void failed.delete(sessionId),
  };
}
