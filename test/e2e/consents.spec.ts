import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { settle, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings, startPractice, watchForFailures } from './support/frame.ts';
import { attachFolder, cards, question, removeFolders, shell } from './support/tools.ts';

test.afterAll(removeFolders);

const allowed = (page: Page) => page.getByRole('region', { name: 'Allowed without asking' });

test('what runs unasked is listed and taken back, and only the user answers a question', async ({
  baton,
  page,
  context,
  browser,
}) => {
  const failures = watchForFailures(page);
  await startPractice(page, baton);
  await attachFolder(page);
  await test.step('what runs unasked is listed with where it was allowed, and is asked about again when taken back', async () => {
    await write(page, shell('echo one'));
    await expect(question(page)).toContainText('“Always allow” covers this tool in every conversation');
    await expect(question(page)).toContainText('On this computer, it lasts until you quit Baton.');
    await question(page).getByRole('button', { name: 'Always allow' }).click({ delay: 700 });
    await settle(page);
    await write(page, shell('echo two'));
    await settle(page);
    await expect(cards(page)).toHaveCount(2);

    await openSettings(page, 'Tools');
    const rule = allowed(page).getByRole('listitem');
    await expect(rule).toContainText('run · Commands');
    await expect(rule).toContainText('In every conversation, with any arguments');
    await expect(rule).toContainText(/Allowed on .* in “.+”, browser window 1/);
    await expectAccessible(page);
    await rule.getByRole('button', { name: 'Revoke: run · Commands' }).click();
    await expect(allowed(page)).toContainText('Baton asks before a tool changes, runs, or sends anything.');
    await page.goBack();
    await page.goBack();
    await write(page, shell('echo three'));
    await expect(question(page)).toBeVisible();
    await question(page).getByRole('button', { name: 'Deny' }).click();
    await settle(page);
  });
  expect(failures).toEqual([]);
  await test.step('a question is answered after a reload and in a second window, by nobody else and by no script', async () => {
    await page.reload();
    await write(page, shell('echo one'));
    await question(page).getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
    await settle(page);

    await write(page, shell('echo two'));
    const once = question(page).getByRole('button', { name: 'Allow once' });
    await expect(once).toBeVisible();
    // Longer than a gesture of the user stays valid.
    await page.waitForTimeout(2500);
    await once.evaluate((button: HTMLButtonElement) => button.click());
    await expect(question(page)).toContainText('Baton accepts approvals only from your own click or key press');
    await once.click({ delay: 700 });
    await settle(page);

    const second = await context.newPage();
    await second.goto(baton.url);
    await expect(second.getByText('You can’t approve anything in this window yet.')).toBeHidden();
    await second.waitForTimeout(2500);
    await expect(second.getByText('You can’t approve anything in this window yet.')).toBeHidden();

    const elsewhere = await browser.newContext();
    const stranger = await elsewhere.newPage();
    await stranger.goto(baton.url);
    // Another browser has no history yet, and could restore the one of this home.
    await stranger.getByRole('button', { name: 'Start without them' }).click();
    await stranger.getByRole('button', { name: 'Start practice' }).click();
    await expect(stranger.getByText('You can’t approve anything in this window yet.')).toBeVisible();
    await elsewhere.close();
  });
});

test.describe('a home of an earlier version', () => {
  const hash = 'a'.repeat(64);
  const approvals = JSON.stringify({
    version: 1,
    servers: {},
    rules: [
      {
        id: 'old',
        server: 'builtin_shell_server',
        tool: 'run',
        session: null,
        definition: hash,
        toolHash: hash,
        at: 1_795_000_000_000,
      },
    ],
  });
  test.use({ serverOptions: { files: { 'mcp-approvals.json': approvals } } });

  test('its approvals are shown, count for nothing, and are confirmed together', async ({ baton, page }) => {
    await startPractice(page, baton);
    await openSettings(page, 'Tools');
    const earlier = page.getByRole('region', { name: 'Approvals from an earlier version' });
    await expect(earlier).toContainText('run · Commands');
    await expect(allowed(page)).toContainText('From an earlier version of Baton');
    await expectAccessible(page);
    await earlier.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(earlier).toBeHidden();
    // The definition has changed since.
    await expect(allowed(page)).toContainText('the tool or its server has changed');
  });
});
