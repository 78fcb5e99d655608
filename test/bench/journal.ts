import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import setUp from '../e2e/support/build-page.ts';
import { browserLaunch } from '../e2e/support/browser.ts';
import { messageBox } from '../e2e/support/chat.ts';
import { type BatonServer, startBaton } from '../e2e/support/server.ts';
import { median, print } from './print.ts';

/**
 * What the journal costs, in a real browser and a separate host process: `node test/bench/journal.ts [conversations]`
 * (of 100 messages each; 1,000 without an argument). Every figure is printed beside the same figure without a journal.
 * Processor time of the page is that of its main thread; of the host, that of its process. No limits are checked here.
 * Linux only.
 */
const CONVERSATIONS = Number(process.argv[2] ?? 1_000);
const EACH = 100;
/** Counts the system calls of the host, where strace is installed. */
const STRACE = '/usr/bin/strace';
const MESSAGES = 40;
const STARTS = 3;

const DEXIE = readFileSync(new URL('../../node_modules/dexie/dist/dexie.min.js', import.meta.url), 'utf8');
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** proc_pid_stat(5); 100 ticks a second. */
function hostCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const pidOf = (home: string): number => Number(JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')).pid);

function bytesOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => {
    const entry = statSync(join(folder, name));
    return entry.isFile() ? sum + entry.size : sum;
  }, 0);
}

/**
 * Requests a small file again and again. The returned function stops that and resolves with the longest time in
 * milliseconds.
 */
function probe(origin: string): () => Promise<number> {
  const { host, port } = new URL(origin);
  const ending = new AbortController();
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const from = performance.now();
      get({ host: '127.0.0.1', port, path: '/favicon.svg', headers: { host } }, (response) => {
        response.resume().once('end', () => resolve(performance.now() - from));
      }).once('error', reject);
    });
  const run = (async () => {
    let longest = 0;
    while (!ending.signal.aborted) {
      longest = Math.max(longest, await ask());
      await sleep(3);
    }
    return longest;
  })();
  return () => {
    ending.abort();
    return run;
  };
}

/** Counts fsync and fdatasync calls of a process. `null` when strace is missing or refused. */
async function countSyncs(pid: number, work: () => Promise<void>): Promise<number | null> {
  if (spawnSync(STRACE, ['-V']).status !== 0) return null;
  const trace = spawn(STRACE, ['-f', '-qq', '-e', 'trace=fsync,fdatasync', '-e', 'signal=none', '-p', String(pid)]);
  let said = '';
  trace.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await sleep(1_000);
  if (trace.exitCode !== null) return null;
  await work();
  trace.kill('SIGINT');
  await new Promise((resolve) => trace.once('exit', resolve));
  return said.split('\n').filter((line) => /f(data)?sync\(/.test(line)).length;
}

async function mainThread(page: Page): Promise<() => Promise<number>> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const before = await read();
  return async () => (await read()) - before;
}

const watchLongTasks = () => {
  const store = window as Window & { longest?: number };
  store.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) store.longest = Math.max(store.longest ?? 0, duration);
  }).observe({ type: 'longtask', buffered: true });
};

/** Opens another document of the origin, which writes rows as a window does. The page is notified of them. */
async function openWriter(context: BrowserContext, origin: string): Promise<Page> {
  const writer = await context.newPage();
  await writer.goto(`${origin}/favicon.svg`);
  await writer.evaluate(DEXIE);
  return writer;
}

interface Bulk {
  conversations: number;
  each: number;
}

