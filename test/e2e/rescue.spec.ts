import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask, startPractice, turns } from './support/chat.ts';
import { SCHEMA_VERSION } from '#storage/schema.ts';
import { expect, test } from './support/fixtures.ts';
import { type KillableBrowser, launchKillable } from './support/killable-browser.ts';
import { readMessages, textOf, wipeHistory } from './support/storage.ts';

/** Makes the page's history one of schema version 6, and keeps it open like a window that doesn't close it. */
async function makeOlder(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const db = await settle(indexedDB.open('baton'));
    const names = [...db.objectStoreNames].filter(
      (name) => !['folders', 'assistants', 'syncMarks', 'tombstones'].includes(name),
    );
    const stores = await Promise.all(
      names.map(async (name) => {
        const store = db.transaction(name).objectStore(name);
        const indexes = [...store.indexNames].map((index) => store.index(index));
        return { store, indexes, rows: await settle(store.getAll()) };
      }),
    );
    db.close();
    await settle(indexedDB.deleteDatabase('baton'));
    const open = indexedDB.open('baton', 60);
    open.addEventListener('upgradeneeded', () => {
      for (const { store, indexes, rows } of stores) {
        const made = open.result.createObjectStore(store.name, { keyPath: store.keyPath });
        for (const { name, keyPath, unique, multiEntry } of indexes)
          made.createIndex(name, keyPath, { unique, multiEntry });
        for (const row of rows) made.add(row);
      }
    });
    await settle(open);
    (window as Window & { openDatabase?: IDBDatabase }).openDatabase = open.result;
  });
}

/** Overwrites every table of LevelDB, like a failing disk. */
function damage(profile: string): number {
  const folder = join(profile, 'Default', 'IndexedDB');
  let count = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(ldb|log)$|MANIFEST/.test(name)) continue;
    writeFileSync(join(folder, name), Buffer.alloc(4_000, 0x5a));
    count += 1;
  }
  return count;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('an older history is copied and upgraded, and comes back from the copy when the disk has damaged it', async ({
  baton,
}) => {
  test.setTimeout(180_000);
  const profile = mkdtempSync(join(tmpdir(), 'baton-rescue-'));
  const browsers: KillableBrowser[] = [];
  const launch = async () => {
    const browser = await launchKillable(profile);
    browsers.push(browser);
    return { browser, page: browser.context.pages()[0] ?? (await browser.context.newPage()) };
  };
  try {
    const { browser, page } = await launch();
    await startPractice(page, baton);
    await ask(page, 'Carry this over.');
    const written = (await readMessages(page)).map(textOf);
    await page.goto(`${baton.origin}/favicon.svg`);
    await makeOlder(page);

    const second = await browser.context.newPage();
    await second.goto(baton.url);
    await expect(heading(second, 'Baton couldn’t open your conversations')).toBeVisible({ timeout: 30_000 });
    await expect(second.getByText('Another Baton window is using your conversations.', { exact: false })).toBeVisible();
    await page.close();
    await second.getByRole('button', { name: 'Try again' }).click();
    await second.getByRole('link', { name: /Carry this over/ }).click();
    await expect(turns(second)).toHaveCount(2);
    expect((await second.evaluate(() => indexedDB.databases()))[0]).toMatchObject({
      name: 'baton',
      // Dexie multiplies versions by ten.
      version: SCHEMA_VERSION * 10,
    });
    expect(readdirSync(join(baton.home, 'snapshots')).join(' ')).toContain('before-upgrade');
    await browser.kill();

    expect(damage(profile)).toBeGreaterThan(0);
    const again = (await launch()).page;
    await again.goto(baton.url);
    // Chromium fails once, and then creates a new, empty database in place of the damaged one.
    const missing = heading(again, 'Your conversations are no longer in this browser');
    await expect(async () => {
      const retry = again.getByRole('button', { name: 'Try again' });
      await retry.waitFor();
      if (!(await missing.isVisible())) await retry.click();
      await expect(missing).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await again
      .getByRole('button', { name: /^Restore the snapshot of/ })
      .first()
      .click();
    await again.getByRole('link', { name: /Carry this over/ }).click({ timeout: 30_000 });
    await expect(turns(again)).toHaveCount(2);
    expect(written[0]).toBe('Carry this over.');
    await expect(turns(again).first()).toContainText('Carry this over.');
  } finally {
    for (const browser of browsers) await browser.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('the settings restore a copy made before an update, use what was kept apart again, and remove it', async ({
  baton,
  page,
}) => {
  test.setTimeout(180_000);
  await startPractice(page, baton);
  await ask(page, 'Before the update.');
  await page.goto(`${baton.origin}/favicon.svg`);
  await makeOlder(page);
  // Closes the older database.
  await page.goto('about:blank');
  await page.goto(baton.url);
  await page.getByRole('link', { name: /Before the update/ }).click({ timeout: 30_000 });
  await ask(page, 'Behind the update.');

  const history = `${baton.origin}/#/settings/history`;
  const region = page.getByRole('region', { name: 'Database' });
  const holds = async (count: number) => {
    await page.getByRole('link', { name: /Before the update/ }).click();
    await expect(turns(page)).toHaveCount(count);
    await page.goto(history);
  };
  await page.goto(history);
  await page.getByRole('button', { name: /^Restore from the snapshot/ }).click();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(region.getByText('1 conversation · 4 messages')).toBeVisible({ timeout: 30_000 });
  await holds(2);

  const again = region.getByRole('button', { name: 'Use again…' });
  await again.click();
  await page.getByRole('button', { name: 'Use again' }).click();
  await expect(region.getByText('1 conversation · 2 messages')).toBeVisible({ timeout: 30_000 });
  await holds(4);
  await region.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove for good' }).click();
  await expect(again).toHaveCount(0);
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toEqual(['baton-3']);
});

test('what the start screen offers is reached by scrolling where the window is low', async ({ baton, page }) => {
  await startPractice(page, baton);
  await ask(page, 'Keep this.');
  await wipeHistory(page);
  await page.setViewportSize({ width: 900, height: 400 });
  await page.reload();
  const without = page.getByRole('button', { name: 'Continue without them' });
  // The last part that loads.
  await page.getByText('There are no snapshots.').waitFor();
  await expect(without).not.toBeInViewport();
  await page.mouse.move(450, 200);
  await page.mouse.wheel(0, 2_000);
  await expect(without).toBeInViewport();
});
