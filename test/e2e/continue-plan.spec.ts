import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { ask, messageBox, newChat, settle, startPractice, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readOpenMessages, textOf } from './support/storage.ts';

const line = (page: Page) => page.getByRole('region', { name: 'Todo continuation' });
const ADD = '!tool builtin_planning_server__add_todo {"content":"Read story 1"}';

async function withTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Tools:/ }).click();
  await page.getByRole('switch', { name: 'Use tools' }).click();
  await page.keyboard.press('Escape');
}

const reminders = async (page: Page) =>
  (await readOpenMessages(page)).filter(({ author }) => author === 'automation').map((message) => textOf(message));

test('open todos are gone on with until the user or the switch says stop', async ({ baton, page }) => {
  await startPractice(page, baton);
  await test.step('the user says stop: Baton ends the continuation, says why, and continues when told to', async () => {
    await withTools(page);
    await write(page, `${ADD}\nPlan it.`);
    await line(page).getByRole('button', { name: 'Not now' }).click();
    await write(page, 'Stop, do nothing more please.');
    await expect(line(page)).toContainText('Baton stopped continuing because you asked it to.');
    expect(await reminders(page)).toEqual([]);
    await expectAccessible(page);
    await line(page).getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => reminders(page), { timeout: 30_000 }).toHaveLength(1);
    await settle(page);
  });
  await newChat(page);
  await test.step('open todos are gone on with by themselves, as Baton and not as the user, until that is switched off', async () => {
    await withTools(page);
    await write(page, `${ADD}\nPlan it.`);
    await expect.poll(() => reminders(page), { timeout: 30_000 }).toHaveLength(1);
    // The practice model only talks about it, so there is no second reminder.
    await expect(line(page)).toContainText('the model answered without doing any work');
    const row = page.getByRole('article', { name: /^Baton: / });
    await row.getByText('Baton reminded the model of its todos: 0 of 1 done').click();
    await expect(row).toContainText('[SYSTEM REMINDER - TODO CONTINUATION]');
    await expect(row.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan it.');
    await expectAccessible(page);

    await line(page).getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => reminders(page), { timeout: 30_000 }).toHaveLength(2);
    await expect(line(page)).toContainText('the model answered without doing any work');

    await page.getByRole('button', { name: /^Tools:/ }).click();
    await page.getByRole('switch', { name: 'Keep going until the plan is done' }).click();
    await page.keyboard.press('Escape');
    await expect(line(page)).toBeHidden();
    await ask(page, 'And one more.');
    await expect(line(page)).toBeHidden();
    await page.reload();
    await messageBox(page).waitFor();
    await page.getByRole('button', { name: /^Tools:/ }).click();
    await expect(page.getByRole('switch', { name: 'Keep going until the plan is done' })).not.toBeChecked();
    expect(await reminders(page)).toHaveLength(2);
  });
});
