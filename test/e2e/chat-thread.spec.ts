import type { Page } from '@playwright/test';
import {
  ask,
  chooseModel,
  messageBox,
  newChat,
  settle,
  startPractice,
  stopButton,
  turns,
  write,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readMessages } from './support/storage.ts';

/** A shared machine can be slow; no test here depends on time. */
test.describe.configure({ timeout: 150_000 });

const knots = (page: Page) => page.getByRole('button', { name: /^Switched:/ });

test('a conversation is asked again, continued, renamed, and changes hands', async ({ baton, context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await startPractice(page, baton);
  await test.step('asking again keeps the old answer within reach', async () => {
    await ask(page, '!echo first answer');
    const answer = turns(page).last();
    await answer.hover();
    await answer.getByRole('button', { name: 'Ask again' }).click();
    await expect(turns(page).last()).toContainText('2/2');
    await expect(messageBox(page)).toBeFocused();
    await settle(page);
    await turns(page).last().getByRole('button', { name: 'Previous version' }).click();
    await expect(turns(page).last()).toContainText('1/2');
    await ask(page, 'on this branch');
    const messages = await readMessages(page);
    const first = messages.find((message) => message.role === 'assistant');
    expect(
      messages.find((message) => message.parts.some((part) => part.type === 'text' && part.text === 'on this branch'))
        ?.parentId,
    ).toBe(first?.id);
    await turns(page).nth(1).getByRole('button', { name: 'Next version' }).click();
    await expect(turns(page)).toHaveCount(2);
    await turns(page).nth(1).getByRole('button', { name: 'Previous version' }).click();
    await expect(turns(page)).toHaveCount(4);
  });
  await test.step('a cut answer is continued, and says that it was cut', async () => {
    await newChat(page);
    await ask(page, '!fault max_tokens after=200\n!long 3000');
    await expect(turns(page).last()).toContainText('Hit the length limit');
    await turns(page).last().getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('You asked to continue.')).toBeVisible();
    await settle(page);
    await expect(turns(page).last()).not.toContainText('Cut off');
  });
  await test.step('tool calls hang on the thread and unfold by keyboard', async () => {
    await newChat(page);
    await ask(page, '!show tools');
    await ask(page, '!think 2\nWhat did you think?');
    const thought = turns(page)
      .last()
      .getByRole('button', { name: /^Thought/ });
    await thought.focus();
    await expect(thought).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await expect(thought).toHaveAttribute('aria-expanded', 'true');
    await expect(turns(page).last()).toContainText('The user wrote');
    await page.keyboard.press('Space');
    await expect(thought).toHaveAttribute('aria-expanded', 'false');
  });
  await test.step('the title is changed in place, instructions go along', async () => {
    await newChat(page);
    await ask(page, 'Name me');
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    const field = page.getByRole('textbox', { name: 'Conversation title' });
    await field.fill('이어달리기');
    await field.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('이어달리기');
    await expect(page.getByRole('heading', { level: 1 }).getByRole('button')).toBeFocused();
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Instructions…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Answer in one word.');
    const sent = page.waitForRequest((request) => request.url().includes('/wire/') && request.method() === 'POST');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Instructions', exact: true })).toBeVisible();
    await write(page, 'Go');
    expect((await sent).postData()).toContain('Answer in one word.');
    await settle(page);
  });
  await test.step('where the conversation changes hands there is a knot, told before and explained after', async () => {
    await newChat(page);
    await ask(page, 'One');
    await expect(knots(page)).toHaveCount(0);
    await chooseModel(page, 'Practice GPT');
    const panel = page.getByRole('region', { name: 'Before you switch models' });
    await expect(panel).toContainText('Practice GPT');
    await ask(page, 'Two');
    await expect(knots(page)).toHaveCount(1);
    await expect(panel).toHaveCount(0);
    await ask(page, 'Three');
    await expect(knots(page)).toHaveCount(1);
    await chooseModel(page, 'Practice Claude');
    await ask(page, 'Four');
    await expect(knots(page)).toHaveCount(2);

    await knots(page).first().focus();
    await page.keyboard.press('Enter');
    const explanation = page.getByRole('dialog', { name: 'You switched models here' });
    await expect(explanation).toContainText('Practice Claude');
    await expect(explanation).toContainText('Practice GPT');
    await page.keyboard.press('Escape');
    await expect(explanation).toHaveCount(0);
    await expect(knots(page).first()).toBeFocused();
    await expect(turns(page).nth(1)).toContainText('Practice');
  });
  await test.step('the error card has the vendor’s words, what to do, and details to copy', async () => {
    await newChat(page);
    await ask(page, '!fault 401');
    const card = turns(page).last().getByRole('group', { name: 'The answer failed' });
    await expect(card).toContainText('didn’t accept your key');
    await expect(card).toContainText('Status 401');
    await card.getByRole('button', { name: 'Copy details' }).click();
    const details = await page.evaluate(() => navigator.clipboard.readText());
    expect(details).toContain('kind: auth');
    expect(details).toContain('status: 401');
    await card.getByRole('button', { name: 'Choose another model' }).click();
    await expect(page.getByRole('combobox', { name: /Search models/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Open settings' }).click();
    await expect(page).toHaveURL(/#\/settings\/vendors/);
  });
  await test.step('the model can be changed for the next answer without renaming the one on its way', async () => {
    await newChat(page);
    await write(page, '!speed 60\n!long 2000');
    await stopButton(page).waitFor();
    await expect(turns(page).last()).toContainText('Practice Claude');
    await chooseModel(page, 'Practice Gemini');
    await expect(turns(page).last()).toContainText('Practice Claude');
    await expect(turns(page).last()).not.toContainText('Practice Gemini');
    await messageBox(page).press('Escape');
    await settle(page);
    await expect(turns(page).last()).toContainText('Practice Claude');
  });
});
