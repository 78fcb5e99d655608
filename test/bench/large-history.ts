import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import setUp from '../e2e/support/build-page.ts';
import { browserLaunch } from '../e2e/support/browser.ts';
import { messageBox, turns } from '../e2e/support/chat.ts';
import { startBaton } from '../e2e/support/server.ts';
import { seedSession } from '../e2e/support/storage.ts';
import { median, print } from './print.ts';
import { peakOf } from './renderer-memory.ts';
import { transferInBrowser, type TransferFigures } from './transfer-in-browser.ts';

/**
 * The cost of years of conversations: 100 conversations of 100 messages compared with 1,000 of them, in a real browser
 * on a real profile. `node test/bench/large-history.ts [conversations …]`. Start and open are medians of three fresh
 * documents. An export includes reopening, counting and hashing the archive; a restore starts with an empty history.
 */
const sizes = process.argv.slice(2).map(Number);
const SIZES = sizes.length > 0 ? sizes : [100, 1_000];
const EACH = 100;
const ROUNDS = 3;

interface Figures extends TransferFigures {
  'start to list, ms': number;
  'open a conversation, ms': number;
  'first search: first result, ms': number;
  'first search: all results, ms': number;
  'later search: first result, ms': number;
  'later search: all results, ms': number;
  'heap of the page, MB': number;
  'renderer, peak MB': number;
}

async function fresh(page: Page, address: string, ready: () => Promise<unknown>): Promise<number> {
  await page.goto('about:blank');
  const from = performance.now();
  await page.goto(address);
  await ready();
  return performance.now() - from;
}

/** Seconds until the first group of results and until the line with their total number. */
async function search(page: Page, query: string): Promise<{ first: number; all: number }> {
  const field = page.getByRole('searchbox', { name: 'Search everything' });
  await field.fill('');
  await page.waitForTimeout(300);
  const results = page.getByRole('search');
  const from = performance.now();
  await field.fill(query);
  const first = results
    .getByRole('link')
    .first()
    .waitFor({ timeout: 120_000 })
    .then(() => performance.now() - from);
  const all = results
    .getByText(/\d messages? ·/)
    .waitFor({ timeout: 120_000 })
    .then(() => performance.now() - from);
  return { first: await first, all: await all };
}

async function medianOf(times: number, work: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < times; round++) values.push(await work());
  return median(values);
}

async function measure(conversations: number): Promise<Figures> {
  const baton = await startBaton({ charsPerSecond: 100_000 });
  const profile = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  const launch = () => chromium.launchPersistentContext(profile, browserLaunch().launchOptions);
  let context: BrowserContext = await launch();
  try {
    let page = context.pages()[0] ?? (await context.newPage());
    await page.goto(baton.url);
    await page.getByRole('button', { name: 'Start practice' }).click();
    await messageBox(page).waitFor();
    await page.goto(`${baton.origin}/favicon.svg`);
    for (let at = 0; at < conversations; at++)
      await seedSession(page, EACH, { id: `s${at}`, name: `m${at}`, title: `Conversation ${at}` });
    await context.close();

    context = await launch();
    page = context.pages()[0] ?? (await context.newPage());
    await page.goto(baton.url);
    const list = page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: /^Conversation \d/ });
    const start = await medianOf(ROUNDS, () => fresh(page, `${baton.origin}/`, () => list.first().waitFor()));
    let opened = 0;
    const open = await medianOf(ROUNDS, () => {
      const id = `s${(opened++ * 31) % conversations}`;
      const last = turns(page).last().getByText(`Message ${EACH}.`, { exact: false });
      return fresh(page, `${baton.origin}/#/s/${id}`, () => last.first().waitFor());
    });
    await fresh(page, `${baton.origin}/#/search`, () => list.first().waitFor());
    const first = await search(page, 'Message 77');
    const later = await search(page, '글자도 사라지지');
    const heap = await page.evaluate(
      () => (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0,
    );
    return {
      'start to list, ms': start,
      'open a conversation, ms': open,
      'first search: first result, ms': first.first,
      'first search: all results, ms': first.all,
      'later search: first result, ms': later.first,
      'later search: all results, ms': later.all,
      'heap of the page, MB': heap / 1e6,
      'renderer, peak MB': peakOf(profile),
      ...(await transferInBrowser(page, baton.origin, profile, conversations * EACH)),
    };
  } finally {
    await context.close();
    await baton.dispose();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

await setUp();
const measured: Figures[] = [];
for (const size of SIZES) measured.push(await measure(size));
const [smallest] = measured;
print(`${'messages'.padEnd(34)}${SIZES.map((size) => String(size * EACH).padStart(10)).join('')}`);
for (const name of Object.keys(smallest ?? {}) as (keyof Figures)[]) {
  const values = measured.map((figures) => figures[name]);
  const growth = (values.at(-1) ?? 0) / (values[0] ?? 1);
  print(`${name.padEnd(34)}${values.map((value) => value.toFixed(0).padStart(10)).join('')}   x${growth.toFixed(2)}`);
}
