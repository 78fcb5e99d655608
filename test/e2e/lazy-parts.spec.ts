import type { Page } from '@playwright/test';
import { ask, messageBox, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

/** Says that a part of the page couldn't be loaded, and offers to reload. */
const bar = (page: Page) => page.getByRole('alert').filter({ hasText: 'Part of this page didn’t load' });

async function reload(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Reload' }).click();
  await expect(bar(page)).toBeHidden();
}

test('parts that cannot be loaded say so and can be tried again, and nothing moves while a conversation is opened', async ({
  baton,
  page,
}) => {
  await test.step('a welcome page that cannot be loaded says so and can be tried again', async () => {
    const part = /\/first-run-[\w-]+\.js$/;
    await page.route(part, (route) => route.abort());
    await page.goto(baton.url);
    await expect(bar(page)).toBeVisible();
    await page.unroute(part);
    await reload(page);
    await page.getByRole('button', { name: 'Start practice' }).click();
  });
  await test.step('settings that cannot be loaded say so, and what was written stays', async () => {
    await messageBox(page).fill('Half a thought');
    const part = /\/settings-page-[\w-]+\.js$/;
    await page.route(part, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(bar(page)).toBeVisible();
    await page.unroute(part);
    await reload(page);
    await page.getByRole('button', { name: 'Back to conversation' }).click();
    await expect(messageBox(page)).toHaveValue('Half a thought');
  });
  await test.step('nothing moves while a conversation is opened by a reload', async () => {
    await ask(page, 'hello');
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const list = /\/chat-[\w-]+\.js$/;
    // The message box is shown before the messages are.
    await page.route(list, async (route) => {
      await messageBox(page).waitFor();
      await route.continue();
    });
    await page.reload();
    await expect(turns(page)).toHaveCount(2);
    const moved = () => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0);
    expect(await page.evaluate(moved)).toBeLessThan(0.01);
  });
});
