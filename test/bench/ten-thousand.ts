import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import setUp from '../e2e/support/build-page.ts';
import { browserLaunch } from '../e2e/support/browser.ts';
import { messageBox, settle, turns, write } from '../e2e/support/chat.ts';
import { startBaton } from '../e2e/support/server.ts';
import { seedSession } from '../e2e/support/storage.ts';

/**
 * The cost of ten thousand messages compared with a hundred, in a real browser on a real profile. Prints ratios and
 * counts: `node test/bench/ten-thousand.ts [rounds]`. Nothing is gated here.
 */
const SMALL = 100;
const LARGE = 10_000;
const rounds = Number(process.argv[2] ?? 3);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Opens the conversation in a fresh document and waits for its newest message. */
async function open(page: Page, address: string, last: string): Promise<number> {
  await page.goto('about:blank');
  const from = performance.now();
  await page.goto(address);
  await turns(page).last().getByText(last, { exact: false }).first().waitFor();
  return performance.now() - from;
}

/** Number of rows returned by the page's queries since the document began. */
const countRows = () => {
  const store = window as Window & { rows?: number };
  store.rows = 0;
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    const { getAll } = prototype;
    prototype.getAll = function (...args: Parameters<typeof getAll>) {
      const request = getAll.apply(this, args);
      request.addEventListener('success', () => (store.rows = (store.rows ?? 0) + request.result.length));
      return request;
    };
    const { openCursor } = prototype;
    prototype.openCursor = function (...args: Parameters<typeof openCursor>) {
      const request = openCursor.apply(this, args);
      request.addEventListener('success', () => {
        if (request.result) store.rows = (store.rows ?? 0) + 1;
      });
      return request;
    };
  }
};

async function measure(count: number): Promise<{ openMs: number; rows: number; answerMs: number; heapMB: number }> {
  const baton = await startBaton({ charsPerSecond: 100_000 });
  const profile = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  const context = await chromium.launchPersistentContext(profile, browserLaunch().launchOptions);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(baton.url);
    await page.getByRole('button', { name: 'Start practice' }).click();
    await messageBox(page).waitFor();
    const id = await seedSession(page, count);
    await page.addInitScript(countRows);
    const address = `${baton.origin}/#/s/${id}`;
    const opens: number[] = [];
    for (let round = 0; round < rounds; round += 1) opens.push(await open(page, address, `Message ${count}.`));
    const rows = await page.evaluate(() => (window as Window & { rows?: number }).rows ?? 0);
    const answers: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      await write(page, `!echo answered ${round}`);
      await turns(page).last().getByText(`answered ${round}`, { exact: true }).waitFor();
      await settle(page);
      answers.push(performance.now() - from);
    }
    const heap = await page.evaluate(
      () => (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0,
    );
    return { openMs: median(opens), rows, answerMs: median(answers), heapMB: heap / 1e6 };
  } finally {
    await context.close();
    await baton.dispose();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

await setUp();
const small = await measure(SMALL);
const large = await measure(LARGE);
const line = (name: string, a: number, b: number, digits = 0) =>
  `${name.padEnd(28)} ${a.toFixed(digits).padStart(8)} ${b.toFixed(digits).padStart(8)}   x${(b / a).toFixed(2)}\n`;
process.stdout.write(`${''.padEnd(28)} ${String(SMALL).padStart(8)} ${String(LARGE).padStart(8)}\n`);
process.stdout.write(line('open to newest message, ms', small.openMs, large.openMs));
process.stdout.write(line('rows read to open', small.rows, large.rows));
process.stdout.write(line('question to stored answer, ms', small.answerMs, large.answerMs));
process.stdout.write(line('heap after that, MB', small.heapMB, large.heapMB));
