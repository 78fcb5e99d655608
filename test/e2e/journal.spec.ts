import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { JournalCheck } from '#contract/journal.ts';
import { REMEMBERED_KEY } from '#state/remembered-history.ts';
import { ask, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { type KillableBrowser, launchKillable } from './support/killable-browser.ts';
import { readMessages, wipeHistory } from './support/storage.ts';

const files = (folder: string, end: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(end) || name.startsWith(end))
    .map((name) => join(folder, name));
const cut = (path: string, share: number) => truncateSync(path, Math.floor(readFileSync(path).length * share));
const flip = (path: string) => {
  const bytes = readFileSync(path);
  for (let index = 0; index < 20; index += 1) {
    const at = Math.floor((bytes.length / 21) * (index + 1));
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  }
  writeFileSync(path, bytes);
};
const each = (paths: readonly string[], change: (path: string) => void) => {
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) change(path);
};

/** Possible damage to the files of a profile's database. */
const DAMAGES: Record<string, (folder: string) => void> = {
  'the log cut in half': (folder) => each(files(folder, '.log'), (path) => cut(path, 0.5)),
  'MANIFEST deleted': (folder) => each(files(folder, 'MANIFEST'), (path) => rmSync(path)),
  'the folder deleted': (folder) => rmSync(folder, { recursive: true }),
  'CURRENT deleted': (folder) => each(files(folder, 'CURRENT'), (path) => rmSync(path)),
  'the log cut to a tenth': (folder) => each(files(folder, '.log'), (path) => cut(path, 0.1)),
  'the log without its last 100 bytes': (folder) =>
    each(files(folder, '.log'), (path) => truncateSync(path, readFileSync(path).length - 100)),
  'the log empty': (folder) => each(files(folder, '.log'), (path) => cut(path, 0)),
  'the log deleted': (folder) => each(files(folder, '.log'), (path) => rmSync(path)),
  '20 bytes of the log flipped': (folder) => each(files(folder, '.log'), flip),
  'MANIFEST full of zeros': (folder) =>
    each(files(folder, 'MANIFEST'), (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length))),
  'every file empty': (folder) => each(files(folder, ''), (path) => cut(path, 0)),
};
/** `DAMAGES=all` for the full table; the gate runs the hardest kinds. */
const TAKEN = process.env['DAMAGES'] === 'all' ? Object.keys(DAMAGES) : Object.keys(DAMAGES).slice(0, 2);

/** Takes whichever recovery is offered first, until there is a history again. */
async function recover(page: Page): Promise<void> {
  const back = page.getByRole('region', { name: 'Bring everything back' }).getByRole('button');
  const clear = page.getByRole('button', { name: 'Reset…' });
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });
  await back.first().click({ timeout: 15_000 });
  await expect(alert.or(page.getByRole('navigation')).first()).toBeVisible({ timeout: 30_000 });
  if (!(await alert.isVisible())) return;
  await clear.click({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Delete and reset' }).click();
  await expect(page.getByRole('heading', { name: /no longer in this browser/ })).toBeVisible({ timeout: 30_000 });
  await back.first().click({ timeout: 15_000 });
  await expect(page.getByRole('navigation').first()).toBeVisible({ timeout: 30_000 });
}

test('whatever becomes of the files of the browser, every message comes back', async ({ baton }) => {
  test.setTimeout(60_000 + TAKEN.length * 45_000);
  const root = mkdtempSync(join(tmpdir(), 'baton-journal-'));
  const sound = join(root, 'sound');
  const running: KillableBrowser[] = [];
  const visit = async (profile: string): Promise<Page> => {
    const { context } = (running[0] = await launchKillable(profile));
    return context.pages()[0] ?? context.newPage();
  };
  try {
    const first = await visit(sound);
    await startPractice(first, baton);
    for (let turn = 1; turn <= 6; turn += 1) await ask(first, `Question ${turn}, with words of its own`);
    const before = await readMessages(first);
    expect(before).toHaveLength(12);
    const journal = join(baton.home, 'journal');
    const journaled = () =>
      files(join(journal, readdirSync(journal)[0] ?? ''), '.log')
        .map((path) => readFileSync(path, 'utf8'))
        .join('');
    const isJournaled = ({ id }: { id: string }) => new RegExp(`"key":"${id}".*"complete":true`).test(journaled());
    await expect.poll(() => before.every(isJournaled)).toBe(true);
    // The browser writes what a page remembers some seconds later.
    const remembered = () =>
      files(join(sound, 'Default', 'Local Storage', 'leveldb'), '')
        .map((path) => readFileSync(path, 'latin1'))
        .join('');
    await expect.poll(remembered).toContain(REMEMBERED_KEY);
    await running.pop()?.kill();

    for (const name of TAKEN) {
      const profile = join(root, name.replaceAll(/\W/g, '-'));
      cpSync(sound, profile, { recursive: true, filter: (path) => !path.includes('Singleton') });
      const databases = join(profile, 'Default', 'IndexedDB');
      for (const folder of readdirSync(databases).filter((one) => one.endsWith('.leveldb')))
        DAMAGES[name]?.(join(databases, folder));
      const page = await visit(profile);
      const compared = page.waitForResponse(
        (response) => /journals\/[^/]*\/check$/.test(response.url()) && response.ok(),
        { timeout: 60_000 },
      );
      const question = page.getByRole('heading', { level: 1, name: /conversations/ });
      await page.goto(baton.url);
      const found = await Promise.race([
        compared.then((answer) => answer.json() as Promise<JournalCheck>),
        question.waitFor(),
      ]);
      if (!found || found.missing.length + found.finished.length > 0) await recover(page);
      compared.catch(() => undefined);
      expect(await readMessages(page), name).toEqual(before);
      await running.pop()?.kill();
    }
  } finally {
    await running.pop()?.kill();
    rmSync(root, { recursive: true, force: true });
  }
});

test('who continues without what was lost brings it back later in Settings', async ({ baton, page }) => {
  const row = page.getByText(/^A copy in Baton’s folder/);
  await startPractice(page, baton);
  await ask(page, 'A question worth keeping');
  const before = await readMessages(page);
  const journal = join(baton.home, 'journal');
  const journaled = () =>
    files(join(journal, readdirSync(journal)[0] ?? ''), '.log')
      .map((path) => readFileSync(path, 'utf8'))
      .join('');
  const isJournaled = ({ id }: { id: string }) => new RegExp(`"key":"${id}".*"complete":true`).test(journaled());
  await expect.poll(() => before.every(isJournaled)).toBe(true);
  await wipeHistory(page);
  await page.reload();
  await page.getByRole('button', { name: 'Continue without them' }).click();
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await ask(page, 'A new beginning');

  await page.goto(`${baton.origin}/#/settings/history`);
  await expect(row).toHaveCount(1);
  await page.getByRole('button', { name: 'Bring back…' }).click();
  await page.getByRole('button', { name: 'Bring back', exact: true }).click();
  await expect(page.getByText(/^Set aside/)).toBeVisible();
  expect(await readMessages(page)).toEqual(before);

  // What was in use meanwhile is listed once: as a database, not as a copy too. Its journal goes with it.
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove for good' }).click();
  await expect(page.getByText(/^Set aside/)).toHaveCount(0);
  await expect.poll(() => readdirSync(journal).length).toBe(1);
});
