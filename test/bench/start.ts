import { messageBox } from '../e2e/support/chat.ts';
import { fillHistory, inBrowser } from './bench-browser.ts';
import type { Figure } from './performance-table.ts';
import { median, print } from './print.ts';

const SIZES = [0, 5_000];
const ROUNDS = 7;

/** What the main thread does from the request of the page until something can be written, without and with a history. */
export async function benchStart(): Promise<Figure[]> {
  const figures: Figure[] = [];
  await inBrowser(async ({ page, blank, origin }) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cpu = async (): Promise<number> => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
    };
    print('\nThe start of the page, ms of the main thread until the message box can be used');
    for (const conversations of SIZES) {
      if (conversations > 0) await fillHistory(page, conversations, 2);
      const starts: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        await page.goto(blank);
        const before = await cpu();
        await page.goto(origin, { waitUntil: 'commit' });
        await messageBox(page).waitFor();
        // The first one fills the caches.
        if (round > 0) starts.push((await cpu()) - before);
      }
      const count = conversations.toLocaleString('en-US');
      print(`${count.padStart(6)} conversations ${median(starts).toFixed(0).padStart(5)}`);
      figures.push({
        what: `The start with ${count} conversations, until the box can be used`,
        figure: `${median(starts).toFixed(0)} ms`,
        goal: '500 ms',
      });
    }
  });
  return figures;
}
