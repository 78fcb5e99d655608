import type { ReactVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';
import type { UseSessionHistory } from '#ui/data/session-history-context.tsx';
import { firstMarkIn } from '#ui/features/conversation/find/use-highlights.ts';
import type { Goal } from '#ui/features/conversation/scene/use-finding.ts';
import type { Row } from '#ui/features/conversation/rows/rows.ts';

interface JumpOptions {
  goal: Goal | null;
  /** All rows, and those that aren't folded away. */
  all: readonly Row[];
  rows: readonly Row[];
  fold: (ids: readonly string[], folded: boolean) => void;
  history: Pick<UseSessionHistory, 'isLoading' | 'hasMore' | 'gap' | 'reach'>;
  virtualizer: ReactVirtualizer<HTMLDivElement, HTMLDivElement>;
  scroller: RefObject<HTMLDivElement | null>;
}

/** A row that was out of view takes some frames to be rendered and measured. */
const FRAMES = 30;

/** A busy page looks up the path after this time, even if it is never idle. */
const LEAD_WITHIN_MS = 500;

const holds = (message: string) => (row: Row) => row.key === message || row.results.some(({ id }) => id === message);

/** Goals that are done with. A list that is drawn anew, as after a comparison, doesn't go there again. */
const reached = new WeakSet<Goal>();
const led = new WeakSet<Goal>();
/** Goals whose user has gone on to something else, which keeps the focus. */
const left = new WeakSet<Goal>();

/** Loads, unfolds and scrolls until the message is in view, and highlights it. */
export function useJump({ goal, all, rows, fold, history, virtualizer, scroller }: JumpOptions): void {
  const { isLoading, reach } = history;
  const hasMore = history.hasMore || history.gap !== null;
  useEffect(() => {
    // A path that was just chosen starts with its newest page again.
    if (goal && !reached.has(goal) && !isLoading && hasMore && !all.some(holds(goal.message))) void reach(goal.message);
  }, [goal, all, isLoading, hasMore, reach]);

  useEffect(() => {
    if (!goal?.lead || led.has(goal) || isLoading) return;
    led.add(goal);
    // It reads the path up to there, so what the user waits for comes first.
    void reach(goal.message).then(() => requestIdleCallback(() => goal.lead?.(), { timeout: LEAD_WITHIN_MS }));
  }, [goal, isLoading, reach]);

  useEffect(() => {
    if (!goal || goal.quiet || reached.has(goal)) return undefined;
    const stop = new AbortController();
    const leave = () => void left.add(goal);
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, leave, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [goal]);

  useEffect(() => {
    if (!goal || reached.has(goal)) return undefined;
    const index = rows.findIndex(holds(goal.message));
    const row = rows[index];
    if (!row || row.group?.folded) {
      const hidden = all.find(holds(goal.message));
      if (hidden) fold([hidden.key], false);
      return undefined;
    }
    // The middle of a message that is higher than the window shows nothing of a word at its end.
    const showMark = (element: HTMLElement) => {
      const mark = firstMarkIn(element);
      const view = scroller.current?.getBoundingClientRect();
      if (!mark || !view || (mark.top >= view.top && mark.bottom <= view.bottom)) return;
      virtualizer.scrollToOffset((virtualizer.scrollOffset ?? 0) + mark.top - view.top - view.height / 2);
    };
    let frame = 0;
    let handle = requestAnimationFrame(function settle() {
      // Heights are estimates until rows are rendered, so it scrolls again until the position is stable.
      virtualizer.scrollToIndex(index, { align: 'center' });
      const element = scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(row.key)}"]`);
      frame += 1;
      if (frame < FRAMES && (!element || frame < FRAMES / 3)) {
        handle = requestAnimationFrame(settle);
        return;
      }
      reached.add(goal);
      if (!element) return;
      for (const old of scroller.current?.querySelectorAll('[data-found]') ?? []) old.removeAttribute('data-found');
      element.dataset['found'] = '';
      showMark(element);
      if (!goal.quiet && !left.has(goal)) element.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(handle);
  }, [all, rows, fold, goal, virtualizer, scroller]);
}
