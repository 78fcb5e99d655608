import { expect, test } from './support/fixtures.ts';
import { seedTitles, startPractice, watchForFailures } from './support/frame.ts';
import { holdTable } from './support/storage.ts';

test('every key has its effect, wherever it is pressed', async ({ baton, page }) => {
  await startPractice(page, baton);
  await test.step('while an answer is being written it can be stopped by key, and the list shows it', async () => {
    await page.locator('[data-composer]').fill('!speed 40\n!long 3000');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/^● /);
    await expect(page.getByRole('navigation', { name: 'Conversations' })).toContainText('answering');
    await page.keyboard.press('Control+.');
    await expect(page).not.toHaveTitle(/^● /);
  });
  await test.step('an answer that ends elsewhere is marked until it is opened', async () => {
    await seedTitles(page, ['Elsewhere']);
    await page.reload();
    const composer = page.locator('[data-composer]');
    await expect(composer).toBeVisible();
    await composer.fill('!speed 120\n!echo The answer came.');
    await composer.press('Enter');
    await expect(page).toHaveTitle(/^● /);
    await page.getByRole('link', { name: /Elsewhere/ }).click();
    await expect(page).toHaveTitle('Elsewhere · Baton');
    const list = page.getByRole('navigation', { name: 'Conversations' });
    await expect(list).toContainText('new answer', { timeout: 30_000 });
    await list.locator('[data-session]', { hasText: 'new answer' }).getByRole('link').click();
    await expect(list).not.toContainText('new answer');
    await expect(page.getByRole('article').last()).toContainText('The answer came.');
    await composer.focus();
  });
  await test.step('nothing that is typed right after the key of the palette is lost or lands in the message', async () => {
    const input = page.getByRole('combobox', { name: 'Command palette' });
    const message = page.locator('[data-composer]');
    const devtools = await page.context().newCDPSession(page);
    /** Types as fast as the page can take it: no key waits for the effect of the previous one. */
    const typeAtOnce = async (text: string) => {
      const press = (key: string, modifiers: number, typed?: string) => {
        const code = key.toUpperCase().charCodeAt(0);
        const at = { key, code: `Key${key.toUpperCase()}`, windowsVirtualKeyCode: code, modifiers };
        return [
          devtools.send('Input.dispatchKeyEvent', {
            ...at,
            type: 'keyDown',
            ...(typed !== undefined && { text: typed }),
          }),
          devtools.send('Input.dispatchKeyEvent', { ...at, type: 'keyUp' }),
        ];
      };
      await Promise.all([...press('k', 2), ...text.split('').flatMap((letter) => press(letter, 0, letter))]);
    };
    const expectAllOf = async (text: string) => {
      await expect(input).toHaveValue(text);
      await expect(input).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(input).toHaveCount(0);
      await expect(message).toBeFocused();
      await expect(message).toHaveValue('');
    };
    for (let round = 0; round < 5; round += 1) {
      await typeAtOnce('settings');
      await expectAllOf('settings');
    }
    // Before the palette itself has been loaded.
    await page.reload();
    await message.focus();
    await typeAtOnce('dark');
    await expectAllOf('dark');
  });
  await test.step('hears the same keys while Hangul is on', async () => {
    await page.locator('[data-composer]').focus();
    await page.evaluate(() =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ㅏ', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }),
      ),
    );
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
    await page.keyboard.press('Escape');
  });
  await test.step('the palette finds conversations, actions, models and settings', async () => {
    const failures = watchForFailures(page);
    await seedTitles(page, ['설치 방법', 'Install notes']);
    await page.reload();
    await expect(page.getByRole('link', { name: /설치 방법/ })).toBeVisible();

    const input = page.getByRole('combobox', { name: 'Command palette' });
    await page.keyboard.press('Control+K');
    await expect(input).toBeFocused();
    await page.keyboard.type('설치');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle('설치 방법 · Baton');
    await expect(input).toHaveCount(0);
    await expect(page.locator('[data-composer]')).toBeFocused();

    await page.keyboard.press('Control+K');
    await expect(input).toBeFocused();
    await page.keyboard.type('practice gemini');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: /^Model: Practice Gemini/ })).toBeVisible();

    await page.keyboard.press('Control+K');
    await expect(input).toBeFocused();
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await page.keyboard.press('Control+K');
    await expect(input).toBeFocused();
    await page.keyboard.type('appear');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Appearance' })).toBeVisible();

    await page.keyboard.press('Control+K');
    await expect(input).toBeFocused();
    await page.keyboard.type('zzzz');
    await expect(page.getByText('No results for “zzzz”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(input).toHaveCount(0);
    expect(failures).toEqual([]);
  });
  await test.step('the keyboard map works from inside the composer', async () => {
    await seedTitles(page, ['Alpha', 'Beta']);
    await page.reload();
    const composer = page.locator('[data-composer]');
    await page.getByRole('link', { name: 'Alpha' }).click();
    await expect(page).toHaveTitle('Alpha · Baton');
    await composer.fill('unsent words');

    await page.keyboard.press('Alt+ArrowDown');
    await expect(page).toHaveTitle('Beta · Baton');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page).toHaveTitle('Alpha · Baton');
    await expect(composer).toHaveValue('unsent words');

    await page.keyboard.press('Control+J');
    await expect(composer).toBeFocused();
    await page.keyboard.press('Control+B');
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await page.keyboard.press('Control+B');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Control+,');
    await expect(page).toHaveTitle('Alpha · Baton');
    await page.keyboard.press('Control+/');
    await expect(page.getByRole('heading', { level: 2, name: 'Keyboard' })).toBeVisible();
    await expect(page.getByText('Command palette').first()).toBeVisible();

    await page.keyboard.press('Control+Shift+O');
    await expect(page).toHaveTitle('New chat · Baton');
    await expect(composer).toBeFocused();
    await expect(composer).toHaveValue('');
  });
  await test.step('what is typed right after the key of a new chat is for that chat, however slow the disk is', async () => {
    const composer = page.locator('[data-composer]');
    const devtools = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    const ways = [
      () => page.keyboard.press('Control+Shift+O'),
      () => page.keyboard.press('Control+Shift+Y'),
      () => page.getByRole('button', { name: /^New chat/ }).press('Enter'),
      async () => {
        await page.keyboard.press('Control+K');
        await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
        await page.keyboard.type('new chat');
        await page.keyboard.press('Enter');
      },
    ];
    for (const open of ways) {
      await page.getByRole('link', { name: 'Alpha' }).click();
      await expect(page).toHaveTitle('Alpha · Baton');
      await composer.focus();
      const release = await holdTable(page, 'sessions');
      await open();
      await page.keyboard.type('Hello ');
      // A syllable that is being composed when the box appears.
      await compose('ㅎ');
      await release();
      await compose('하');
      await devtools.send('Input.insertText', { text: '하' });
      await page.keyboard.type(' there');
      await expect(composer).toHaveValue('Hello 하 there');
      await expect(composer).toBeFocused();
      await expect(page).toHaveTitle(/^(?:New|Temporary) chat · Baton$/);
      await composer.fill('');
      await page.getByRole('link', { name: 'Alpha' }).click();
      await expect(page).toHaveTitle('Alpha · Baton');
      await expect(composer).toHaveValue('unsent words');
    }
  });
  await test.step('the model picker: search, favorite, an id of one’s own, a vendor without a key', async () => {
    await page.keyboard.press('Control+Shift+O');
    const failures = watchForFailures(page);
    await page.getByRole('combobox', { name: /^Model: / }).click();
    const input = page.getByRole('combobox', { name: 'Search models, or enter an ID' });
    await expect(input).toBeFocused();
    await page.keyboard.type('gemini');
    await expect(page.getByRole('option', { name: /Practice Gemini/ })).toBeVisible();
    await page.keyboard.press('Control+D');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: /^Model: Practice Gemini/ })).toBeVisible();

    await page.getByRole('combobox', { name: /^Model: / }).click();
    await expect(page.getByRole('group', { name: 'Favorites' }).getByRole('option')).toHaveCount(1);
    await input.fill('brand-new-model-9');
    await page.getByRole('option', { name: /Use “brand-new-model-9” as entered.*Ollama/ }).click();
    await expect(page.getByRole('combobox', { name: 'Model: brand-new-model-9' })).toBeVisible();

    await page.getByRole('combobox', { name: /^Model: / }).click();
    await input.fill('Mistral');
    await page.getByRole('option', { name: /Mistral.*Add key/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Vendors and keys' })).toBeVisible();
    await expect(page.getByText('Where keys are stored').last()).toBeVisible();
    expect(failures).toEqual([]);
  });
});
