import { messageBox, settle, startPractice, stopButton, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { dumpStorage, readMessages, textOf } from './support/storage.ts';

test.use({ serverOptions: { charsPerSecond: 400 } });

test('talk without a key, watch it think, stop it, reload, restart: every word is still there', async ({
  baton,
  launchProfile,
}) => {
  const browser = await launchProfile('newcomer');
  const page = browser.pages()[0] ?? (await browser.newPage());
  await startPractice(page, baton);

  // Starts waiting beforehand: on a slow machine the state can be over before a later check.
  const thinking = page.getByRole('button', { name: /^Thinking…/ }).waitFor();
  await write(page, '!think 3\nWhat is Baton?');
  await thinking;
  await expect(page.getByRole('button', { name: /^Thought/ })).toBeVisible();
  await settle(page);
  await expect(turns(page).last()).toContainText('Baton');

  await write(page, '!long 20000');
  const stop = stopButton(page);
  await stop.waitFor();
  // Not by the last row: for a moment that is still the previous answer.
  await expect.poll(async () => textOf((await readMessages(page))[3]).length).toBeGreaterThan(400);
  await stop.click();
  await settle(page);
  await expect(page.getByText('This answer was stopped.')).toBeVisible();
  const shown = await turns(page).last().textContent();

  const before = await readMessages(page);
  expect(before.map(({ role, status, stop: end }) => ({ role, status, end }))).toEqual([
    { role: 'user', status: 'complete', end: undefined },
    { role: 'assistant', status: 'complete', end: 'end' },
    { role: 'user', status: 'complete', end: undefined },
    { role: 'assistant', status: 'complete', end: 'aborted' },
  ]);
  expect(textOf(before[3]).length).toBeGreaterThan(100);
  expect(before[1]?.parts.some((part) => part.type === 'thinking' && (part.signature?.length ?? 0) > 0)).toBe(true);

  await messageBox(page).fill('half a thought');
  await expect.poll(async () => (await dumpStorage(page))['drafts']).toMatchObject([{ text: 'half a thought' }]);
  await page.reload();
  await expect(turns(page).last()).toHaveText(shown ?? '');
  await expect(messageBox(page)).toHaveValue('half a thought');

  await browser.close();
  await baton.restart();
  const again = await launchProfile('newcomer');
  const back = again.pages()[0] ?? (await again.newPage());
  await back.goto(baton.url);
  await back
    .getByRole('option', { name: /What is Baton/ })
    .or(back.getByRole('link', { name: /What is Baton/ }))
    .or(back.getByText('What is Baton?'))
    .first()
    .click();
  await expect(turns(back).last()).toHaveText(shown ?? '');
  expect(await readMessages(back)).toEqual(before);
});
