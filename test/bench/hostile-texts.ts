import { chromium, type Browser, type Page } from '@playwright/test';
import setUp from '../e2e/support/build-page.ts';
import { browserLaunch } from '../e2e/support/browser.ts';
import { startPractice } from '../e2e/support/chat.ts';
import { startBaton } from '../e2e/support/server.ts';
import { seedAnswers } from '../e2e/support/storage.ts';
import { HOSTILE } from '#test/markdown/hostile-texts.ts';
import { print } from './print.ts';

const SIZES = [16_000, 64_000, 390_000] as const;
const ONE_LINE = 50_000_000;
const QUIET_MS = 500;
/** Longer counts as frozen. */
const MAX_MS = 60_000;

interface Cost {
  /** Processor time of the main thread: of its longest task, and of all. */
  longest: number;
  all: number;
  /** Until the text or its start was on the screen. */
  shown: number;
  elements: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
}

/** Milliseconds of each task of the page's main thread. */
function tasksOf(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const main = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  );
  return traceEvents.flatMap(({ name, pid, tid, tdur = 0 }) =>
    name.endsWith('RunTask') && main.has(`${pid} ${tid}`) ? [tdur / 1_000] : [],
  );
}

/** Until nothing has changed on the page for a while. */
const untilQuiet = (page: Page): Promise<void> =>
  page.evaluate(async (quiet) => {
    let last = performance.now();
    const changed = new MutationObserver(() => (last = performance.now()));
    changed.observe(document.body, { subtree: true, childList: true, characterData: true });
    while (performance.now() - last < quiet) await new Promise((resolve) => setTimeout(resolve, 50));
    changed.disconnect();
  }, QUIET_MS);

async function open(browser: Browser, page: Page, session: string): Promise<Cost> {
  await page.evaluate(() => void (location.hash = '#/s/none'));
  await untilQuiet(page);
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const shown = await page.evaluate(async (id) => {
    const from = performance.now();
    location.hash = `#/s/${id}`;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!document.querySelector(`[data-message="${id}-answer"]`)?.textContent) await frame();
    await frame();
    return performance.now() - from;
  }, session);
  await untilQuiet(page);
  const tasks = tasksOf(await browser.stopTracing());
  const elements = await page.evaluate(() => document.querySelectorAll('[data-message] *').length);
  return { longest: Math.max(0, ...tasks), all: tasks.reduce((sum, one) => sum + one, 0), shown, elements };
}

const show = (name: string, values: readonly (number | string)[]): void =>
  print(name.padEnd(36) + values.map((one) => (typeof one === 'number' ? one.toFixed(0) : one).padStart(9)).join(''));

/** In a browser of its own, because a text may freeze it. `null` when it did. */
async function openAlone(text: string): Promise<{ floor: Cost; cost: Cost | null }> {
  const baton = await startBaton();
  const browser = await chromium.launch(browserLaunch().launchOptions);
  try {
    const page = await browser.newPage();
    await startPractice(page, baton);
    await seedAnswers(page, { floor: 'A short answer.', hostile: text });
    await page.reload();
    await open(browser, page, 'floor');
    const floor = await open(browser, page, 'floor');
    const late = new Promise<null>((resolve) => setTimeout(resolve, MAX_MS, null));
    return { floor, cost: await Promise.race([open(browser, page, 'hostile').catch(() => null), late]) };
  } finally {
    await browser.close();
    await baton.dispose();
  }
}

/**
 * Opens conversations with one hostile answer each, beside one with a short answer: the floor. `HOSTILE_TEXTS` is a
 * pattern of the names to measure.
 */
export async function benchHostileTexts(): Promise<void> {
  await setUp();
  const only = new RegExp(process.env['HOSTILE_TEXTS'] ?? '');
  const cases = Object.entries(HOSTILE).flatMap(([name, make]) =>
    SIZES.map((size): [string, () => string] => [`${name}, ${size / 1_000} kB`, () => make(size)]),
  );
  cases.push(['one line, 50 MB', () => 'a'.repeat(ONE_LINE)]);
  show('', ['longest', 'x floor', 'all', 'x floor', 'shown', 'elements']);
  for (const [name, make] of cases) {
    if (!only.test(name)) continue;
    const { floor, cost } = await openAlone(make());
    if (cost === null) show(name, ['frozen']);
    else {
      const ratio = (key: 'longest' | 'all') => `${(cost[key] / floor[key]).toFixed(1)}x`;
      show(name, [cost.longest, ratio('longest'), cost.all, ratio('all'), cost.shown, cost.elements]);
    }
  }
}
