import { readdirSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { ask, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { readMessages } from './support/storage.ts';
import { expectAccessible } from './support/accessibility.ts';

test('a snapshot is made, read back, kept as a file, restored from when everything is lost, told when it is damaged, and deleted; another one brings everything from the desktop app', async ({
  baton,
  page,
}) => {
  const failures = watchForFailures(page);
  const folder = join(baton.home, 'snapshots');
  const files = () => readdirSync(folder).filter((name) => !name.endsWith('.json'));
  await startPractice(page, baton);
  await ask(page, 'Something worth keeping');

  await page.goto(`${baton.origin}/#/settings/history`);
  await expect(page.getByText('No snapshots yet.')).toBeVisible();
  const make = page.getByRole('button', { name: 'Create snapshot' });
  // The progress is announced by a hidden text. Only the settings scroll past it, never the window.
  await page.evaluate(() => {
    const look = () => {
      const tallest: unknown = Reflect.get(window, 'tallest');
      Reflect.set(window, 'tallest', Math.max(Number(tallest ?? 0), document.documentElement.scrollHeight));
      requestAnimationFrame(look);
    };
    look();
  });
  await make.click();
  await expect(page.getByText('Snapshot created and verified')).toBeVisible();
  expect(await page.evaluate((): unknown => Reflect.get(window, 'tallest'))).toBe(800);
  const rows = page.locator('[data-snapshot]');
  await expect(rows).toHaveText([/Manual.*Verified · 1 conversation · 2 messages/]);
  expect(files()).toEqual([expect.stringMatching(/-manual-.*\.zip$/)]);
  await expectAccessible(page);

  await make.click();
  await expect(page.getByText('Nothing has changed since the last snapshot')).toBeVisible();
  await expect(rows).toHaveCount(1);

  const more = page.getByRole('button', { name: /^More actions for the snapshot/ });
  await more.click();
  const copy = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save a copy…' }).click();
  expect((await copy).suggestedFilename()).toBe(`baton-${files()[0] ?? ''}`);

  // The browser loses everything, and the host's snapshot restores it.
  const [before] = await readMessages(page);
  const lose = async () => {
    await page.evaluate(() => {
      const deletion = indexedDB.deleteDatabase('baton');
      return new Promise((resolve) => deletion.addEventListener('success', resolve));
    });
    await page.reload();
    await expect(page.getByText('this browser had one conversation.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue without them' }).click();
  };
  await lose();
  await expect(page.getByRole('heading', { name: 'Snapshots' })).toBeVisible();
  expect(await readMessages(page)).toEqual([]);
  await page.getByRole('button', { name: /^Restore from the snapshot/ }).click();
  await page.getByRole('button', { name: /^(Add|Bring in|Restore) 1 conversation/ }).click();
  await expect.poll(() => readMessages(page)).toHaveLength(2);
  expect((await readMessages(page))[0]).toEqual(before);

  truncateSync(join(folder, files()[0] ?? ''), 100);
  await more.click();
  await page.getByRole('menuitem', { name: 'Verify again' }).click();
  await expect(rows).toHaveText([/Damaged/]);
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows).toHaveCount(0);
  expect(readdirSync(folder)).toEqual([]);

  // Everything is left for the desktop app. What that one leaves has the same form, and is brought here and compared.
  await page.getByRole('button', { name: 'Move everything' }).click();
  await expect(page.getByText('Ready for the desktop app')).toBeVisible();
  const [left = ''] = files();
  expect(left).toMatch(/-from-browser-.*\.zip$/);
  await expectAccessible(page);
  renameSync(join(folder, left), join(folder, left.replace('browser', 'desktop')));
  await lose();
  await page.getByRole('button', { name: 'Bring everything…' }).click();
  await expect(page.getByText('1 new conversation', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Bring everything', exact: true }).click();
  await expect(page.getByText('Compared 1 conversation with the copy: all of it is here.')).toBeVisible();
  expect((await readMessages(page))[0]).toEqual(before);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Everything from the desktop app is here')).toBeVisible();
  expect(failures).toEqual([]);
});
