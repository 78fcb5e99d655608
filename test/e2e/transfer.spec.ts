import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { TransferMethod, TransferReply } from '#transfer/transfer-messages.ts';
import { ask, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { dumpStorage, seedSession } from './support/storage.ts';

const ASSETS = fileURLToPath(new URL('../../dist/page/assets', import.meta.url));

/** The worker as it ships, under the policy that it ships with. The file is one of the page's own (OPFS). */
async function startTransfer(page: Page): Promise<void> {
  const name = readdirSync(ASSETS).find((one) => one.startsWith('transfer-worker'));
  await page.evaluate(async (path) => {
    const worker = new Worker(path, { type: 'module' });
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle('history.zip', { create: true });
    let last = 0;
    const call = (method: TransferMethod, args: object) =>
      new Promise<TransferReply>((resolve) => {
        const id = ++last;
        worker.addEventListener('message', ({ data }: MessageEvent<TransferReply>) => {
          if (data.type !== 'problem' && data.type !== 'progress' && data.id === id) resolve(data);
        });
        worker.addEventListener('error', ({ message }) =>
          resolve({ type: 'failed', id, failure: { code: 'unknown', detail: message, message } }),
        );
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
        worker.postMessage({ type: 'call', id, method, args });
      });
    Object.assign(window, { transfer: { call, handle } });
  }, `/assets/${name}`);
}

interface Started {
  transfer: { call: (method: TransferMethod, args: object) => Promise<TransferReply>; handle: FileSystemFileHandle };
}

/** Handles and files are added in the page: they cannot be sent there. */
async function call(page: Page, method: TransferMethod, args: object): Promise<TransferReply> {
  return page.evaluate(
    async ([name, given]) => {
      const { transfer } = window as unknown as Window & Started;
      const more =
        name === 'write'
          ? { to: transfer.handle }
          : name === 'open'
            ? { files: [{ file: await transfer.handle.getFile(), path: 'history.zip' }] }
            : {};
      return transfer.call(name, { ...given, ...more });
    },
    [method, args] as const,
  );
}

test('a history goes into a real file and comes back from it, in the worker and under the policy of the page', async ({
  baton,
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await startPractice(page, baton);
  await ask(page, '!echo The capital of 대한민국 is Seoul');
  await seedSession(page, 400, { title: 'A long one' });
  const before = await dumpStorage(page);

  await startTransfer(page);
  const job = {
    sessions: 'all',
    trash: true,
    format: 'archive',
    thinking: true,
    tools: true,
    branches: true,
    language: 'en',
  } as const;
  // Grammars and formulas, which pages alone need, are loaded when it comes to that.
  const pages = await call(page, 'write', { job: { ...job, format: 'html' }, writtenBy: 'Baton' });
  expect(pages).toMatchObject({ type: 'done', result: { format: 'html', conversations: 2, messages: 402, lost: 0 } });
  const written = await call(page, 'write', { job, writtenBy: 'Baton' });
  expect(written).toMatchObject({ type: 'done', result: { conversations: 2, messages: 402, unreadable: 0 } });

  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open('baton');
      open.addEventListener('success', () => resolve(open.result));
    });
    const names = [...db.objectStoreNames].filter((name) => name !== 'settings');
    const wipe = db.transaction(names, 'readwrite');
    for (const name of names) wipe.objectStore(name).clear();
    await new Promise((resolve) => wipe.addEventListener('complete', resolve));
    db.close();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Go on without them' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search titles' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'A long one' })).toHaveCount(0);

  await startTransfer(page);
  const opened = await call(page, 'open', {});
  expect(opened).toMatchObject({ type: 'done', result: { kind: 'archive', counts: { messages: 402 } } });
  const id = opened.type === 'done' && opened.method === 'open' ? opened.result.id : '';
  const restored = await call(page, 'restore', { id, sessionIds: 'all' });
  expect(restored).toMatchObject({ type: 'done', result: { stopped: null, lost: [] } });

  // The page follows what a worker stores, without being loaded again.
  await page.getByRole('link', { name: 'A long one' }).click();
  await expect(turns(page).last()).toBeInViewport();
  const after = await dumpStorage(page);
  for (const table of ['sessions', 'messages', 'overlays', 'sends', 'usage'])
    expect(after[table], table).toEqual(before[table]);
  expect(complaints).toEqual([]);
});
