import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import setUp from '../e2e/support/build-page.ts';
import { browserLaunch } from '../e2e/support/browser.ts';
import { startPractice } from '../e2e/support/chat.ts';
import { startBaton } from '../e2e/support/server.ts';
import { seedSession } from '../e2e/support/storage.ts';
import { print } from './print.ts';
import { transferInBrowser } from './transfer-in-browser.ts';

/**
 * A history with large attachments: the given number of MB in incompressible attachments of 5 MB each, exported to one
 * archive and restored in a real browser. `node test/bench/large-archive.ts [MB]`.
 */
const SIZE = Number(process.argv[2] ?? 1_000);
const EACH = 5;

/** Gives every stored message an image of its own. */
async function attach(page: Page, megabytes: number): Promise<void> {
  await page.evaluate(
    async (bytes) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const open = indexedDB.open('baton');
        open.addEventListener('success', () => resolve(open.result));
      });
      // A request that succeeded is nothing yet: its transaction may still be aborted.
      const committed = <T>(name: string, ask: (store: IDBObjectStore) => IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          const transaction = db.transaction(name, 'readwrite');
          const request = ask(transaction.objectStore(name));
          transaction.addEventListener('complete', () => resolve(request.result));
          transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(`${name} was aborted`)));
        });
      const keys = await committed('messages', (store) => store.getAllKeys());
      for (const key of keys) {
        const content = new Uint8Array(bytes);
        for (let at = 0; at < bytes; at += 65_536)
          crypto.getRandomValues(content.subarray(at, Math.min(at + 65_536, bytes)));
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
        const blob = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
        await committed('blobs', (store) => store.put({ hash: blob, mime: 'image/png', bytes: new Blob([content]) }));
        const row = (await committed('messages', (store) => store.get(key))) as { parts: unknown[] };
        row.parts.push({ type: 'image', mime: 'image/png', blob, bytes });
        await committed('messages', (store) => store.put(row));
      }
      db.close();
    },
    megabytes * 1024 ** 2,
  );
}

await setUp();
const baton = await startBaton();
const profile = mkdtempSync(join(tmpdir(), 'baton-bench-'));
const context = await chromium.launchPersistentContext(profile, browserLaunch().launchOptions);
try {
  const page = context.pages()[0] ?? (await context.newPage());
  await startPractice(page, baton);
  await page.goto(`${baton.origin}/favicon.svg`);
  const count = Math.ceil(SIZE / EACH);
  await seedSession(page, count);
  await attach(page, EACH);
  const figures = await transferInBrowser(page, baton.origin, profile, count);
  for (const [name, value] of Object.entries(figures)) print(`${name.padEnd(34)}${value.toFixed(0).padStart(10)}`);
} finally {
  await context.close();
  await baton.dispose();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
