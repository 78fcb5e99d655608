import { expectAccessible } from './support/accessibility.ts';
import { settle, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { startPractice, watchForFailures } from './support/frame.ts';
import { allowOnce, attachFolder, removeFolders, shell } from './support/tools.ts';

test.skip(process.platform !== 'linux', 'no other system shows what its processes carry');
test.afterAll(removeFolders);

test('what a command leaves running is listed, and ends where the user says so or with its conversation', async ({
  baton,
  page,
}) => {
  const failures = watchForFailures(page);
  await startPractice(page, baton);
  await attachFolder(page);
  const leave = (seconds: number) => shell(`setsid sleep ${seconds} > /dev/null 2>&1 & sleep 0.3; echo left`);
  const count = page.getByRole('button', { name: '1 running' });

  await write(page, leave(606));
  await allowOnce(page);
  await settle(page);
  await count.click();
  await expect(page.getByRole('list', { name: 'Still running after a command' }).getByText('sleep 606')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Stop what commands of “/ }).click();
  await expect(page.getByText('Nothing is running.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(count).toHaveCount(0);

  await write(page, leave(607));
  await allowOnce(page);
  await settle(page);
  await expect(count).toBeVisible();
  const rows = page.getByRole('navigation', { name: 'Conversations' }).locator('[data-session]');
  await rows.first().locator('a').focus();
  await page.keyboard.press('Delete');
  await expect(count).toHaveCount(0);
  expect(failures).toEqual([]);
});
