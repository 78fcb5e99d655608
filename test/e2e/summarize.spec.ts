import type { Locator, Page } from '@playwright/test';
import { violations } from './support/accessibility.ts';
import { ask, chooseModel, messageBox, newChat, recordWire, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { readMessages } from './support/storage.ts';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Before you switch models' });
const summaryBox = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Summary' });
const useIt = (page: Page): Locator => panel(page).getByRole('button', { name: 'Use summary' });
const summarize = (page: Page): Locator => panel(page).getByRole('button', { name: 'Summarize first' });
const row = (page: Page): Locator => page.getByRole('button', { name: '2 messages are sent as a summary' });

async function aboutToSwitch(page: Page): Promise<void> {
  await ask(page, '!think 1\nThe old beginning, about turnips.');
  await ask(page, '!think 1\nThe newest question, about plums.');
  await chooseModel(page, 'Practice GPT');
  await expect(panel(page)).toBeVisible();
}

test('a summary is written, changed, used, taken back and left, and its failure is told', async ({ baton, page }) => {
  await startPractice(page, baton);
  await test.step('a summary is written, changed, sent instead of the old messages, and taken back', async () => {
    const failures = watchForFailures(page);
    const wire = recordWire(page);
    await aboutToSwitch(page);
    await summarize(page).press('Enter');
    await expect(summaryBox(page)).toBeFocused();
    await expect(useIt(page)).toBeEnabled();
    expect(wire.at(-1)).toMatchObject({ connection: 'practice-anthropic', status: 200 });
    expect(await readMessages(page)).toHaveLength(4);
    expect(await violations(page)).toEqual([]);

    await summaryBox(page).fill('It is about VEGETABLES.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(row(page)).toBeVisible();
    await expect(panel(page)).toContainText('2 messages sent as a summary');
    await expect(summarize(page)).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
    await expect(turns(page).first()).toContainText('turnips');

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page)).toBeHidden();
    await expect(panel(page)).not.toContainText('as a summary');

    await summarize(page).click();
    await expect(useIt(page)).toBeEnabled();
    await summaryBox(page).fill('It is about VEGETABLES.');
    await useIt(page).click();
    await expect(row(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect(row(page)).toBeVisible();
    await ask(page, 'Go on, GPT.');
    const { connection, status, body } = wire.at(-1) ?? { connection: '', status: 0, body: '' };
    expect([connection, status]).toEqual(['practice-openai', 200]);
    expect(body).toContain('VEGETABLES');
    expect(body).toContain('plums');
    expect(body).not.toContain('turnips');

    // Later, from its own row; the conversation below it stays.
    await row(page).click();
    await expect(page.getByText('It is about VEGETABLES.')).toBeVisible();
    await page.getByRole('button', { name: 'Send the messages instead' }).click();
    await expect(page.getByText('Summary not used: the messages are sent').last()).toBeVisible();
    await ask(page, 'And once more.');
    expect(wire.at(-1)?.body).toContain('turnips');
    expect(wire.at(-1)?.body).not.toContain('VEGETABLES');
    expect(failures).toEqual([]);
  });
  await test.step('Escape leaves a summary, and a failure is told in the words of the vendor', async () => {
    await newChat(page);
    await chooseModel(page, 'Practice Claude');
    await aboutToSwitch(page);
    const before = await readMessages(page);
    await summarize(page).click();
    await expect(summaryBox(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(summaryBox(page)).toBeHidden();
    await expect(summarize(page)).toBeFocused();

    await page.route('**/api/vendors/practice-anthropic/wire/**', (route) =>
      route.fulfill({
        status: 403,
        json: { type: 'error', error: { type: 'permission_error', message: 'Your plan has no summaries.' } },
      }),
    );
    await summarize(page).click();
    await expect(panel(page).getByRole('alert')).toContainText('Your plan has no summaries.');
    await expect(panel(page).getByRole('button', { name: 'Try again' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/api/vendors/practice-anthropic/wire/**');
    await page.keyboard.press('Enter');
    await expect(useIt(page)).toBeEnabled();
    // What was changed in it is asked about.
    const written = await summaryBox(page).inputValue();
    await summaryBox(page).fill(`${written} And mine.`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(summaryBox(page)).toHaveValue(`${written} And mine.`);
    await summaryBox(page).fill(written);
    await panel(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(summarize(page)).toBeVisible();
    expect(await readMessages(page)).toEqual(before);
  });
});
