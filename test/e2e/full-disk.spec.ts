import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeSmallDisk, noSmallDisk, type SmallDisk } from '#test/fakes/small-disk.ts';
import { ask, messageBox, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { type KillableBrowser, launchKillable } from './support/killable-browser.ts';
import { type BatonServer, startBaton } from './support/server.ts';
import { readMessages, textOf } from './support/storage.ts';
import { lastWord, WORDS } from './support/watch-text.ts';

const NO_DISK = noSmallDisk();
test.skip(NO_DISK !== null, NO_DISK ?? '');

function journalOf(home: string): string {
  const journal = join(home, 'journal');
  return readdirSync(journal, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(journal, name), 'utf8'))
    .join('');
}

const missing = async (page: Page, home: string) => {
  const journal = journalOf(home);
  return (await readMessages(page)).filter(({ id, status }) => status === 'complete' && !journal.includes(id)).length;
};

test('a home without a free byte: the conversation goes on, the journal says so and catches up, Baton starts', async ({
  page,
}) => {
  test.setTimeout(240_000);
  let disk: SmallDisk | null = null;
  let baton: BatonServer | null = null;
  try {
    disk = makeSmallDisk(8);
    baton = await startBaton({ within: disk.path });
    const { home } = baton;
    await startPractice(page, baton);
    await ask(page, 'Before the disk is full.');
    await expect.poll(() => missing(page, home)).toBe(0);

    disk.fill();
    for (const round of [1, 2, 3]) await ask(page, `With a full disk, ${round}. ${'Some more words. '.repeat(200)}`);
    expect(await readMessages(page)).toHaveLength(8);
    await page.goto(`${baton.origin}/#/settings/history`);
    await expect(page.getByText('The latest changes aren’t in the journal yet')).toBeVisible({ timeout: 40_000 });
    expect(await missing(page, home)).toBeGreaterThan(0);

    await baton.restart();
    await page.goto('about:blank');
    await page.goto(baton.url);
    await page.goto(`${baton.origin}/#/settings/history`);
    await expect(page.getByText('The latest changes aren’t in the journal yet')).toBeVisible({ timeout: 40_000 });

    disk.free();
    await expect.poll(() => missing(page, home), { timeout: 60_000 }).toBe(0);
    await expect(page.getByText('The latest changes aren’t in the journal yet')).toBeHidden({ timeout: 40_000 });
  } finally {
    await baton?.stop();
    disk?.remove();
  }
});

/** Seconds without room. Chromium deletes a database that was opened some twenty times without: that takes a minute. */
const FULL_S = Number(process.env['FULL_SECONDS'] ?? 8);

test('a profile without a free byte: it is said, nothing leaves the screen, and all of it is stored when there is room', async ({
  baton,
}) => {
  test.setTimeout(180_000 + FULL_S * 1_000);
  let disk: SmallDisk | null = null;
  let browser: KillableBrowser | null = null;
  try {
    disk = makeSmallDisk(192);
    browser = await launchKillable(join(disk.path, 'profile'));
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await startPractice(page, baton);
    await ask(page, 'Before the disk is full.');
    const before = await readMessages(page);
    const full = page.getByRole('alert').getByText('There’s no space to store anything more.');
    const answer = async () => (await turns(page).last().textContent()) ?? '';

    await write(page, `!echo ${WORDS}`);
    const streamed = async () => {
      const all = await readMessages(page);
      return all.length === before.length + 2 ? lastWord(textOf(all.at(-1))) : -1;
    };
    await expect.poll(streamed).toBeGreaterThan(50);
    disk.fill();
    await expect(full).toBeVisible({ timeout: 60_000 });
    const seen = lastWord(await answer());
    await messageBox(page).fill('Written when nothing could be stored.');
    const until = Date.now() + FULL_S * 1_000;
    while (Date.now() < until) {
      expect(lastWord(await answer())).toBeGreaterThanOrEqual(seen);
      await expect(messageBox(page)).toHaveValue('Written when nothing could be stored.');
      await page.waitForTimeout(500);
    }

    disk.free();
    await expect(full).toBeHidden({ timeout: 60_000 });
    await settle(page, 90_000);
    const stored = await readMessages(page);
    expect(stored.slice(0, before.length)).toEqual(before);
    expect(stored).toHaveLength(before.length + 2);
    expect(lastWord(textOf(stored.at(-1)))).toBeGreaterThanOrEqual(seen);
    await messageBox(page).press('Enter');
    await expect.poll(async () => (await readMessages(page)).length).toBe(before.length + 4);
    await settle(page, 60_000);
    await page.reload();
    await expect(turns(page).filter({ hasText: 'Written when nothing could be stored.' }).first()).toBeVisible();
  } finally {
    await browser?.kill();
    disk?.remove();
  }
});