async function seed(writer: Page, bulk: Bulk): Promise<void> {
  await writer.evaluate(async ({ conversations, each }) => {
    const db = new (Reflect.get(window, 'Dexie'))('baton');
    await db.open();
    const text = 'A conversation moves from one vendor to the next. 대화는 회사를 옮겨 다녀도 사라지지 않습니다. ';
    for (let at = 0; at < conversations; at += 1) {
      const sessionId = `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`;
      const time = Date.now() - (conversations - at) * 60_000;
      await db.table('messages').bulkPut(
        Array.from({ length: each }, (_, index) => ({
          id: `m${at}-${index}`,
          sessionId,
          parentId: index === 0 ? null : `m${at}-${index - 1}`,
          parentKey: index === 0 ? `root:${sessionId}` : `m${at}-${index - 1}`,
          seq: index + 1,
          role: index % 2 === 0 ? 'user' : 'assistant',
          parts: [{ type: 'text', text: `Message ${index}. ${text.repeat(1 + (index % 5))}` }],
          ...(index % 2 === 1 && { origin: { vendor: 'anthropic', model: 'practice-claude' }, stop: 'end' }),
          status: 'complete',
          createdAt: time + index,
          completedAt: time + index,
        })),
      );
      await db.table('sessions').put({
        id: sessionId,
        title: `Conversation ${at}`,
        titleBy: 'person',
        createdAt: time,
        updatedAt: time + each,
        leafId: `m${at}-${each - 1}`,
        lastSeq: each,
        pinned: 0,
        deletedAt: 0,
        target: { connection: 'practice-anthropic', model: 'practice-claude', thinking: 'off' },
        system: '',
        lastVendor: 'anthropic',
        cost: 0,
      });
    }
    db.close();
  }, bulk);
}

type Kind = 'short' | 'agent';

/** Writes answers that grow over half a second, as a flow does. For an agent, each comes with a result of 5 KB. */
async function talk(writer: Page, name: string, kind: Kind, count: number): Promise<void> {
  await writer.evaluate(
    async ({ name, kind, count }) => {
      const db = new (Reflect.get(window, 'Dexie'))('baton');
      await db.open();
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const sessionId = `talk-${name}`;
      const session = {
        id: sessionId,
        title: name,
        titleBy: 'person',
        createdAt: Date.now(),
        pinned: 0,
        deletedAt: 0,
        target: null,
        system: '',
        lastVendor: 'anthropic',
        cost: 0,
      };
      const text = 'x'.repeat(200);
      const result = '/src/some/file.ts:17: a line that was found\n'.repeat(114);
      for (let at = 0; at < count; at += 1) {
        const seq = 2 * at + 1;
        const row = (place: number, own: object) => ({
          id: `${name}-${place}`,
          sessionId,
          parentId: place === 1 ? null : `${name}-${place - 1}`,
          parentKey: place === 1 ? `root:${sessionId}` : `${name}-${place - 1}`,
          seq: place,
          createdAt: Date.now(),
          ...own,
        });
        const first =
          kind === 'short'
            ? { role: 'user', parts: [{ type: 'text', text }] }
            : {
                role: 'tool',
                parts: [{ type: 'tool_result', callId: `c${at}`, name: 'read', status: 'ok', text: result }],
              };
        const answer = (status: string, length: number) =>
          row(seq + 1, {
            role: 'assistant',
            parts: [
              { type: 'text', text: text.slice(0, length) },
              ...(kind === 'agent'
                ? [{ type: 'tool_call', id: `c${at + 1}`, name: 'read', arguments: '{"path":"/a"}' }]
                : []),
            ],
            origin: { vendor: 'anthropic', model: 'practice-claude' },
            status,
            ...(status === 'complete' && { stop: 'end', completedAt: Date.now() }),
          });
        await db.transaction('rw', ['messages', 'sessions'], async () => {
          await db.table('messages').bulkPut([row(seq, { ...first, status: 'complete' }), answer('streaming', 0)]);
          await db
            .table('sessions')
            .put({ ...session, updatedAt: Date.now(), leafId: `${name}-${seq + 1}`, lastSeq: seq + 1 });
        });
        await db.table('sends').put({ id: `${name}-${seq + 1}`, sessionId, at: Date.now() });
        for (const length of [50, 100, 150]) {
          await pause(150);
          await db.table('messages').put(answer('streaming', length));
        }
        await pause(150);
        await db.transaction('rw', ['messages', 'sessions', 'usage'], async () => {
          await db.table('messages').put(answer('complete', 200));
          await db
            .table('sessions')
            .put({ ...session, updatedAt: Date.now(), leafId: `${name}-${seq + 1}`, lastSeq: seq + 1 });
          await db
            .table('usage')
            .put({ id: `${name}-${seq + 1}`, sessionId, at: Date.now(), usage: { input: 1000, output: 50 } });
        });
        await pause(200);
      }
      db.close();
    },
    { name, kind, count },
  );
}

