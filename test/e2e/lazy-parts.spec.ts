import type { Page } from '@playwright/test';
import { messageBox, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

/** Says that a part of the page couldn't be loaded, and offers to reload. */
const bar = (page: Page) => page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded' });

async function reload(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Reload' }).click();
  await expect(bar(page)).toBeHidden();
}

test('a welcome page that cannot be loaded says so and can be tried again', async ({ baton, page }) => {
  const part = /\/first-run-[\w-]+\.js$/;
  await page.route(part, (route) => route.abort());
  await page.goto(baton.url);
  await expect(bar(page)).toBeVisible();
  await page.unroute(part);
  await reload(page);
  await expect(page.getByRole('button', { name: 'Start practice' })).toBeVisible();
});

test('settings that cannot be loaded say so, and what was written stays', async ({ baton, page }) => {
  await startPractice(page, baton);
  await messageBox(page).fill('Half a thought');
  const part = /\/settings-page-[\w-]+\.js$/;
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await page.unroute(part);
  await reload(page);
  await page.getByRole('button', { name: 'Back to the conversation' }).click();
  await expect(messageBox(page)).toHaveValue('Half a thought');
});
