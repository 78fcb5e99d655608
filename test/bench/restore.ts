import type { Page } from '@playwright/test';
import { wipeHistory } from '../e2e/support/storage.ts';
import { callTransfer, startTransfer } from '../e2e/support/transfer-worker.ts';
import { type BenchPage, fillHistory, inBrowser } from './bench-browser.ts';
import type { Figure } from './performance-table.ts';
import { median, print, slopeOf } from './print.ts';
import { browserTime, forgetPeak, peakOf } from './renderer-memory.ts';

const ROUNDS = 3;
const EXPORT = { sessions: 'all', trash: true, format: 'archive', thinking: true, tools: true, branches: true };

/**
 * Restoring an archive into a history that was just emptied, in the worker that ships, beside writing the same rows
 * plainly. `npm run bench -- restore 100 3000` chooses the numbers of conversations, of 100 messages each.
 */
export async function benchRestore(): Promise<Figure[]> {
  const chosen = process.argv.slice(2).map(Number).filter(Boolean);
  const sizes = chosen.length > 0 ? chosen : [100, 300];
  print(
    '\nRestoring conversations of 100 messages into a history that was just emptied (processor time of the browser)',
  );
  const points: (readonly [number, number])[] = [];
  const figures: Figure[] = [];
  for (const size of sizes)
    await inBrowser(async (bench) => {
      const { plain, restore } = await measure(bench, size);
      points.push([size, restore]);
      figures.push({
        what: `Restoring ${(size * 100).toLocaleString('en-US')} messages, beside writing their rows`,
        figure: `${(restore / plain).toFixed(2)}x`,
        goal: '1.5x',
      });
    });
  const [small, large] = [points[0], points.at(-1)];
  if (!small || !large || small === large) return figures;
  const slope = slopeOf(small, large);
  print(`slope ${slope} (1 is linear)`);
  return [
    ...figures,
    { what: 'Restoring, growth with the number of messages (1 is linear)', figure: slope, goal: '1.05' },
  ];
}

async function measure(
  { page, blank, profile }: BenchPage,
  conversations: number,
): Promise<{ plain: number; restore: number }> {
  await fillHistory(page, conversations);
  await startTransfer(page);
  const written = await callTransfer(page, 'write', { job: { ...EXPORT, language: 'en' }, writtenBy: 'Baton' });
  if (written.type !== 'done') throw new Error(`not written: ${JSON.stringify(written)}`);
  const times: Record<'plain' | 'preview' | 'restore', number[]> = { plain: [], preview: [], restore: [] };
  const walls: number[] = [];
  let peak = 0;
  const timed = async (name: keyof typeof times, work: () => Promise<unknown>) => {
    const before = browserTime(profile);
    await work();
    const after = browserTime(profile);
    times[name].push(after.pages + after.browser - before.pages - before.browser);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(blank);
    await holdRows(page);
    await wipeHistory(page);
    await timed('plain', () => putRows(page));
    await wipeHistory(page);
    await page.goto(blank);
    await startTransfer(page);
    const opened = await callTransfer(page, 'open', {});
    if (opened.type !== 'done') throw new Error(`does not open: ${JSON.stringify(opened)}`);
    const { id } = opened.result;
    forgetPeak(profile);
    await timed('preview', () => callTransfer(page, 'preview', { id }));
    const from = performance.now();
    await timed('restore', () => callTransfer(page, 'restore', { id, sessionIds: 'all' }));
    walls.push(performance.now() - from);
    peak = Math.max(peak, peakOf(profile));
  }
  const messages = conversations * 100;
  if ((await countMessages(page)) !== messages) throw new Error('not everything came back');
  const each = (name: keyof typeof times) => `${(median(times[name]) / conversations).toFixed(1)} ms`;
  print(
    `${String(messages).padStart(7)} messages: plain ${each('plain')} a conversation, preview ${each('preview')}, ` +
      `restore ${each('restore')} (x${(median(times.restore) / median(times.plain)).toFixed(2)} of plain), ` +
      `${(median(walls) / 1_000).toFixed(1)} s, peak of the renderer ${peak.toFixed(0)} MB`,
  );
  return { plain: median(times.plain), restore: median(times.restore) };
}

interface Holding {
  rows: { sessions: unknown[]; messages: unknown[] };
}

const holdRows = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const open = indexedDB.open('baton');
    const db = await new Promise<IDBDatabase>((resolve) =>
      open.addEventListener('success', () => resolve(open.result)),
    );
    const all = (name: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = db.transaction(name).objectStore(name).getAll();
        request.addEventListener('success', () => resolve(request.result));
      });
    Object.assign(window, { rows: { sessions: await all('sessions'), messages: await all('messages') } });
    db.close();
  });

/** As `bulkPut` does, in transactions of as many rows as a restore's. */
const putRows = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { rows } = window as unknown as Window & Holding;
    const open = indexedDB.open('baton');
    const db = await new Promise<IDBDatabase>((resolve) =>
      open.addEventListener('success', () => resolve(open.result)),
    );
    for (const name of ['sessions', 'messages'] as const)
      for (let from = 0; from < rows[name].length; from += 3_200) {
        const write = db.transaction(name, 'readwrite', { durability: 'relaxed' });
        for (const row of rows[name].slice(from, from + 3_200)) write.objectStore(name).put(row);
        await new Promise((resolve) => write.addEventListener('complete', resolve));
      }
    db.close();
  });

const countMessages = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const open = indexedDB.open('baton');
    const db = await new Promise<IDBDatabase>((resolve) =>
      open.addEventListener('success', () => resolve(open.result)),
    );
    const count = db.transaction('messages').objectStore('messages').count();
    return new Promise<number>((resolve) => count.addEventListener('success', () => resolve(count.result)));
  });
