import { useEffect, useReducer, useState } from 'react';
import type { Summary, SummaryOutcome, SummaryView } from '#flows/context/summarize.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

type Step =
  | { at: 'writing'; view: SummaryView | null }
  | { at: 'written'; summary: Summary; view: SummaryView | null }
  | { at: 'failed'; message: string; view: SummaryView | null };

interface State {
  step: Step;
  /** As the model wrote it, and as the user changed it since. */
  text: string;
}

type Change =
  | { kind: 'begun' }
  | { kind: 'grown'; view: SummaryView }
  | { kind: 'written'; summary: Summary }
  | { kind: 'failed'; message: string }
  | { kind: 'edited'; text: string };

const BEGUN: State = { step: { at: 'writing', view: null }, text: '' };

function reduce({ step, text }: State, change: Change): State {
  const { view } = step;
  switch (change.kind) {
    case 'begun':
      return BEGUN;
    case 'grown':
      return { step: { at: 'writing', view: change.view }, text: change.view.text };
    case 'written':
      return { step: { at: 'written', summary: change.summary, view }, text: change.summary.text };
    case 'failed':
      return { step: { at: 'failed', message: change.message, view }, text };
    default:
      return { step, text: change.text };
  }
}

export interface WrittenSummary extends State {
  edit: (text: string) => void;
  /** Requests another one. */
  again: () => void;
}

/** Requests a summary and follows it while it is written. The text can be edited when it is complete. */
export function useWrittenSummary(): WrittenSummary {
  const errorMessageOf = useErrorMessage();
  const write = useSessionWrites();
  const [round, setRound] = useState(0);
  const [state, dispatch] = useReducer(reduce, BEGUN);
  useEffect(() => {
    const stopper = new AbortController();
    let frame = 0;
    const show = (view: SummaryView) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        dispatch({ kind: 'grown', view });
      });
    };
    const end = (result: SummaryOutcome) => {
      cancelAnimationFrame(frame);
      if (stopper.signal.aborted) return;
      if (result.ok) dispatch({ kind: 'written', summary: result.summary });
      else dispatch({ kind: 'failed', message: result.error?.message ?? '' });
    };
    const run = async () => {
      try {
        end(await write.summarize(stopper.signal, show));
      } catch (error) {
        if (!stopper.signal.aborted) dispatch({ kind: 'failed', message: errorMessageOf(error) });
      }
    };
    void run();
    return () => {
      cancelAnimationFrame(frame);
      stopper.abort();
    };
    // Requests a new one only when the user asks. A changed text for errors is no reason.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [write, round]);

  return {
    ...state,
    edit: (text) => dispatch({ kind: 'edited', text }),
    again() {
      dispatch({ kind: 'begun' });
      setRound((before) => before + 1);
    },
  };
}
