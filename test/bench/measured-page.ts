import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { buildInto, galleryConfig } from '../gallery/vite.ts';
import setUp from '../e2e/support/build-page.ts';
import { browserLaunch } from '../e2e/support/browser.ts';
import { messageBox, startPractice } from '../e2e/support/chat.ts';
import { startBaton } from '../e2e/support/server.ts';
import { MODEL, startBenchVendor } from './bench-vendor.ts';
import { print } from './print.ts';

/** What work cost the page's main thread. */
export interface Cost {
  /** Milliseconds of processor time: other work on the machine doesn't count. */
  cpu: number;
  /** Processor time of scripts, and of style, layout. */
  script: number;
  layout: number;
  /** Tasks of more than 50 ms on the clock: on a busy machine, other work is in them. */
  longTasks: number[];
}

const LONG_MS = 50;
const TASKS = 'disabled-by-default-devtools.timeline';

/** What a trace says of the threads and tasks of a browser; times are microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time. */
  tdur?: number;
  args?: { name?: string };
}

export interface MeasuredPage {
  page: Page;
  /** `ms`: how long to watch. A fixed time, so that looking whether the work is done costs nothing. */
  measure: (ms: number, work: () => Promise<void>) => Promise<Cost>;
  /**
   * Processor time of each task of the main thread that takes more than 50 ms of it, in milliseconds. Watching adds to
   * what the page costs: `measure` measures that.
   */
  longTasks: (ms: number, work: () => Promise<void>) => Promise<number[]>;
}

type Watched = Window & { longTasks?: number[] };

function longTasksOf(trace: string): number[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  return tasks.map(({ tdur = 0 }) => tdur / 1_000).filter((ms) => ms > LONG_MS);
}

async function measured(browser: Browser, page: Page): Promise<MeasuredPage> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) (window as Watched).longTasks?.push(duration);
    }).observe({ type: 'longtask' });
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = new Map(metrics.map(({ name, value }) => [name, value * 1_000]));
    const get = (name: string) => of.get(name) ?? 0;
    return {
      cpu: get('TaskDuration'),
      script: get('ScriptDuration'),
      layout: get('LayoutDuration') + get('RecalcStyleDuration'),
    };
  };
  return {
    page,
    async longTasks(ms, work) {
      await browser.startTracing(page, { categories: [TASKS, '__metadata'] });
      const end = new Promise((resolve) => setTimeout(resolve, ms));
      await work();
      await end;
      return longTasksOf((await browser.stopTracing()).toString());
    },
    async measure(ms, work) {
      await page.evaluate(() => ((window as Watched).longTasks = []));
      const before = await read();
      const end = new Promise((resolve) => setTimeout(resolve, ms));
      await work();
      await end;
      const after = await read();
      return {
        cpu: after.cpu - before.cpu,
        script: after.script - before.script,
        layout: after.layout - before.layout,
        longTasks: await page.evaluate(() => (window as Watched).longTasks ?? []),
      };
    },
  };
}

/** Types into the box, which has the focus, as cheaply as a test can. */
export async function say({ page }: MeasuredPage, text: string): Promise<void> {
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

export interface BenchPages {
  /** Baton in a new conversation with the vendor. */
  app: MeasuredPage;
  /** `bare-page.tsx` at the same vendor. */
  bare: MeasuredPage;
}

/** Opens both pages, each in a process of its own. */
export async function withBenchPages(work: (pages: BenchPages) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  await setUp();
  await build(await galleryConfig(buildInto(folder, ['../bench/bare-page.html'])));
  const vendor = await startBenchVendor(folder);
  const baton = await startBaton({ files: { 'connections.json': vendor.connections } });
  const open: (Browser | BrowserContext)[] = [];
  const newPage = async () => {
    const browser = await chromium.launch(browserLaunch().launchOptions);
    open.push(browser);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    page.on('pageerror', (error) => print(`error in the page: ${error.message}`));
    return measured(browser, page);
  };
  try {
    const [app, bare] = [await newPage(), await newPage()];
    await startPractice(app.page, baton);
    await app.page.getByRole('combobox', { name: /^Model:/ }).click();
    await app.page.getByRole('button', { name: 'Refresh lists' }).click();
    await app.page.getByRole('option', { name: MODEL }).first().click();
    await app.page.getByRole('combobox', { name: `Model: ${MODEL}` }).waitFor();
    await app.page.getByRole('listbox').waitFor({ state: 'hidden' });
    await messageBox(app.page).click();
    await bare.page.goto(`${vendor.origin}/test/bench/bare-page.html`);
    await bare.page.getByRole('textbox').focus();
    await work({ app, bare });
  } finally {
    for (const one of open) await one.close();
    await baton.dispose();
    await vendor.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
