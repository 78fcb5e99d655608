import { say, withBenchPages, type BenchPages, type Cost, type MeasuredPage } from './measured-page.ts';
import type { Figure } from './performance-table.ts';
import { median, print } from './print.ts';

const ROUNDS = 12;
const WARM_UP = 4;
/** Enough for an answer and all that follows from it, on a slow machine, too. */
const WATCHED_MS = 1_500;

/** What an answer of three words costs the main thread, beside a page that does nothing but ask and show it. */
export async function benchAnswer(): Promise<Figure[]> {
  const costs: Record<keyof BenchPages, Cost[]> = { app: [], bare: [] };
  const more = (value: (cost: Cost) => number) => median(costs.app.map(value)) - median(costs.bare.map(value));
  await withBenchPages(async (pages) => {
    for (let round = 0; round < ROUNDS + WARM_UP; round++)
      for (const name of ['app', 'bare'] as const) {
        const cost = await pages[name].measure(WATCHED_MS, () => say(pages[name], `Question ${round}?`));
        await answered(pages[name], round + 1);
        if (round >= WARM_UP) costs[name].push(cost);
      }
    print('\nAn answer of three words, ms of the main thread');
    const line = (name: string, value: (cost: Cost) => number) => {
      const [app, bare] = [median(costs.app.map(value)), median(costs.bare.map(value))];
      print(
        `${name.padEnd(20)} app ${app.toFixed(0).padStart(5)}  bare page ${bare.toFixed(0).padStart(5)}  more ${more(value).toFixed(0).padStart(5)}`,
      );
    };
    line('all', ({ cpu }) => cpu);
    line('scripts', ({ script }) => script);
    line('style and layout', ({ layout }) => layout);
  });
  return [
    {
      what: 'An answer of three words, more than a bare page',
      figure: `${more(({ cpu }) => cpu).toFixed(0)} ms`,
      goal: '60 ms',
    },
  ];
}

/** Both pages show the answers of all rounds, or the newest of them. */
async function answered({ page }: MeasuredPage, rounds: number): Promise<void> {
  const shown = await page.locator('article').last().textContent();
  if (!shown?.includes('Passing it on.')) throw new Error(`answer ${rounds} took longer than ${WATCHED_MS} ms`);
}
