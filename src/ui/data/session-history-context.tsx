import { createContext, use, useLayoutEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ChatFlows } from '#flows/compose/chat-flows.ts';
import { createSessionHistory } from '#state/session-history.ts';
import type { SessionHistoryState } from '#state/session-history.ts';
import { useServices } from './services.ts';

/** A use case of a conversation, for the one that is shown. */
type Here<UseCase> = UseCase extends (sessionId: string, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never;

const USE_CASES = [
  'renameSession',
  'setTarget',
  'setSystem',
  'setMaxMessages',
  'setParameters',
  'setPictures',
  'send',
  'stop',
  'stopAnswer',
  'retry',
  'summarizeAndRetry',
  'continueAnswer',
  'acceptPartial',
  'editAndSend',
  'editAnswer',
  'setExcluded',
  'setDeleted',
  'compare',
  'compareWith',
  'retryCompared',
  'chooseAnswer',
  'choosePath',
  'showMessage',
  'fork',
  'forkAt',
  'summarize',
  'insertSummary',
  'undoSummary',
  'reuseSummary',
  'narrowWindow',
  'widenWindow',
  'disableReduction',
  'enableReduction',
] as const satisfies readonly (keyof ChatFlows)[];

/**
 * What the user does in the conversation. Every method stores before it acts. The object never changes while the
 * conversation is shown.
 */
export type SessionHistoryWrites = { [Name in (typeof USE_CASES)[number]]: Here<ChatFlows[Name]> } & {
  /** Puts a fork into the trash, and its unsent text and target back here. */
  undoFork: (forkId: string) => Promise<void>;
  /** Puts a conversation that `forkAt` made into the trash. */
  deleteFork: (forkId: string) => Promise<void>;
};

/** The chosen path of one session, newest page first. The page reads and writes a conversation through it. */
export interface UseSessionHistory extends SessionHistoryState {
  /** Loads the next older page. */
  loadMore(): Promise<void>;
  /** Loads a page on each side of the gap. */
  loadGap(): Promise<void>;
  /** Loads the message, with what lies between or with a gap after those around it. */
  reach(messageId: string): Promise<void>;
  write: SessionHistoryWrites;
}

const SessionHistoryContext = createContext<UseSessionHistory | null>(null);
const SessionWritesContext = createContext<SessionHistoryWrites | null>(null);

export function useSessionHistory(): UseSessionHistory {
  const history = use(SessionHistoryContext);
  if (!history) throw new Error('SessionHistoryProvider is missing');
  return history;
}

/** `write` of `useSessionHistory` for components that don't render again with each message. */
export function useSessionWrites(): SessionHistoryWrites {
  const write = use(SessionWritesContext);
  if (!write) throw new Error('SessionHistoryProvider is missing');
  return write;
}

function writesOf(flows: ChatFlows, id: string): SessionHistoryWrites {
  const here = USE_CASES.map((name) => {
    const useCase: (sessionId: string, ...given: never[]) => unknown = flows[name];
    return [name, useCase.bind(flows, id)];
  });
  return {
    ...(Object.fromEntries(here) as SessionHistoryWrites),
    undoFork: (forkId) => flows.undoFork(forkId, id),
    deleteFork: (forkId) => flows.deleteSession(forkId),
  };
}

export function SessionHistoryProvider({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const { db, liveRuns, onUnreadableRow, flows } = useServices();
  const history = useMemo(
    () => createSessionHistory({ db, onUnreadableRow, live: liveRuns }, sessionId),
    [db, liveRuns, onUnreadableRow, sessionId],
  );
  // Before all that is read in effects after the first paint.
  useLayoutEffect(() => history.start(), [history]);
  const write = useMemo(() => writesOf(flows, sessionId), [flows, sessionId]);
  const state = useStore(history.store);
  const value = useMemo(
    () => ({ ...state, loadMore: history.loadMore, loadGap: history.loadGap, reach: history.reach, write }),
    [state, history, write],
  );
  return (
    <SessionWritesContext value={write}>
      <SessionHistoryContext value={value}>{children}</SessionHistoryContext>
    </SessionWritesContext>
  );
}
