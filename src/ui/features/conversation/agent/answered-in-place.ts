import { createStore, useStore } from 'zustand';

/** Tasks whose questions are asked in their card. All others are asked above the message box. */
const store = createStore<{ sessions: ReadonlySet<string> }>(() => ({ sessions: new Set() }));

export function answerInPlace(sessionId: string): void {
  store.setState(({ sessions }) => ({ sessions: new Set([...sessions, sessionId]) }));
}

export function answerElsewhere(sessionId: string): void {
  store.setState(({ sessions }) => ({ sessions: new Set([...sessions].filter((id) => id !== sessionId)) }));
}

export function useAnsweredInPlace(): ReadonlySet<string> {
  return useStore(store, ({ sessions }) => sessions);
}
