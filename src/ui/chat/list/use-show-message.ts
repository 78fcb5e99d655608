import { useEffect, useState } from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { useReports } from '#ui/report/report-context.ts';
import type { UseSessionHistory } from '#ui/session-history-context.tsx';
import type { Row } from './rows.ts';
import type { StepFolds } from './use-step-folds.ts';

interface ShowMessageOptions {
  messages: readonly StoredMessage[];
  /** Those that are folded away included. */
  all: readonly Row[];
  rows: readonly Row[];
  history: Pick<UseSessionHistory, 'isLoading' | 'hasMore' | 'loadMore'>;
  fold: StepFolds['fold'];
  focusRow: (index: number) => void;
}

/** Leads to a message that somebody asks for, also where it is folded away or older than what was read so far. */
export function useShowMessage({ messages, all, rows, history, fold, focusRow }: ShowMessageOptions): void {
  const { onShow } = useReports();
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => onShow(setWanted), [onShow]);
  const { isLoading, hasMore, loadMore } = history;
  useEffect(() => {
    if (wanted === null || isLoading) return;
    const row = rowOf(wanted, messages, all);
    const index = rows.findIndex(({ key }) => key === row?.key);
    // Folded away: not there at all, or the one that stands for all of them.
    if (row && (index < 0 || rows[index]?.group?.folded)) return fold([row.key], false);
    // Ids grow with time: what is newer than the oldest that was read and not among them is on another branch.
    if (!row && hasMore && wanted < (messages[0]?.id ?? '')) return void loadMore();
    if (row) focusRow(index);
    // oxlint-disable-next-line react/set-state-in-effect -- asked for once, answered once
    setWanted(null);
  }, [wanted, messages, all, rows, isLoading, hasMore, loadMore, fold, focusRow]);
}

/** The row of a message; results of tools hang on the row of the answer that called. */
function rowOf(id: string, messages: readonly StoredMessage[], all: readonly Row[]): Row | null {
  const at = messages.findIndex((message) => message.id === id);
  for (let index = at; index >= 0; index--) {
    const row = all.find(({ key }) => key === messages[index]?.id);
    if (row) return row;
  }
  return null;
}
