import { createContext, use, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { addMessages, clearHistory, deleteMessage, updateMessage } from '#flows/conversation/edit-history.ts';
import type { HistoryInput } from '#flows/conversation/edit-history.ts';
import { createSessionHistory } from '#state/session-history.ts';
import type { SessionHistoryState } from '#state/session-history.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { StorageError } from '#storage/storage-error.ts';
import { useServices } from './services.ts';

/** The chosen path of one session, newest page first. */
export interface UseSessionHistory extends SessionHistoryState {
  /** Loads the next older page. */
  loadMore(): Promise<void>;
  /** Loads older pages until the message is loaded or there are none left. */
  reach(messageId: string): Promise<void>;
  addMessage(message: HistoryInput): Promise<StoredMessage>;
  /** All or none. */
  addMessages(messages: readonly HistoryInput[]): Promise<StoredMessage[]>;
  /** Creates an edited sibling: stored messages never change. */
  updateMessage(id: string, parts: readonly StoredPart[]): Promise<StoredMessage>;
  /** Removes the message and everything after it from the path. */
  deleteMessage(id: string): Promise<void>;
  clearHistory(): Promise<void>;
}

const SessionHistoryContext = createContext<UseSessionHistory | null>(null);

export function useSessionHistory(): UseSessionHistory {
  const history = use(SessionHistoryContext);
  if (!history) throw new Error('SessionHistoryProvider is missing');
  return history;
}

export function SessionHistoryProvider({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const { db, writers, liveRuns, report } = useServices();
  const history = useMemo(
    () => createSessionHistory({ db, report, live: liveRuns }, sessionId),
    [db, liveRuns, report, sessionId],
  );
  useEffect(() => history.start(), [history]);
  const edits = useMemo(() => {
    const deps = { db, writers, report, now: () => Date.now() };
    const addAll = (messages: readonly HistoryInput[]) => addMessages(deps, sessionId, messages);
    return {
      addMessages: addAll,
      async addMessage(message: HistoryInput) {
        const [added] = await addAll([message]);
        if (!added) throw new StorageError('unknown');
        return added;
      },
      updateMessage: (id: string, parts: readonly StoredPart[]) => updateMessage(deps, sessionId, id, parts),
      deleteMessage: (id: string) => deleteMessage(deps, sessionId, id),
      clearHistory: () => clearHistory(deps, sessionId),
    };
  }, [db, writers, report, sessionId]);
  const state = useStore(history.store);
  const value = useMemo(
    () => ({ ...state, loadMore: history.loadMore, reach: history.reach, ...edits }),
    [state, history, edits],
  );
  return <SessionHistoryContext value={value}>{children}</SessionHistoryContext>;
}
