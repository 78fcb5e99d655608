import { expectAccessible } from './support/accessibility.ts';
import { ask, messageBox, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('a limit on messages is set beside the model, shown in the thread where it cuts, and lifted there', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
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
  await messageBox(page).waitFor();
});
