import type { Locator, Page } from '@playwright/test';
import { violations } from './support/accessibility.ts';
import {
  ask,
  chooseModel,
  messageBox,
  newChat,
  recordWire,
  settle,
  startPractice,
  turns,
  untilAnswered,
  write,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { readMessages, textOf } from './support/storage.ts';

const compared = (page: Page): Locator => page.getByRole('region', { name: 'Compared answers' });
const answerOf = (page: Page, model: string): Locator =>
  compared(page).getByRole('article', { name: new RegExp(`: ${model}$`) });

/** As on a busy computer, where the way back to a message takes a while. Returns how to end it. */
async function slowFrames(page: Page): Promise<() => Promise<void>> {
  const real = await page.evaluateHandle(() => {
    const next = requestAnimationFrame;
    window.requestAnimationFrame = (callback) => {
      setTimeout(() => next(callback), 100);
      return 0;
    };
    return next;
  });
  return () => page.evaluate((next) => void (window.requestAnimationFrame = next), real);
}

test('answers stand beside each other, compared and in the outline', async ({ baton, page }) => {
  let hurry = async () => {};
  await startPractice(page, baton);
  await test.step('two models are compared, the conversation goes on from the second, and both stay', async () => {
    const failures = watchForFailures(page);
    const wire = recordWire(page);
    await page.getByRole('button', { name: 'Compare models…' }).press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search models, or enter an ID' })).toBeFocused();
    await page.keyboard.type('gpt');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Compare models' });
    await expect(dialog.getByRole('combobox', { name: 'Model: Choose a model' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Compare models…' })).toBeFocused();

    await page.getByRole('button', { name: 'Compare models…' }).click();
    await page
      .getByRole('option', { name: /^Practice GPT/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Your next message goes to 2 models')).toBeVisible();
    await write(page, 'Which of you is it to be?');
    await expect(answerOf(page, 'Practice Claude')).toBeVisible();
    await expect(answerOf(page, 'Practice GPT')).toBeVisible();
    await settle(page);
    expect(await violations(page)).toEqual([]);

    // A hit is in the conversation, not in the comparison.
    await page.keyboard.press('Control+F');
    await page.getByRole('searchbox', { name: 'Find in this conversation' }).fill('which of you');
    await expect(page.getByText('1 message', { exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(turns(page).filter({ hasText: 'Which of you is it to be?' })).toBeInViewport();

    // Nothing is chosen yet, even after a reload, so nothing can be sent.
    await page.reload();
    await expect(
      page.getByRole('region', { name: 'Compared answers' }).getByText('Pick an answer to continue.'),
    ).toBeVisible();
    await messageBox(page).fill('And now?');
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute('aria-disabled', 'true');
    await answerOf(page, 'Practice Claude').focus();
    await page.keyboard.press('ArrowRight');
    await expect(answerOf(page, 'Practice GPT')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(turns(page)).toHaveCount(2);
    await expect(page.getByRole('combobox', { name: 'Model: Practice GPT' })).toBeVisible();
    const row = page.getByRole('navigation', { name: 'Conversations' }).locator('a[aria-current="page"]');
    await expect(row).toContainText(', OpenAI');
    await chooseModel(page, 'Practice Claude');
    await expect(row).toContainText(', Anthropic');
    await chooseModel(page, 'Practice GPT');

    await ask(page, 'And now?');
    expect(wire.at(-1)).toMatchObject({ connection: 'practice-openai', status: 200 });
    const messages = await readMessages(page);
    const [question, first, second, next, last] = messages.sort((a, b) => a.seq - b.seq);
    expect([first?.parentId, second?.parentId]).toEqual([question?.id, question?.id]);
    expect([next?.parentId, last?.parentId]).toEqual([second?.id, next?.id]);

    // Shown again, without any movement.
    await expect(turns(page).nth(1).getByLabel('Version 2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Compare answers' }).click();
    await expect(answerOf(page, 'Practice GPT')).toContainText('The conversation continues here');
    hurry = await slowFrames(page);
    await page.getByRole('button', { name: 'Back to conversation' }).click();
    await expect(turns(page)).toHaveCount(4);
    expect(await readMessages(page)).toHaveLength(5);
    expect(failures).toEqual([]);
  });
  await test.step('what the user does on the way back keeps the focus; once another model is chosen, Enter asks it', async () => {
    const more = turns(page).last().getByRole('button', { name: 'More' });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Ask another model…' }).press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search models, or enter an ID' })).toBeFocused();
    await expect.poll(() => page.locator('[data-found]').count()).toBe(1);
    await hurry();
    await page.keyboard.type('gemini');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(more).toBeFocused();
  });
  await test.step('the outline leads into another branch, by keyboard alone', async () => {
    await newChat(page);
    await chooseModel(page, 'Practice Claude');
    await ask(page, 'First question.');
    await ask(page, 'About turnips.');
    await turns(page).nth(2).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).fill('About plums.');
    await page.keyboard.press('Enter');
    await expect(turns(page).nth(2)).toContainText('About plums.');
    await settle(page);

    await page.keyboard.press('ControlOrMeta+Shift+L');
    const tree = page.getByRole('tree', { name: 'Messages and branches' });
    await expect(tree).toBeFocused();
    await expect(tree.getByRole('treeitem')).toHaveCount(6);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Home');
    await page.keyboard.type('About plums');
    const plums = tree.getByRole('treeitem', { name: 'About plums.' }).first();
    await expect(plums).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowLeft');
    await expect(tree.getByRole('treeitem')).toHaveCount(4);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(turns(page).nth(2)).toContainText('About turnips.');
    await expect(turns(page).nth(2)).toBeFocused();

    // Back with the message's keys, which keep the focus on it.
    await page.keyboard.press('ArrowRight');
    await expect(turns(page).nth(2)).toContainText('About plums.');
    await expect(turns(page).nth(2)).toBeFocused();
    expect((await readMessages(page)).map(textOf)).toContain('About turnips.');
  });
  await test.step('after a comparison the conversation is where it was, and after a choice at its end', async () => {
    await newChat(page);
    await ask(page, 'The first of all.\n!echo One.');
    await untilAnswered(page, () => turns(page).last().getByRole('button', { name: 'Ask again' }).click());
    await ask(page, '!long 6000');
    await page.keyboard.press('ControlOrMeta+Shift+L');
    const outline = page.getByRole('tree', { name: 'Messages and branches' });
    await expect(outline).toBeFocused();
    await expect(outline.getByRole('treeitem')).toHaveCount(5);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const first = turns(page).filter({ hasText: 'The first of all.' });
    await expect(first).toBeFocused();
    await page.getByRole('button', { name: 'Compare answers' }).click();
    await page.getByRole('button', { name: 'Back to conversation' }).click();
    await expect(first).toBeFocused();
    await expect(first).toBeInViewport();

    await page.getByRole('button', { name: 'Compare models…' }).click();
    await page
      .getByRole('option', { name: /^Practice GPT/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.setInputFiles('input[type=file]', 'docs/pictures/handoff-light.png');
    await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('handoff-light.png');
    await write(page, '!echo The last of all.');
    await settle(page);
    // The picture of a question leaves its words in view.
    await expect(compared(page).getByText('!echo The last of all.')).toBeInViewport({ ratio: 1 });
    await compared(page).getByRole('button', { name: 'Continue with this: Practice GPT' }).click();
    await expect(turns(page).last()).toContainText('The last of all.');
    await page.waitForTimeout(1000);
    await expect(turns(page).last()).toBeInViewport();
  });
  await test.step('a column stays at the end of its answer while that grows, until the reader scrolls up', async () => {
    await page.getByRole('button', { name: 'Compare models…' }).click();
    await page
      .getByRole('option', { name: /^Practice Claude/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Done' }).click();
    await write(page, '!speed 1000\n!long 40000');
    const column = answerOf(page, 'Practice Claude');
    const other = answerOf(page, 'Practice GPT');
    /** Pixels above and below of what is in view. */
    const around = (answer: Locator) =>
      answer.evaluate((article) => {
        const scroller = [...article.querySelectorAll('*')].find((one) => getComputedStyle(one).overflowY === 'auto');
        const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller ?? {};
        return { above: scrollTop, below: scrollHeight - scrollTop - clientHeight };
      });
    await expect.poll(async () => (await around(column)).above).toBeGreaterThan(200);
    for (const answer of [column, other]) expect((await around(answer)).below).toBeLessThan(100);
    // It says whose answer it is.
    await expect(other.getByRole('heading', { name: 'Practice GPT' })).toBeInViewport({ ratio: 1 });

    await column.hover();
    await page.mouse.wheel(0, -150);
    await expect.poll(async () => (await around(column)).below).toBeGreaterThan(100);
    const { above } = await around(column);
    await expect.poll(async () => (await around(column)).below).toBeGreaterThan(400);
    expect((await around(column)).above).toBeCloseTo(above, -1);
    expect((await around(other)).below).toBeLessThan(100);

    await page.mouse.wheel(0, 100_000);
    await expect.poll(async () => (await around(column)).above).toBeGreaterThan(above + 800);
    expect((await around(column)).below).toBeLessThan(100);
    await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  });
});
