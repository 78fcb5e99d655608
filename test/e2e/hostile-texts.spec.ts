import type { Page } from '@playwright/test';
import { HOSTILE } from '#test/markdown/hostile-texts.ts';
import { steps } from '#test/runs.ts';
import { ask, messageBox, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { seedAnswers } from './support/storage.ts';

test.use({ serverOptions: { charsPerSecond: 20_000 } });

/** What one task may add to the page. A formula has more elements than its cost, and a conversation's frame has some. */
const MOST_ELEMENTS = 6_000;
const AS_WRITTEN = /Too large or complex/;

interface Counting {
  /** Most elements that one task has added. */
  most: number;
}

/** Counts what each task adds: how long that takes depends on the machine, how much it is does not. */
async function countElements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counting: Counting = { most: 0 };
    Object.assign(globalThis, { counting });
    let sum = 0;
    new MutationObserver((records) => {
      if (sum === 0) setTimeout(() => (sum = 0));
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element && node.isConnected) sum += 1 + node.querySelectorAll('*').length;
      counting.most = Math.max(counting.most, sum);
    }).observe(document, { subtree: true, childList: true });
  });
}

const takeMost = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { counting } = globalThis as unknown as { counting: Counting };
    const { most } = counting;
    counting.most = 0;
    return most;
  });

/** Each would freeze a page that draws what it is given, by its length, its elements or its layout. */
const WORST = [
  'stars',
  'underscores',
  'items',
  'headings',
  'line breaks',
  'paragraphs',
  'inline formulas',
  'code blocks',
  'a table of short rows',
  'fractions',
  'matrices',
  'macros in macros',
  'macros that double',
  'XML',
  'open code',
];
const textOf = (name: string, length: number): string => HOSTILE[name]?.(length) ?? '';

/** Until nothing has been added for a while. */
const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    let last = performance.now();
    const changed = new MutationObserver(() => (last = performance.now()));
    changed.observe(document.body, { subtree: true, childList: true, characterData: true });
    while (performance.now() - last < 300) await new Promise((resolve) => setTimeout(resolve, 50));
    changed.disconnect();
  });

const idOf = (name: string): string => `hostile-${name.replaceAll(/\W/g, '-')}`;
const open = async (page: Page, id: string): Promise<void> => {
  await page.evaluate((session) => void (location.hash = `#/s/${session}`), id);
  await expect(page.locator(`[data-message="${id}-answer"]`)).toBeVisible();
  await untilDrawn(page);
};

test('stored answers of any content open in small tasks, and the page can be used', async ({ baton, page }) => {
  test.setTimeout(400_000);
  await countElements(page);
  await startPractice(page, baton);
  await seedAnswers(page, Object.fromEntries(WORST.map((name) => [idOf(name), textOf(name, 40_000)])));
  await page.reload();
  await messageBox(page).waitFor();
  for (const name of WORST) {
    await open(page, idOf(name));
    expect.soft(await takeMost(page), name).toBeLessThan(MOST_ELEMENTS);
    await messageBox(page).fill(name);
    await expect(messageBox(page)).toHaveText(name);
    await messageBox(page).fill('');
  }
});

/** Far more than is formatted, and four times as much in a thorough run. */
const LINE = steps(5_000_000, 20_000_000);

test('what streams and what is far too long stays bounded', async ({ baton, page }) => {
  test.setTimeout(300_000);
  await countElements(page);
  await startPractice(page, baton);
  await test.step('what streams stays bounded as well', async () => {
    for (const name of ['stars', 'inline formulas', 'brackets']) {
      await takeMost(page);
      await ask(page, `!echo ${textOf(name, 20_000)}`);
      await untilDrawn(page);
      expect.soft(await takeMost(page), name).toBeLessThan(MOST_ELEMENTS);
    }
    await write(page, '!echo still here');
    await settle(page);
    await expect(turns(page).last()).toContainText('still here');
  });
  await test.step(`one line of ${LINE} characters and a table of 390 kB are shown whole, and say why they are not formatted`, async () => {
    const line = 'a'.repeat(LINE);
    const table = textOf('a table', 390_000);
    await seedAnswers(page, { line, table });
    await page.reload();
    await messageBox(page).waitFor();
    for (const [id, length] of [
      ['line', line.length],
      ['table', table.match(/[ab]/g)?.length ?? 0],
    ] as const) {
      await open(page, id);
      await expect(turns(page).last().getByText(AS_WRITTEN)).toBeVisible();
      expect(await takeMost(page)).toBeLessThan(MOST_ELEMENTS);
      const letters = () =>
        page.evaluate(
          (message) => document.querySelector(`[data-message="${message}"]`)?.textContent?.match(/[ab]/g)?.length ?? 0,
          `${id}-answer`,
        );
      await expect.poll(letters, { timeout: 60_000 }).toBeGreaterThanOrEqual(length);
    }
  });
});

test('hostile thinking, titles, outlines and search results', async ({ baton, page }) => {
  test.setTimeout(240_000);
  await countElements(page);
  await startPractice(page, baton);
  const names = ['stars', 'a table of short rows', 'macros in macros', 'matrices', 'underscores'];
  const texts = Object.fromEntries(names.map((name) => [idOf(name), textOf(name, 60_000)]));
  await seedAnswers(page, texts, { part: 'thinking', title: (id) => (texts[id] ?? '').slice(0, 20_000) });
  await page.reload();
  await messageBox(page).waitFor();
  for (const name of names) {
    await open(page, idOf(name));
    await turns(page)
      .last()
      .getByRole('button', { name: /Thought/ })
      .click();
    await untilDrawn(page);
    await page.keyboard.press('Control+Shift+L');
    await untilDrawn(page);
    expect.soft(await takeMost(page), name).toBeLessThan(MOST_ELEMENTS);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+Shift+E');
  for (const words of ['_a', 'matrix', 'xx']) {
    await page.getByRole('searchbox', { name: 'Search everything' }).fill(words);
    await untilDrawn(page);
    expect.soft(await takeMost(page), words).toBeLessThan(MOST_ELEMENTS);
  }
});
