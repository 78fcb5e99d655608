import { messageBox, pointAtMessages, settle, stopButton, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { seedSession } from './support/storage.ts';

const COUNT = 10_000;

/**
 * Figures are printed but not gated, because machines differ. Only the number of rows on screen is gated: no more than
 * a page.
 */
test('ten thousand messages open at once, scroll to the first, and stream', async ({ baton, page }, info) => {
  test.setTimeout(180_000);
  await page.goto(baton.url);
  await page.getByRole('button', { name: 'Start practice' }).click();
  await messageBox(page).waitFor();
  const id = await seedSession(page, COUNT);

  await page.goto('about:blank');
  await page.addInitScript(() => {
    const store = window as Window & { longest?: number };
    store.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) store.longest = Math.max(store.longest ?? 0, entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  const from = Date.now();
  await page.goto(`${baton.url.replace(/#.*/, '')}#/s/${id}`);
  await expect(turns(page).last()).toContainText(`Message ${COUNT}.`);
  const opened = Date.now() - from;
  const longestOpening = await page.evaluate(() => (window as Window & { longest?: number }).longest ?? 0);
  expect(await turns(page).count()).toBeLessThan(60);

  await pointAtMessages(page);
  let frames = 0;
  const scrolled = Date.now();
  for (let step = 0; step < 25; step++) {
    await page.mouse.wheel(0, -3000);
    await page.waitForTimeout(30);
    frames += 1;
  }
  const reached = Number(/Message (\d+)\./.exec((await turns(page).first().textContent()) ?? '')?.[1] ?? COUNT);
  expect(reached).toBeLessThan(COUNT - 50);
  const longestScrolling = await page.evaluate(() => (window as Window & { longest?: number }).longest ?? 0);

  await page.getByRole('button', { name: /Jump to latest/ }).click();
  await write(page, '!long 3000');
  await stopButton(page).waitFor();
  // A summary of the conversation is written before, in several requests.
  await settle(page, 60_000);
  await write(page, 'Last words.');
  await expect(turns(page).last()).toContainText('Last words.');
  const memory = await page.evaluate(
    () => (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0,
  );
  const longest = await page.evaluate(() => (window as Window & { longest?: number }).longest ?? 0);
  info.annotations.push({
    type: 'figures',
    description: JSON.stringify({
      openedMs: opened,
      longestTaskOpeningMs: Math.round(longestOpening),
      scrolledBackTo: reached,
      scrollMs: Date.now() - scrolled,
      wheelSteps: frames,
      longestTaskScrollingMs: Math.round(longestScrolling),
      longestTaskMs: Math.round(longest),
      heapMB: Math.round(memory / 1e6),
    }),
  });
  process.stdout.write(`${info.annotations.at(-1)?.description ?? ''}\n`);
});
