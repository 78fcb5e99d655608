import type { Locator, Page } from '@playwright/test';
import { violations } from './support/accessibility.ts';
import { ask, chooseModel, messageBox, newChat, recordWire, settle, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { dumpStorage, readMessages, readOpenMessages } from './support/storage.ts';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Before you switch models' });
const sheet = (page: Page): Locator => page.getByRole('dialog', { name: /^What (was|will be) sent$/ });
const stitches = (page: Page): Locator => page.getByRole('button', { name: /^\d+ changes? for / });

/** Changes the stored parts of one role and kind directly in the database, and reloads. */
async function rewriteMessages(page: Page, role: string, type: string, change: object): Promise<void> {
  await page.evaluate(
    async ({ role: whose, type: kind, change: fields }) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open('baton');
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      const transaction = db.transaction('messages', 'readwrite');
      const done = new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('error', () => reject(transaction.error));
      });
      const store = transaction.objectStore('messages');
      const all = store.getAll();
      all.addEventListener('success', () => {
        for (const row of all.result as { role: string; parts: { type: string }[] }[]) {
          if (row.role !== whose) continue;
          store.put({ ...row, parts: row.parts.map((part) => (part.type === kind ? { ...part, ...fields } : part)) });
        }
      });
      await done;
      db.close();
    },
    { role, type, change },
  );
  await page.reload();
}

/** A conversation that Claude began, thinking, with GPT chosen for the next message. */
async function aboutToSwitch(page: Page): Promise<void> {
  await ask(page, '!think 2\nBegin, Claude.');
  await chooseModel(page, 'Practice GPT');
  await expect(panel(page)).toBeVisible();
}

test('a switch is told before it happens, can be taken to a fork, and the setting decides', async ({ baton, page }) => {
  await startPractice(page, baton);
  await test.step('a switch is told before it happens, and Enter carries on', async () => {
    const failures = watchForFailures(page);
    await aboutToSwitch(page);
    await expect(panel(page)).toContainText('2 messages included');
    await expect(panel(page)).toContainText('1 item left out');
    await expect(panel(page)).toContainText(/\d+ of [\d.]+K tokens/);
    await panel(page).locator('summary').click();
    await expect(panel(page).getByText('1 thinking block left out')).toBeVisible();
    expect(await violations(page)).toEqual([]);

    // Nothing blocks the message box.
    await messageBox(page).click();
    await ask(page, 'Go on, GPT.');
    await expect(panel(page)).toBeHidden();
    await expect(turns(page).last()).toContainText('Practice GPT');
    expect(failures).toEqual([]);
  });
  await test.step('the panel is reached by the keyboard before the message box, and its button sends what is written', async () => {
    await newChat(page);
    await chooseModel(page, 'Practice Claude');
    await aboutToSwitch(page);
    await messageBox(page).fill('Written before deciding.');
    await messageBox(page).press('Shift+Tab');
    await expect(panel(page).getByRole('button', { name: 'What will be sent' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(panel(page).getByRole('button', { name: 'Continue' })).toBeFocused();
    await page.keyboard.press('Enter');
    await settle(page);
    await expect(turns(page).last()).toContainText('Written before deciding.');
    await expect(messageBox(page)).toBeFocused();
  });
  await test.step('a fork takes the switch and the unsent text along, leaves the rest, and is undone', async () => {
    await newChat(page);
    await chooseModel(page, 'Practice Claude');
    await aboutToSwitch(page);
    await messageBox(page).fill('For the fork only.');
    const before = await readOpenMessages(page);
    const old = page.url();
    await panel(page).getByRole('button', { name: 'Fork here' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /\(fork\)$/ })).toBeVisible();
    expect(page.url()).not.toBe(old);
    await expect(messageBox(page)).toHaveValue('For the fork only.');
    await expect(page.getByRole('combobox', { name: 'Model: Practice GPT' })).toBeVisible();
    await expect(panel(page)).toBeHidden();

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page).toHaveURL(old);
    await expect(messageBox(page)).toHaveValue('For the fork only.');
    await expect(panel(page)).toBeVisible();

    await panel(page).getByRole('button', { name: 'Fork here' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /\(fork\)$/ })).toBeVisible();
    await ask(page, 'In the fork.');
    await page.goto(old);
    await expect(page.getByRole('combobox', { name: 'Model: Practice Claude' })).toBeVisible();
    await expect(turns(page)).toHaveCount(2);
    expect((await readMessages(page)).filter(({ sessionId }) => sessionId === before[0]?.sessionId)).toEqual(before);
  });
  await test.step('a switch that loses nothing is told in one line, and the setting decides', async () => {
    await newChat(page);
    await chooseModel(page, 'Practice Claude');
    await page.getByRole('button', { name: /^Thinking:/ }).click();
    await page
      .getByRole('radio', { name: /^Off/ })
      .or(page.getByRole('menuitemradio', { name: /^Off/ }))
      .or(page.getByRole('option', { name: /^Off/ }))
      .first()
      .click();
    await ask(page, 'Say something plain.');
    await chooseModel(page, 'Practice Chat');
    await expect(page.getByText('Practice Chat will answer next')).toBeVisible();
    await expect(panel(page)).toBeHidden();

    const set = async (name: string) => {
      await page
        .getByRole('link', { name: 'Settings' })
        .or(page.getByRole('button', { name: 'Settings' }))
        .first()
        .click();
      await page.getByRole('navigation').getByRole('link', { name: 'Chat' }).click();
      await page.getByRole('radiogroup', { name: 'When switching models' }).getByRole('radio', { name }).click();
      await page
        .getByRole('button', { name: /^(Back|Leave)/ })
        .first()
        .click();
      await messageBox(page).waitFor();
    };
    await set('Always show');
    await expect(panel(page)).toContainText('Everything is sent unchanged');
    await set('Never');
    await expect(page.getByText('Practice Chat will answer next')).toBeVisible();
    await expect(panel(page)).toBeHidden();
  });
});

