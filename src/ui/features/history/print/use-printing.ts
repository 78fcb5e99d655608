import { useEffect, useMemo, useRef, useState } from 'react';
import { historySource } from '#history/archive/read-history.ts';
import { renderTexts } from '#texts/render-texts.ts';
import { useServices } from '#ui/data/services.ts';
import { useLanguage } from '#ui/kit/i18n/use-t.ts';
import type { RenderOptions } from '#archive/render/base/render-options.ts';
import { readPages, type Pages, type PrintChoice } from './read-pages.ts';
import { settled } from './settled.ts';

export type PrintState =
  | { step: 'asking' }
  | { step: 'reading'; done: number; of: number }
  | { step: 'layout' }
  /** `whole`: nothing is missing on the pages. */
  | { step: 'ready'; whole: boolean }
  | { step: 'failed'; error: unknown };

export interface Printing {
  state: PrintState;
  /** What is drawn, from the first messages on. */
  shown: { pages: Pages; options: RenderOptions; choice: PrintChoice } | null;
  onElement: (element: HTMLElement | null) => void;
  /** Makes the pages. Resolves with whether they are ready and whole. */
  prepare: (choice: PrintChoice) => Promise<boolean>;
  /** Stops, or takes the pages away again. */
  clear: () => void;
}

/** Makes the pages of a conversation on demand. Nothing of them stays after `clear`. */
export function usePrinting(sessionId: string): Printing {
  const { db, catalog, onUnreadableRow } = useServices();
  const language = useLanguage();
  const [state, setState] = useState<PrintState>({ step: 'asking' });
  const [shown, setShown] = useState<Printing['shown']>(null);
  const element = useRef<HTMLElement | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const source = useMemo(() => historySource(db, onUnreadableRow), [db, onUnreadableRow]);

  function clear(): void {
    stop.current.abort();
    setShown(null);
    setState({ step: 'asking' });
  }

  async function prepare(choice: PrintChoice): Promise<boolean> {
    stop.current.abort();
    const run = new AbortController();
    stop.current = run;
    const { signal } = run;
    const options: RenderOptions = {
      thinking: choice.thinking !== 'out',
      tools: choice.tools !== 'out',
      branches: false,
      texts: renderTexts(language),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      modelName: ({ model }) => catalog.labelOf(model),
      at: Date.now(),
    };
    setState({ step: 'reading', done: 0, of: 0 });
    try {
      const found = await readPages(source, sessionId, options, {
        signal,
        onPages(pages, of) {
          setShown({ pages, options, choice });
          setState({ step: 'reading', done: pages.entries.length, of });
        },
      });
      if (!found) throw new Error('The conversation is no longer stored.');
      setState({ step: 'layout' });
      // React has drawn the last messages by then.
      await new Promise((resolve) => setTimeout(resolve));
      const whole = element.current === null || (await settled(element.current, signal));
      setState({ step: 'ready', whole });
      return whole;
    } catch (error) {
      if (signal.aborted) return false;
      setShown(null);
      setState({ step: 'failed', error });
      return false;
    }
  }

  return { state, shown, onElement: (next) => (element.current = next), prepare, clear };
}
