import type { Page } from '@playwright/test';
import { createRequire } from 'node:module';
import { expectAccessible } from './support/accessibility.ts';
import { messageBox, settle, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings, startPractice, watchForFailures } from './support/frame.ts';
import { readMessages } from './support/storage.ts';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

/** The reference server, added and approved like a user does, and tools switched on in the conversation. */
async function withServer(page: Page): Promise<void> {
  await openSettings(page, 'Tools');
  await page.getByRole('button', { name: 'Add a server' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Everything');
  await page.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
  await page.getByLabel('Arguments, one per line').fill(EVERYTHING);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Approve and start' }).click();
  await expect(page.locator('[data-server]').filter({ hasText: 'Everything' })).toContainText('Running');
  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: /^Tools:/ }).click();
  await page.getByRole('switch', { name: 'Use tools' }).click();
  await expect(page.getByRole('switch', { name: 'Use tools' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Tools in this conversation' })).toBeHidden();
}

async function openInsert(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to the message' }).click();
  await page.getByRole('menuitem', { name: 'From a server…' }).click();
}

test('a resource goes along, and a prompt is filled in and put into the message', async ({ baton, page }) => {
  const failures = watchForFailures(page);
  await startPractice(page, baton);
  await withServer(page);

  await openInsert(page);
  const dialog = page.getByRole('dialog', { name: 'From a server' });
  const search = dialog.getByRole('combobox', { name: 'Search resources and prompts' });
  await expect(search).toBeFocused();
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await search.fill('zzz');
  await expect(dialog.getByText('No results for “zzz”.')).toBeVisible();
  await search.fill('architecture.md');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const chips = page.getByRole('list', { name: 'Attachments' });
  await expect(chips).toContainText('architecture.md');
  await expect(chips).toContainText('Everything');

  await openInsert(page);
  await search.fill('args');
  await page.getByRole('option', { name: /Arguments Prompt/ }).click();
  const form = page.getByRole('dialog', { name: 'Arguments Prompt' });
  await form.getByRole('button', { name: 'Insert' }).click();
  await expect(form.getByText('Enter a value.').first()).toBeVisible();
  for (const field of await form.getByRole('textbox').all()) await field.fill('Seoul');
  await form.getByRole('button', { name: 'Insert' }).click();
  await expect(form).toBeHidden();
  await expect(messageBox(page)).toBeFocused();
  await expect(messageBox(page)).toHaveValue(/Seoul/);

  await messageBox(page).press('Enter');
  await settle(page);
  await expect(turns(page).first()).toContainText('architecture.md');
  const [question] = await readMessages(page);
  expect(question?.parts).toMatchObject([
    { type: 'file', name: 'architecture.md', from: { server: 'everything' } },
    { type: 'text', text: expect.stringContaining('Seoul') },
  ]);
  expect(failures).toEqual([]);
});
