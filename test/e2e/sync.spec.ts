import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForTrouble } from './support/frame.ts';
import { type BatonServer, startBaton } from './support/server.ts';
import { expectAccessible } from './support/tools.ts';

const PASSPHRASE = 'garden window mellow thirteen';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

async function setUp(page: Page, baton: BatonServer, folder: string, how: 'begin' | 'join', name: string) {
  await page.goto(`${baton.origin}/#/settings/history/sync`);
  const section = page.getByRole('region', { name: 'Sync' });
  await section.getByRole('button', { name: 'Set up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up sync' });
  await dialog.getByRole('radio', { name: 'Only this run' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder);
  await dialog.getByRole('button', { name: 'Next' }).click();
  if (how === 'join') await dialog.getByRole('radio', { name: 'Join other machines' }).click();
  await dialog.getByLabel('Sync passphrase', { exact: true }).fill(PASSPHRASE);
  if (how === 'begin') await dialog.getByLabel('The passphrase once more').fill(PASSPHRASE);
  await dialog.getByRole('textbox', { name: 'Name of this machine' }).fill(name);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText(join(folder, 'baton-sync', '1'), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Agree and/ }).click();
  await expect(section.getByText('Everything is in sync')).toBeVisible({ timeout: 20_000 });
  return section;
}

test('two machines over one folder: a conversation arrives, what is said there comes back, and the folder tells nothing', async ({
  baton,
  page,
  launchProfile,
}) => {
  test.setTimeout(90_000);
  const trouble = watchForTrouble(page);
  const folder = mkdtempSync(join(tmpdir(), 'baton-shared-'));
  const other = await startBaton();
  try {
    await startPractice(page, baton);
    await ask(page, 'A walnut tree in spring');
    const here = await setUp(page, baton, folder, 'begin', 'Desk');
    await expectAccessible(page);

    const [there] = (await launchProfile('other')).pages();
    if (!there) throw new Error('no page');
    await there.goto(other.url);
    const section = await setUp(there, other, folder, 'join', 'Laptop');
    await expect(section.getByRole('list', { name: 'Machines' }).getByRole('listitem')).toHaveText([/Laptop/, /Desk/]);
    await there.getByRole('link', { name: /walnut tree/ }).click();
    await expect(turns(there)).toHaveCount(2);
    await write(there, 'And in winter');
    await expect(turns(there)).toHaveCount(4);

    await settle(there);
    const before = filesIn(folder).length;
    await there.goto(`${other.origin}/#/settings/history/sync`);
    await section.getByRole('button', { name: 'Sync now' }).click();
    await expect.poll(() => filesIn(folder).length).toBeGreaterThan(before);
    await here.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('link', { name: /walnut tree/ }).click();
    await expect(turns(page)).toHaveCount(4);
    await expect(turns(page).nth(2)).toContainText('And in winter');

    for (const file of filesIn(folder)) expect(readFileSync(file, 'latin1')).not.toMatch(/walnut|winter|Desk|Laptop/);
    expect(trouble).toEqual([]);
  } finally {
    await other.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});
