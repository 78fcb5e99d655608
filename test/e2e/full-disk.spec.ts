import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeSmallDisk, noSmallDisk, type SmallDisk } from '#test/fakes/small-disk.ts';
import { ask, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { type BatonServer, startBaton } from './support/server.ts';
import { readMessages } from './support/storage.ts';

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
  const kept = journalOf(home);
  return (await readMessages(page)).filter(({ id, status }) => status === 'complete' && !kept.includes(id)).length;
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
