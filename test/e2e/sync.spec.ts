import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { PASSWORD, startWebdav, USER } from '#test/host/sync/support/real-servers.ts';
import { pdf } from '../documents/pack.ts';
import { ask, recordWire, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { startBaton } from './support/server.ts';
import { readMessages } from './support/storage.ts';
import { agree, type Given, inFolder, next, setUp, toConsent } from './support/sync.ts';
import { expectAccessible } from './support/accessibility.ts';

/** Two browsers and two hosts, which a shared machine may take long for; no test here depends on time. */
test.slow();

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? Number.NaN;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('two machines over one folder: a conversation arrives, what is said there comes back, and the folder tells nothing', async ({
  baton,
  page,
  launchProfile,
}) => {
  const failures = watchForFailures(page);
  const folder = mkdtempSync(join(tmpdir(), 'baton-shared-'));
  const other = await startBaton();
  try {
    await startPractice(page, baton);
    const report = Buffer.from(await pdf(['(The walnut tree is 42 years old)']).arrayBuffer());
    await page.setInputFiles('input[type=file]', [
      { name: 'walnut.pdf', mimeType: 'application/pdf', buffer: report },
      { name: 'walnut.png', mimeType: 'image/png', buffer: PIXEL },
    ]);
    await ask(page, 'A walnut tree in spring');
    await test.step('what loads above it leaves the section where it is', async () => {
      const listed = Promise.withResolvers<void>();
      await page.route('**/api/snapshots', (route) => listed.promise.then(() => route.continue()), { times: 1 });
      await page.goto(`${baton.origin}/#/settings/history/sync`);
      const heading = page.getByRole('heading', { name: 'Sync', exact: true });
      const button = page.getByRole('region', { name: 'Sync' }).getByRole('button', { name: 'Set up…' });
      await expect(button).toBeEnabled();
      const top = await topOf(heading);
      listed.resolve();
      await expect(page.getByRole('region', { name: 'Snapshots' }).getByText('Stored in this folder')).toBeAttached();
      await expect.poll(async () => Math.abs((await topOf(heading)) - top)).toBeLessThan(1);
    });
    const { section: here, dialog } = await toConsent(page, baton, { ...inFolder(folder), how: 'begin', name: 'Desk' });
    await expectAccessible(page);
    await agree(here, dialog);
    await expectAccessible(page);

    const [there] = (await launchProfile('other')).pages();
    if (!there) throw new Error('no page');
    await there.goto(other.url);
    const section = await setUp(there, other, { ...inFolder(folder), how: 'join', name: 'Laptop' });
    await expect(section.getByRole('list', { name: 'Computers' }).getByRole('listitem')).toHaveText([/Laptop/, /Desk/]);
    await there.getByRole('link', { name: /walnut tree/ }).click();
    await expect(turns(there)).toHaveCount(2);
    expect(await readMessages(there)).toEqual(await readMessages(page));
    const calls = recordWire(there);
    await write(there, 'And in winter');
    await expect(turns(there)).toHaveCount(4);

    await settle(there);
    for (const file of [report, PIXEL]) expect(calls[0]?.body).toContain(file.toString('base64'));
    const before = filesIn(folder).length;
    await there.goto(`${other.origin}/#/settings/history/sync`);
    await section.getByRole('button', { name: 'Sync now' }).click();
    await expect.poll(() => filesIn(folder).length).toBeGreaterThan(before);
    await expect(section.getByText('Everything is in sync')).toBeVisible();
    await here.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('link', { name: /walnut tree/ }).click();
    await expect(turns(page)).toHaveCount(4);
    await expect(turns(page).nth(2)).toContainText('And in winter');

    for (const file of filesIn(folder)) expect(readFileSync(file, 'latin1')).not.toMatch(/walnut|winter|Desk|Laptop/);
    expect(failures).toEqual([]);
  } finally {
    await other.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('two machines over a WebDAV server: a wrong password is put right, what is said arrives, and pausing holds it back', async ({
  baton,
  page,
  launchProfile,
}) => {
  const server = await startWebdav('digest');
  const other = await startBaton();
  const onServer = (password: string): Pick<Given, 'address' | 'choosePlace'> => ({
    address: `${server.url}/baton-sync/1`,
    async choosePlace(dialog) {
      await dialog.getByRole('radio', { name: 'WebDAV server' }).click();
      await dialog.getByLabel('Address').fill(server.url);
      await dialog.getByLabel('User name').fill(USER);
      await dialog.getByLabel('Password', { exact: true }).fill(password);
    },
  });
  try {
    await startPractice(page, baton);
    await ask(page, 'A walnut tree in spring');
    const { section: here, dialog } = await toConsent(page, baton, {
      ...onServer('wrong'),
      how: 'begin',
      name: 'Desk',
    });
    await dialog.getByRole('button', { name: 'Agree and start' }).click();
    await expect(dialog.getByRole('alert')).toContainText('doesn’t accept this user name and password');
    await dialog.getByRole('button', { name: 'Change location' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await next(dialog, 'Step 2 of 3');
    await next(dialog, 'Step 3 of 3');
    await agree(here, dialog);

    const [there] = (await launchProfile('other')).pages();
    if (!there) throw new Error('no page');
    await there.goto(other.url);
    const section = await setUp(there, other, { ...onServer(PASSWORD), how: 'join', name: 'Laptop' });
    await section.getByRole('button', { name: 'Pause' }).click();
    await expect(section.getByText('until you resume')).toBeVisible();
    const stored = filesIn(server.directory).length;
    await there.getByRole('link', { name: /walnut tree/ }).click();
    await ask(there, 'And in winter');
    await there.goto(`${other.origin}/#/settings/history/sync`);
    expect(filesIn(server.directory).length).toBe(stored);
    await section.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => filesIn(server.directory).length).toBeGreaterThan(stored);
    // The first file of several may arrive before the others.
    await expect(section.getByText('Everything is in sync')).toBeVisible();
    await here.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('link', { name: /walnut tree/ }).click();
    await expect(turns(page)).toHaveCount(4);
    for (const file of filesIn(server.directory))
      expect(readFileSync(file, 'latin1')).not.toMatch(/walnut|winter|Desk|Laptop/);

    await section.getByRole('button', { name: 'Stop syncing…' }).click();
    await there.getByRole('dialog').getByRole('button', { name: 'Stop syncing' }).click();
    await expect(section.getByRole('button', { name: 'Set up…' })).toBeVisible();
    await there.getByRole('link', { name: /walnut tree/ }).click();
    await expect(turns(there)).toHaveCount(4);
  } finally {
    await other.dispose();
    await server.close();
  }
});
