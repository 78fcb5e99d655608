import type { Page } from '@playwright/test';

/** Numbered words: the last one shows how much of the text arrived. */
export const WORDS = Array.from({ length: 4_000 }, (_, index) => `w${String(index).padStart(4, '0')}`).join(' ');

export const lastWord = (text: string): number => Number(/w(\d{4})(?!.*w\d{4})/s.exec(text)?.[1] ?? -1);

export interface Sample {
  /** Page time, milliseconds. */
  at: number;
  word: number;
}

/** Where each page reports to, since a function can be exposed to a page only once. */
const reporting = new WeakMap<Page, { samples: Sample[] }>();

/** Reports, every 20 ms of page time, how much of the text is on the screen. The samples survive the page. */
export async function watchText(page: Page): Promise<Sample[]> {
  const samples: Sample[] = [];
  const known = reporting.get(page);
  if (known) known.samples = samples;
  else {
    const to = { samples };
    reporting.set(page, to);
    await page.exposeFunction(
      'reportText',
      (at: number, text: string) => void to.samples.push({ at, word: lastWord(text) }),
    );
  }
  await page.evaluate(() => {
    const report = (window as Window & { reportText?: (at: number, text: string) => Promise<void> }).reportText;
    setInterval(() => {
      const text = [...document.querySelectorAll('article')].at(-1)?.textContent ?? '';
      void report?.(performance.now(), text.slice(-40));
    }, 20);
  });
  return samples;
}

/** How old the text lost in a kill may be: `src/storage/journal.ts` stores the streaming answer this often. */
const KEPT_WITHIN = 250;

/**
 * The last word that was on the screen 250 ms before the last sample. Time in which the machine didn't run the page at
 * all, according to the samples, doesn't count.
 */
export function wordToKeep(samples: readonly Sample[]): number {
  const died = samples.at(-1);
  if (!died) return -1;
  const gaps = samples.map(({ at }, index) => at - (samples[index - 1]?.at ?? at)).slice(-50);
  const longest = Math.max(0, ...gaps);
  const stalled = longest > 60 ? longest - 20 : 0;
  return samples.findLast(({ at }) => at <= died.at - KEPT_WITHIN - stalled)?.word ?? -1;
}
