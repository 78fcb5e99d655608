import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { ask, messageBox, newChat, settle, startPractice, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { putSetting } from './support/storage.ts';

const meter = (page: Page) => page.getByRole('button', { name: /^Context:/ });
const toast = (page: Page, percent: number) =>
  page.getByRole('dialog').filter({ hasText: `Context window approaching limit (${percent}%)` });

/** A window so small that a few paragraphs fill it. */
async function withWindow(page: Page, tokens: number): Promise<void> {
  await putSetting(page, 'model-facts:practice-anthropic', [{ id: 'practice-claude', contextWindow: tokens }]);
  await page.reload();
  await messageBox(page).waitFor();
}

async function percentOf(page: Page): Promise<number> {
  const name = (await meter(page).getAttribute('aria-label')) ?? '';
  return Number(/(\d+)%/.exec(name)?.[1] ?? Number.NaN);
}

/** The share when it has stopped changing: it is measured after a pause. */
async function settledPercent(page: Page): Promise<number> {
  let last = Number.NaN;
  const isSame = async () => last === (last = await percentOf(page));
  await expect.poll(isSame, { intervals: [500] }).toBe(true);
  return last;
}

const filler = (count: number) => `!echo ok\n${'Every word of it stays where it is. '.repeat(count)}`;

test('what is sent is limited, measured, and summarized to make room', async ({ baton, page }) => {
  await startPractice(page, baton);
  await test.step('a limit on messages is set beside the model, shown in the thread where it cuts, and lifted there', async () => {
    for (let turn = 1; turn <= 5; turn += 1) await ask(page, `!echo Answer ${turn}.\nQuestion ${turn}.`);
    const mark = page.getByRole('button', { name: /earlier messages? (isn|aren)’t sent/ });
    await expect(mark).toHaveCount(0);

    await page.getByRole('button', { name: /^Context:/ }).click();
    const limit = page.getByLabel('Maximum messages per request');
    await limit.fill('4');
    await limit.press('Enter');
    await page.keyboard.press('Escape');
    await expect(mark).toHaveText('8 earlier messages aren’t sent');
    // The mark is right before the first question that is still sent.
    const first = page.locator('article', { has: mark });
    await expect(first).toContainText('Question 5.');

    // The newest exchange is sent as far as the limit allows.
    await ask(page, '!echo Answer 6.\nQuestion 6.');
    // The mark moves with the conversation, and its open details close.
    await expect(mark).toHaveText('10 earlier messages aren’t sent');
    await mark.click();
    const why = page.getByRole('dialog', { name: 'Not sent' });
    await expect(why).toContainText('at most 4 messages per request');
    await expectAccessible(page);
    await why.getByRole('button', { name: 'Send all messages' }).click();
    await expect(mark).toHaveCount(0);
  });
  await test.step('the meter follows the conversation and what is typed, warns once a step, and makes room', async () => {
    await newChat(page);
    await withWindow(page, 8_000);
    await expect(meter(page)).toBeVisible();
    await expect.poll(() => percentOf(page)).toBeLessThan(5);

    // Typed text counts before it's sent, and deleted text doesn't.
    await messageBox(page).fill(filler(200));
    await expect.poll(() => percentOf(page)).toBeGreaterThan(20);
    await messageBox(page).fill('');
    await expect.poll(() => percentOf(page)).toBeLessThan(5);

    await ask(page, filler(250));
    await expect.poll(() => percentOf(page)).toBeGreaterThan(30);
    await messageBox(page).fill(filler(185));
    await expect.poll(() => percentOf(page)).toBeGreaterThanOrEqual(70);
    await expect(toast(page, 70)).toHaveCount(1);
    await messageBox(page).fill(filler(240));
    await expect(toast(page, 80)).toHaveCount(1);
    await expect(toast(page, 70)).toHaveCount(0);

    await toast(page, 80).getByRole('button', { name: 'Show' }).click();
    const popup = page.getByRole('dialog', { name: 'Context', exact: true });
    await expect(popup).toContainText('Messages');
    await expect(popup).toContainText('Your draft');
    await expect(popup).toContainText('Reserved for the answer');
    await expectAccessible(page);

    await popup.getByRole('button', { name: 'Summarize so far' }).click();
    const summary = page.getByRole('region', { name: 'Summary of the conversation' });
    await summary.getByRole('button', { name: 'Use summary' }).click();
    await expect(summary).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
    await messageBox(page).fill('');
    await expect.poll(() => percentOf(page)).toBeLessThan(25);
    await meter(page).press('Enter');
    await expect(popup).toContainText('Summary');
    await expect(popup.getByRole('button', { name: 'Summarize so far' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(meter(page)).toBeFocused();
  });
  await test.step('room is made by a summary before the window is full, in plain view, and can be taken back', async () => {
    await newChat(page);
    await ask(page, '!echo ok\nWrite for children.');
    await ask(page, filler(190));
    await ask(page, filler(190));
    await write(page, filler(190));
    await expect(page.getByText('Summarized to free up space', { exact: true })).toBeVisible();
    await settle(page);
    const row = page.getByRole('article', { name: /^Summary: / });
    const fold = row.getByRole('button', { name: /^\d+ messages are sent as a summary$/ });
    await fold.press('Enter');
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(row).toContainText('Written by Practice Claude. The messages it replaces are all above');
    await expect(row).toContainText('What the user asked, word for word');
    await expect(row).toContainText('Write for children.');
    await expect.poll(() => percentOf(page)).toBeLessThan(80);
    await expectAccessible(page);
    const withSummary = await settledPercent(page);
    // Undone and used again from the same place, with the keyboard alone.
    await page.keyboard.press('Tab');
    await expect(row.getByRole('button', { name: 'Send the messages instead' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row).toContainText('Summary not used: the messages are sent');
    await expect(row.getByRole('button', { name: 'Use summary again' })).toBeFocused();
    await expect.poll(() => percentOf(page)).not.toBe(withSummary);
    await page.keyboard.press('Enter');
    await expect(fold).toBeVisible();
    await expect.poll(() => percentOf(page)).toBe(withSummary);
    await page.keyboard.press('Enter');
    await meter(page).click();
    await expect(page.getByRole('dialog', { name: 'Context', exact: true })).not.toContainText('Summary');
  });
});