interface World {
  baton: BatonServer;
  context: BrowserContext;
  page: Page;
  /** Restarts the host with these two switches. */
  switchTo(journal: boolean, snapshots: boolean): Promise<void>;
}

async function within(work: (world: World) => Promise<void>): Promise<void> {
  const baton = await startBaton();
  const profile = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  const context = await chromium.launchPersistentContext(profile, browserLaunch().launchOptions);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.addInitScript(watchLongTasks);
    await page.goto(baton.url);
    await page.getByRole('button', { name: 'Start practice' }).click();
    await messageBox(page).waitFor();
    const switchTo = async (journal: boolean, snapshots: boolean) => {
      await page.goto('about:blank');
      await baton.stop();
      writeFileSync(join(baton.home, 'journal.json'), JSON.stringify({ version: 1, on: journal }));
      writeFileSync(
        join(baton.home, 'snapshots.json'),
        JSON.stringify({ version: 1, automatic: snapshots, cap: null }),
      );
      await baton.restart();
      await page.goto(baton.url);
      await messageBox(page).waitFor();
    };
    await work({ baton, context, page, switchTo });
  } finally {
    await context.close();
    await baton.dispose();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureMessages({ baton, context, page, switchTo }: World): Promise<void> {
  const writer = await openWriter(context, baton.origin);
  print(
    `one finished message (of ${2 * MESSAGES}; an answer grows in 4 writes)`.padEnd(64) + 'without      with      more',
  );
  const row = (name: string, without: number, withIt: number, digits = 1) =>
    print(
      name.padEnd(60) + [without, withIt, withIt - without].map((one) => one.toFixed(digits).padStart(10)).join(''),
    );
  const figures: { page: number; host: number; bytes: number; requests: number }[] = [];
  const kinds: Kind[] = ['short', 'agent'];
  for (const isOn of [false, true]) {
    await switchTo(isOn, false);
    await page.goto(`${baton.origin}/#/settings/about`);
    const pid = pidOf(baton.home);
    await talk(writer, `warm-${isOn}`, 'short', 3);
    await sleep(1_000);
    for (const kind of kinds) {
      const journal = join(baton.home, 'journal');
      const size = () => (isOn ? bytesOf(journal) : 0);
      let requests = 0;
      const count = (request: { url(): string; method(): string }) => {
        if (request.method() === 'POST' && request.url().endsWith('/records')) requests += 1;
      };
      page.on('request', count);
      const [bytes, cpu, thread] = [size(), hostCpu(pid), await mainThread(page)];
      await talk(writer, `${kind}-${isOn}`, kind, MESSAGES);
      await sleep(500);
      const each = (value: number) => value / (2 * MESSAGES);
      figures.push({
        page: each(await thread()),
        host: each(hostCpu(pid) - cpu),
        bytes: each(size() - bytes),
        requests: each(requests),
      });
      page.off('request', count);
    }
  }
  for (const [index, kind] of kinds.entries()) {
    const [without, withIt] = [figures[index], figures[index + kinds.length]];
    if (!without || !withIt) continue;
    const name = kind === 'short' ? 'short, 200 characters' : 'agent, every other one a result of 5 KB';
    row(`${name}: page, ms of processor time`, without.page, withIt.page);
    row(`${name}: host, ms of processor time`, without.host, withIt.host);
    row(`${name}: bytes in the journal`, without.bytes, withIt.bytes, 0);
    row(`${name}: requests to the host`, without.requests, withIt.requests);
  }
  const syncs = await countSyncs(pidOf(baton.home), () => talk(writer, 'traced', 'short', 10));
  print(
    syncs === null
      ? 'fsync was not counted: no strace'
      : `fsync and fdatasync for each message: ${(syncs / 20).toFixed(2)}`,
  );
}

interface Start {
  'list on the screen, ms': number;
  'page, ms of processor time': number;
  'longest task of the page, ms': number;
  'compared, ms': number;
  'host, ms of processor time': number;
  'longest wait for the host, ms': number;
}

async function startOnce({ baton, page }: World, compares: boolean): Promise<Start> {
  await page.goto('about:blank');
  const pid = pidOf(baton.home);
  const [cpu, thread, longest] = [hostCpu(pid), await mainThread(page), probe(baton.origin)];
  const from = performance.now();
  let compared = Number.NaN;
  const answered = compares
    ? page
        .waitForResponse((response) => response.url().endsWith('/check'), { timeout: 120_000 })
        .then((response) => response.finished())
        .then(() => (compared = performance.now() - from))
    : sleep(0);
  await page.goto(`${baton.origin}/#/settings/about`);
  await page.goto(`${baton.origin}/`);
  const list = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^Conversation \d/ });
  await list.first().waitFor();
  const listed = performance.now() - from;
  await answered;
  await sleep(3_000);
  return {
    'list on the screen, ms': listed,
    'page, ms of processor time': await thread(),
    'longest task of the page, ms': await page.evaluate(() => (window as Window & { longest?: number }).longest ?? 0),
    'compared, ms': compared,
    'host, ms of processor time': hostCpu(pid) - cpu,
    'longest wait for the host, ms': await longest(),
  };
}

