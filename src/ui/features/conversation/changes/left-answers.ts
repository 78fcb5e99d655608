import { createStore, useStore } from 'zustand';

/** Steps by the conversation whose checkpoints hold their changes. */
type LeftSteps = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Steps of answers that the user left: by another version, by deleting them, or by a fork from before them. Keyed by the
 * conversation that offers to take their files back, so that the offer stays while another one is shown.
 */
const store = createStore<{ left: ReadonlyMap<string, LeftSteps> }>(() => ({ left: new Map() }));

const NONE: LeftSteps = new Map();

function change(sessionId: string, rootId: string, to: (steps: ReadonlySet<string>) => ReadonlySet<string>): void {
  store.setState((state) => {
    const own = state.left.get(sessionId) ?? NONE;
    const before = own.get(rootId) ?? new Set<string>();
    const after = to(before);
    // Steps are either added or removed.
    if (after.size === before.size) return state;
    return { left: new Map(state.left).set(sessionId, new Map(own).set(rootId, after)) };
  });
}

export const leaveSteps = (sessionId: string, rootId: string, steps: readonly string[]): void =>
  change(sessionId, rootId, (before) => new Set([...before, ...steps]));

/** The user went back to these steps. */
export function returnToSteps(sessionId: string, rootId: string, steps: readonly string[]): void {
  const back = new Set(steps);
  change(sessionId, rootId, (before) => new Set([...before].filter((step) => !back.has(step))));
}

/** The user has decided about their files. */
export const forgetSteps = (sessionId: string, rootId: string): void => change(sessionId, rootId, () => new Set());

export const useLeftSteps = (sessionId: string): LeftSteps =>
  useStore(store, ({ left }) => left.get(sessionId) ?? NONE);
