import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { ask, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { readMessages } from './support/storage.ts';
import { expectAccessible } from './support/accessibility.ts';

test('a snapshot is made, read back, kept as a file, restored from when everything is lost, told when it is damaged, and deleted', async ({
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
  await make.click();
  await expect(page.getByText('Snapshot created and verified')).toBeVisible();
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
  await page.evaluate(() => {
    const deletion = indexedDB.deleteDatabase('baton');
    return new Promise((resolve) => deletion.addEventListener('success', resolve));
  });
  await page.reload();
  await expect(page.getByText('this browser had one conversation.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue without them' }).click();
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
  expect(failures).toEqual([]);
});