test('knot, stitches and inspector tell what became of the conversation, and show exactly what was sent', async ({
  baton,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const calls = recordWire(page);
  await startPractice(page, baton);
  await aboutToSwitch(page);
  await ask(page, '!think 1\nNow GPT.');

  const knot = page.getByRole('button', { name: /^Switched: Practice Claude to Practice GPT/ });
  await knot.click();
  const handed = page.getByRole('dialog', { name: 'You switched models here' });
  await expect(handed).toContainText('1 thinking block left out');
  await expect(handed).toContainText('Everything else was sent unchanged.');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(knot).toBeFocused();

  await expect(stitches(page)).toHaveCount(1);
  await stitches(page).click();
  const changed = page.getByRole('dialog', { name: 'Changed for Practice GPT' });
  await expect(changed).toContainText('Only its author can read it.');
  expect(await violations(page)).toEqual([]);
  await changed.getByRole('button', { name: 'What was sent' }).click();

  await expect(sheet(page)).toContainText('Exactly what was sent.');
  await expect(sheet(page).getByRole('tab', { name: /^Changes/ })).toHaveAttribute('aria-selected', 'true');
  await expect(sheet(page).locator('[data-marked]')).toContainText('1 thinking block left out');

  await sheet(page).getByRole('tab', { name: 'Request' }).click();
  await expect(sheet(page).getByRole('region', { name: 'Request body' })).toContainText('"practice-gpt"');
  expect(await violations(page)).toEqual([]);
  await sheet(page).getByRole('button', { name: 'Copy JSON' }).click();
  await expect
    .poll(async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as unknown)
    .toEqual(JSON.parse(calls[1]?.body ?? ''));
  await sheet(page).getByRole('button', { name: 'Copy as cURL' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl .*openai\.practice\.invalid/);

  await sheet(page).getByRole('tab', { name: 'Tokens' }).click();
  await expect(sheet(page)).toContainText('Counted by the vendor');
  expect(await violations(page)).toEqual([]);
  await sheet(page).getByRole('tab', { name: 'Repairs' }).click();
  await expect(sheet(page)).toContainText('The vendor accepted the first request');
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();

  await chooseModel(page, 'Practice Claude');
  await ask(page, 'Back with you.');
  await expect(stitches(page)).toHaveCount(1);
  await expect(stitches(page)).toHaveAccessibleName('1 change for Practice Claude');

  await test.step('a note leads to its message, wherever in the conversation it stands', async () => {
    await newChat(page);
    await chooseModel(page, 'Practice Claude');
    await ask(page, '!think 2\n!echo The first answer.\nBegin, Claude.');
    await ask(page, `!echo ${'A long answer. '.repeat(360)}`);
    await chooseModel(page, 'Practice GPT');
    await ask(page, 'Now GPT.');
    await stitches(page).first().click();
    await page
      .getByRole('dialog', { name: 'Changed for Practice GPT' })
      .getByRole('button', { name: 'What was sent' })
      .click();
    const places = sheet(page).getByRole('button', { name: /^Show in conversation: Practice Claude: “The first/ });
    await places.first().focus();
    await page.keyboard.press('Enter');
    await expect(sheet(page)).toBeHidden();
    const first = page.locator('[data-message]').filter({ hasText: 'The first answer.' }).last();
    await expect(first).toBeFocused();
    await expect(first).toBeInViewport();
  });
});

test('the inspector opens from everywhere, also a part that does not load, a refusal and a megabyte', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('a part that cannot be loaded says so, and what is written stays', async () => {
    await messageBox(page).fill('Not lost.');
    await page.route(/inspector-[^/]*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'What will be sent' }).click();
    const banner = page.getByRole('alert').filter({ hasText: 'Part of this page didn’t load' });
    await expect(banner).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.unroute(/inspector-[^/]*\.js/);
    await banner.getByRole('button', { name: 'Reload' }).click();
    await expect(messageBox(page)).toHaveValue('Not lost.');
    await expect(banner).toBeHidden();
    await messageBox(page).fill('');
  });
  await test.step('the palette and the menu open the inspector, also for what is not sent yet', async () => {
    await newChat(page);
    await ask(page, 'Something to look at.');
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'What will be sent' }).click();
    await expect(sheet(page)).toContainText('without your next message');
    await sheet(page).getByRole('tab', { name: 'Request' }).click();
    await expect(sheet(page)).toContainText('[your next message]');
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await expect(sheet(page)).toBeHidden();

    await messageBox(page).fill('An unsent thought.');
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'What will be sent' }).click();
    await expect(sheet(page)).toContainText('with your unsent message');
    await sheet(page).getByRole('tab', { name: 'Request' }).click();
    await expect(sheet(page)).toContainText('An unsent thought.');
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await expect(sheet(page)).toBeHidden();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').last().fill('sent last');
    await page.getByRole('option', { name: /^What was sent last/ }).click();
    await expect(sheet(page)).toContainText('Exactly what was sent.');
    await page.keyboard.press('Escape');
    await expect(messageBox(page)).toHaveValue('An unsent thought.');

    await expect(sheet(page)).toBeHidden();
    await turns(page).last().focus();
    await page.keyboard.press('i');
    await expect(sheet(page)).toContainText('Exactly what was sent.');
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    await expect(turns(page).last()).toBeFocused();
  });
  await test.step('a refusal that a stricter request answered is told with the vendor’s own words', async () => {
    await newChat(page);
    await ask(page, '!think 1\nThink first.');
    await rewriteMessages(page, 'assistant', 'thinking', {
      signature: Buffer.from('somebody forged this').toString('base64'),
    });
    await ask(page, 'Go on.');
    await expect(turns(page).last().getByText('The answer failed')).toBeHidden();
    const { sends = [] } = await dumpStorage(page);
    expect((sends as { repairs: unknown[] }[]).flatMap(({ repairs }) => repairs)).toHaveLength(1);
    await turns(page).last().hover();
    await turns(page).last().getByRole('button', { name: 'What was sent' }).click();
    await sheet(page)
      .getByRole('tab', { name: /^Repairs/ })
      .click();
    await expect(sheet(page).locator('blockquote')).toContainText(/signature/i);
    expect(await violations(page)).toEqual([]);
  });
  await test.step('a request of a megabyte opens, folds and is found by the browser', async () => {
    await newChat(page);
    await ask(page, 'Keep this in mind.');
    const text = `${'A long line about nothing in particular. 한국어도 조금.\n'.repeat(18_000)}needle-at-the-end`;
    await rewriteMessages(page, 'user', 'text', { text });
    await turns(page).last().hover();
    const started = Date.now();
    await turns(page).last().getByRole('button', { name: 'What was sent' }).click();
    await sheet(page).getByRole('tab', { name: 'Request' }).click();
    const body = sheet(page).getByRole('region', { name: 'Request body' });
    await expect(body).toBeVisible();
    // Generous: the test is about not hanging, not about speed.
    expect(Date.now() - started).toBeLessThan(15_000);
    await expect(sheet(page)).toContainText(/1(\.\d)? MB/);
    expect(
      await page.evaluate(() => (window as Window & { find?: (text: string) => boolean }).find?.('needle-at-the-end')),
    ).toBe(true);
    await body.getByText('"messages"').click();
    await expect(body.locator('details[open]')).not.toHaveCount(0);
  });
});