async function starts(world: World, compares: boolean): Promise<Start> {
  const all: Start[] = [];
  for (let round = 0; round < STARTS; round += 1) all.push(await startOnce(world, compares));
  const names = Object.keys(all[0] ?? {}) as (keyof Start)[];
  return Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])) as unknown as Start;
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const from = performance.now();
  while (!isSo()) {
    if (performance.now() - from > 600_000) throw new Error(`${what}: not after ten minutes`);
    await sleep(500);
  }
  print(`${what}: ${((performance.now() - from) / 1_000).toFixed(0)} s`);
}

async function measureStarts(world: World): Promise<void> {
  const { baton, context, switchTo } = world;
  const journal = join(baton.home, 'journal');
  const inBase = (name: string) =>
    readdirSync(journal, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith(name));
  const rowsIn = () =>
    readdirSync(journal, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.log'))
      .reduce((sum, name) => sum + readFileSync(join(journal, name), 'latin1').split('\n').length - 1, 0);

  await switchTo(false, false);
  await seed(await openWriter(context, baton.origin), { conversations: CONVERSATIONS, each: EACH });
  await switchTo(false, false);
  const without = await starts(world, false);
  await switchTo(true, false);
  await until(
    'every row sent to the journal',
    () => inBase('.log') !== undefined && rowsIn() >= CONVERSATIONS * (EACH + 1),
  );
  const size = bytesOf(journal);
  await switchTo(true, false);
  const inSegments = await starts(world, true);
  await switchTo(true, true);
  await until('snapshot', () => {
    const base = inBase('base.json');
    return base !== undefined && JSON.parse(readFileSync(join(journal, base), 'utf8')).snapshot !== null;
  });
  await switchTo(true, true);
  const afterSnapshot = await starts(world, true);

  print(
    `start with ${CONVERSATIONS * EACH} messages, median of ${STARTS}`.padEnd(48) +
      ['no journal', `${(size / 1e6).toFixed(0)} MB of it`, 'snapshot'].map((name) => name.padStart(14)).join(''),
  );
  for (const name of Object.keys(without) as (keyof Start)[])
    print(
      name.padEnd(48) + [without, inSegments, afterSnapshot].map((one) => one[name].toFixed(0).padStart(14)).join(''),
    );
}

await setUp();
await within(measureMessages);
await within(measureStarts);
