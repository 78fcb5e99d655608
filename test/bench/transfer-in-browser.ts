import type { Page } from '@playwright/test';
import { wipeHistory } from '../e2e/support/storage.ts';
import { callTransfer, startTransfer } from '../e2e/support/transfer-worker.ts';
import { forgetPeak, peakOf } from './renderer-memory.ts';

export interface TransferFigures {
  'export, ms': number;
  'export, renderer peak MB': number;
  'archive, kB': number;
  'preview of a restore, ms': number;
  'restore, ms': number;
  'restore, renderer peak MB': number;
}

/** Exports everything to one archive and restores it into an empty history, using the worker that ships. */
export async function transferInBrowser(
  page: Page,
  origin: string,
  profile: string,
  messages: number,
): Promise<TransferFigures> {
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const from = performance.now();
    return [await work(), performance.now() - from];
  };
  const started = async () => {
    await page.goto(`${origin}/favicon.svg`);
    await startTransfer(page);
    forgetPeak(profile);
  };
  await started();
  const job = { sessions: 'all', trash: true, format: 'archive', thinking: true, tools: true, branches: true };
  const [written, exported] = await timed(() =>
    callTransfer(page, 'write', { job: { ...job, language: 'en' }, writtenBy: 'Baton' }),
  );
  const exportPeak = peakOf(profile);
  const size = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    return (await (await folder.getFileHandle('history.zip')).getFile()).size;
  });
  await wipeHistory(page);
  await started();
  const opened = await callTransfer(page, 'open', {});
  if (written.type !== 'done' || opened.type !== 'done')
    throw new Error(`The archive was not written or does not open: ${JSON.stringify([written, opened])}`);
  const { id } = opened.result;
  const [, previewed] = await timed(() => callTransfer(page, 'preview', { id }));
  const [restored, took] = await timed(() => callTransfer(page, 'restore', { id, sessionIds: 'all' }));
  const restorePeak = peakOf(profile);
  const rows = await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open('baton');
      open.addEventListener('success', () => resolve(open.result));
    });
    const count = db.transaction('messages').objectStore('messages').count();
    return new Promise<number>((resolve) => count.addEventListener('success', () => resolve(count.result)));
  });
  if (rows !== messages) throw new Error(`${rows} of ${messages} messages came back: ${JSON.stringify(restored)}`);
  return {
    'export, ms': exported,
    'export, renderer peak MB': exportPeak,
    'archive, kB': size / 1e3,
    'preview of a restore, ms': previewed,
    'restore, ms': took,
    'restore, renderer peak MB': restorePeak,
  };
}
