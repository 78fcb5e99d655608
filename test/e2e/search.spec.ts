import { expect, test } from './support/fixtures.ts';
import { ask, messageBox, newChat, startPractice, turns } from './support/chat.ts';
import { dumpStorage, seedSession } from './support/storage.ts';

const shots = process.env['SHOTS'];

test('words lead to their message: in another branch, in many conversations, and far above what is drawn', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('a message of another branch is found and its branch is chosen', async () => {
    await ask(page, 'the first wording');
    const question = turns(page).first();
    await question.hover();
    await question.getByRole('button', { name: 'Edit' }).click();
    await question.getByRole('textbox').fill('the second wording');
    await question.getByRole('textbox').press('Enter');
    await expect(turns(page).filter({ hasText: 'the second wording' }).first()).toBeVisible();
    await expect.poll(async () => ((await dumpStorage(page))['messages'] ?? []).length).toBe(4);

    await page.keyboard.press('Control+Shift+E');
    await page.getByRole('searchbox', { name: 'Search everything' }).fill('first wording role:user');
    await page
      .getByRole('search')
      .getByRole('link', { name: /the first wording/ })
      .last()
      .click();
    await expect(turns(page).filter({ hasText: 'the first wording' }).first()).toBeFocused();
  });
  await test.step('the arrow keys lead through all conversations with hits, of which only those in sight are drawn', async () => {
    for (let at = 0; at < 30; at++)
      await seedSession(page, 2, { id: `many-${at}`, name: `many-${at}`, title: `Conversation ${at}` });
    await page.reload();
    await messageBox(page).waitFor();
    await page.keyboard.press('Control+Shift+E');
    const field = page.getByRole('searchbox', { name: 'Search everything' });
    await field.fill('vendor to the next');
    await expect(page.getByText('60 messages · 30 conversations')).toBeVisible();
    const groups = page.getByRole('search').getByRole('region');
    expect(await groups.count()).toBeLessThan(20);
    // A link for the conversation and one for each of its two messages. A press ahead of what is drawn stays where it is.
    await expect(async () => {
      for (let line = 0; line < 30; line++) await page.keyboard.press('ArrowDown');
      await expect(page.locator(':focus')).toHaveAttribute('href', /#\/s\/many-0\//, { timeout: 100 });
    }).toPass();
    await expect(page.locator(':focus')).toBeInViewport();
  });
  await test.step('the focus stays where more is shown, and in the field when another search begins', async () => {
    await seedSession(page, 12, { id: 'walnut', name: 'walnut', title: 'Walnut' });
    await page.reload();
    const field = page.getByRole('searchbox', { name: 'Search everything' });
    const walnut = page.getByRole('search').getByRole('region', { name: 'Walnut' });
    await field.fill('vendor to the next');
    await walnut.getByRole('button', { name: '9 more messages here' }).press('Enter');
    await expect(walnut.getByRole('listitem')).toHaveCount(12);
    await expect(walnut.getByRole('listitem').nth(3).getByRole('link')).toBeFocused();

    await field.fill('walnut');
    const [mine, answers] = [
      page.getByRole('button', { name: 'My messages' }),
      page.getByRole('button', { name: 'Answers' }),
    ];
    await mine.click();
    await answers.click();
    await expect(field).toHaveValue('walnut role:assistant');
    await expect(mine).toHaveAttribute('aria-pressed', 'false');
    await answers.click();

    await field.fill('quagga');
    await page.getByRole('button', { name: 'Search deleted' }).press('Enter');
    await expect(field).toHaveValue('quagga is:deleted');
    await expect(field).toBeFocused();
  });
  await test.step('words from anywhere lead to their message, in another branch and far above what is drawn', async () => {
    await newChat(page);
    await ask(page, '!echo The capital of 대한민국 is Seoul');
    await seedSession(page, 1_000);
    await page.reload();

    await page.getByRole('searchbox', { name: 'Search titles' }).fill('Message 37.');
    await page.getByRole('button', { name: 'Search messages for “Message 37.”' }).click();
    const field = page.getByRole('searchbox', { name: 'Search everything' });
    await expect(field).toHaveValue('Message 37.');
    await field.fill('"Message 37."');
    const hit = page.getByRole('search').getByRole('link', { name: /Message 37\./ });
    await expect(hit).toHaveCount(1);
    await expect(hit.locator('mark')).toHaveText('Message 37.');
    if (shots) await page.screenshot({ path: `${shots}/results.png` });
    await field.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    const target = turns(page).filter({ hasText: 'Message 37.' });
    await expect(target).toBeFocused();
    await expect(target).toBeInViewport();
    await expect(page.getByRole('searchbox', { name: 'Find in this conversation' })).toHaveValue('"message 37."');
    if (shots) await page.screenshot({ path: `${shots}/jumped.png` });

    await page.getByRole('searchbox', { name: 'Find in this conversation' }).fill('"Message 9"');
    await expect(page.getByText('111 messages')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('111 of 111')).toBeVisible();
    await expect(turns(page).filter({ hasText: 'Message 999.' })).toBeInViewport();
    await page.keyboard.press('Shift+Enter');
    await expect(page.getByText('1 of 111')).toBeVisible();
    await expect(turns(page).filter({ hasText: /Message 9\./ })).toBeInViewport();
    if (shots) await page.screenshot({ path: `${shots}/find.png` });
    await page.keyboard.press('Escape');
    await expect(messageBox(page)).toBeFocused();

    await page.goBack();
    await expect(field).toHaveValue('"Message 37."');
    await field.fill('민국 seoul');
    await expect(page.getByText('2 messages · 1 conversation')).toBeVisible();
    await field.fill('no such words anywhere');
    await expect(page.getByText('No results for “no such words anywhere”.')).toBeVisible();
    if (shots) await page.screenshot({ path: `${shots}/none.png` });
    await field.fill('');
    await expect(page.getByText('vendor:anthropic', { exact: true })).toBeVisible();
    if (shots) await page.screenshot({ path: `${shots}/help.png` });
  });
  await test.step('a word that is part bold or a link is found and marked as the page shows it', async () => {
    await newChat(page);
    await ask(page, '!echo **RAG**은 [공식 문서](https://hay.example/x)와 같다');
    await page.keyboard.press('Control+F');
    await page.getByRole('searchbox', { name: 'Find in this conversation' }).fill('rag은 문서와');
    await expect(page.getByText('2 messages')).toBeVisible();
    const marked = () =>
      page.evaluate(() => Array.from(CSS.highlights.get('found-words') ?? [], (range) => (range as Range).toString()));
    await expect.poll(marked).toEqual(['RAG은', '문서와', 'RAG은', '문서와']);
    await page.keyboard.press('Escape');
  });
  await test.step('the found word is in view, in thinking and at both ends of a long message', async () => {
    await newChat(page);
    const lines = Array.from({ length: 80 }, (_, at) => `Line ${at}`);
    await ask(page, ['!echo Yes', 'A quagga', ...lines, 'An okapi'].join('\n\n'));
    await page.keyboard.press('Control+F');
    const field = page.getByRole('searchbox', { name: 'Find in this conversation' });
    const isSeen = () =>
      page.evaluate(() =>
        Array.from(CSS.highlights.get('found-words') ?? []).some((range) => {
          const { x, y, width, height } = (range as Range).getBoundingClientRect();
          const there = document.elementFromPoint(x + width / 2, y + height / 2);
          return there !== null && range.startContainer.parentElement?.contains(there) === true;
        }),
      );
    for (const word of ['quagga', 'okapi']) {
      await field.fill(word);
      await expect(page.getByText(/^\d messages?$/)).toBeVisible();
      await field.press('Enter');
      // From the newest message on to the first one.
      await field.press('Shift+Enter');
      await expect(page.getByText(/^1 of \d$/)).toBeVisible();
      await expect.poll(isSeen, word).toBe(true);
    }
    await field.fill('message');
    await expect(page.getByText(/^\d messages?$/)).toBeVisible();
    await field.press('Enter');
    await expect.poll(isSeen, 'thinking').toBe(true);
    await page.keyboard.press('Escape');
  });
  await test.step('no letter is lost while words are typed with pauses, and the back button brings words back', async () => {
    await newChat(page);
    // Delays the event for a changed address, as on a busy machine.
    await page.addInitScript(() => {
      const late = new WeakSet<Event>();
      window.addEventListener(
        'hashchange',
        (event) => {
          if (late.has(event)) return;
          event.stopImmediatePropagation();
          const again = new HashChangeEvent('hashchange', { oldURL: event.oldURL, newURL: event.newURL });
          late.add(again);
          setTimeout(() => window.dispatchEvent(again), 150);
        },
        { capture: true },
      );
    });
    await page.reload();
    await messageBox(page).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.keyboard.press('Control+Shift+E');
    const field = page.getByRole('searchbox', { name: 'Search everything' });
    // The address may change only after the clock has passed.
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(field).toBeFocused({ timeout: 500 });
    }).toPass();
    const phrase = 'gradient descent and the momentum of it';
    const pauses = [100, 150, 200, 250, 300, 310, 330, 350, 380, 400];
    let typed = '';
    for (const [at, letter] of phrase.split('').entries()) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      typed += letter;
      await page.clock.runFor(pauses[(at * 7) % pauses.length] ?? 0);
      await expect(field).toHaveValue(typed);
    }
    await page.clock.runFor(1_000);
    await expect(page).toHaveURL(new RegExp(`#/search/${encodeURIComponent(phrase)}$`));

    await page.keyboard.press('Control+Shift+E');
    await page.clock.runFor(1_000);
    await expect(field).toHaveValue('');
    await page.goBack();
    await page.clock.runFor(1_000);
    await expect(field).toHaveValue(phrase);
  });
});
