import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings, serveFakeVendor, startPractice } from './support/frame.ts';
import { dumpStorage } from './support/storage.ts';

const CANARY = 'house-CANARY-91c4e7a2b8';

const vendor = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('keys and servers of one’s own: added, corrected, used, removed', async ({ baton, page }) => {
  const house = await serveFakeVendor(CANARY);
  const responses: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      void response.text().then(
        (text) => responses.push(text),
        () => undefined,
      );
  });
  try {
    await startPractice(page, baton);
    await openSettings(page, 'Vendors and keys');
    const choose = page.getByRole('button', { name: 'Choose', exact: true });
    await choose.press('Enter');
    // The focus is at the choices, of which none is made.
    await expect(page.getByRole('radio', { name: 'Encrypted file' })).toBeFocused();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(choose).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Only this run' }).click();
    await page.getByRole('button', { name: 'Use this' }).press('Enter');
    await expect(page.getByText('Only while Baton runs')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeFocused();

    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Enter a value.').first()).toBeVisible();
    await page.getByRole('radio', { name: 'Gemini' }).click();
    await expect(page.getByText('Everything before /v1beta/models.')).toBeVisible();
    await page.getByRole('radio', { name: 'OpenAI Chat' }).click();
    await page.getByLabel('Name').fill('Anthropic');
    await page.getByLabel('Base URL').fill('http://llm.example.com/v1');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('This name is already in use.')).toBeVisible();
    await expect(page.getByText('Use https:// here')).toBeVisible();
    await page.getByLabel('Name').fill('House server');
    await page.getByLabel('Base URL').fill('http://127.0.0.1:9');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    // A mistyped address is edited where its failure is said.
    await expect(page.getByRole('alert').filter({ hasText: 'nothing is listening there' })).toBeVisible();
    await expect(page.getByText('Many servers expect /v1')).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Base URL').fill(house.url);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // Its models are requested at once.
    const unlisted = page.getByRole('alert').filter({ hasText: 'House server didn’t list its models' });
    await expect(unlisted).toContainText('Wrong badge, friend. Ask at desk 7.');
    await page.getByRole('button', { name: 'Done' }).click();

    const row = vendor(page, 'House server');
    await row.getByRole('button', { name: /^Test/ }).click();
    await expect(row).toContainText('House server didn’t accept the key');
    await expect(row).toContainText('Wrong badge, friend. Ask at desk 7.');
    await expect(row).toContainText('HTTP 401');

    await row.getByRole('button', { name: /key for House server/ }).click();
    await row.getByLabel('API key for House server').fill(CANARY);
    await page.keyboard.press('Enter');
    await expect(row).toContainText(`Key ending in ${CANARY.slice(-4)}`);
    expect(house.seen).toContain(`Bearer ${CANARY}`);
    // With the valid key its models are requested again.
    await expect.poll(async () => JSON.stringify(await dumpStorage(page))).toContain('house-model-1');

    const traces = [
      await page.content(),
      await page.evaluate(() => [...document.querySelectorAll('input')].map((input) => input.value).join(' ')),
      JSON.stringify(await dumpStorage(page)),
      await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
      ...responses,
    ].join('\n');
    expect(responses.length).toBeGreaterThan(3);
    expect(traces).not.toContain('CANARY');

    await test.step('a key of a listed vendor: kept although the vendor cannot confirm it, then removed for good', async () => {
      await page.getByRole('button', { name: 'Add key for Groq' }).click();
      const groq = vendor(page, 'Groq');
      await groq.getByLabel('API key for Groq').fill(`gsk_${CANARY}`);
      await groq.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(groq.getByLabel('API key for Groq')).toHaveAttribute('type', 'text');
      await page.getByRole('button', { name: 'Test and save' }).click();
      await page.getByRole('button', { name: 'Save anyway' }).click({ timeout: 40_000 });
      await expect(groq).toContainText(`Key ending in ${CANARY.slice(-4)}`);
      expect(await page.content()).not.toContain('CANARY');

      await groq.getByRole('button', { name: 'Remove key for Groq' }).click();
      await page.keyboard.press('Escape');
      await expect(groq).toContainText('Key ending in');
      await groq.getByRole('button', { name: 'Remove key for Groq' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(groq).toContainText('No key');
      await expect(groq.getByRole('button', { name: 'Add key for Groq' })).toBeVisible();
    });

    // A new chat stays with the model used last, and asks once it is gone.
    const model = page.getByRole('combobox', { name: /^Model:/ });
    await page.goto(baton.url);
    await model.click();
    await page
      .getByPlaceholder(/Search/)
      .last()
      .fill('house-model-1');
    await page
      .getByRole('option', { name: /house-model-1/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('hello');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'The answer failed' })).toBeVisible();

    await page.reload();
    await page
      .getByRole('button', { name: /^New chat/ })
      .first()
      .click();
    await expect(page.getByRole('feed')).toHaveCount(0);
    await expect(model).toHaveAccessibleName('Model: house-model-1');

    await openSettings(page, 'Vendors and keys');
    await row.getByRole('button', { name: 'Remove House server' }).click();
    const question = page.getByRole('dialog', { name: 'Remove House server?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(vendor(page, 'House server')).toHaveCount(0);
    await page.goto(baton.url);
    await page
      .getByRole('button', { name: /^New chat/ })
      .first()
      .click();
    await expect(page.getByText('Choose a model to continue.')).toBeVisible();
    await expect(model).toHaveAccessibleName('Model: house-model-1');
  } finally {
    house.close();
  }
});

test('over new starts: a passphrase file is unlocked and set aside, practice speed is kept, a broken file reported', async ({
  baton,
  page,
}) => {
  const house = await serveFakeVendor(CANARY);
  try {
    await startPractice(page, baton);
    await openSettings(page, 'Vendors and keys');
    await page.getByRole('button', { name: 'Add key for Groq' }).click();
    await page.getByRole('radio', { name: 'Encrypted file' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'At least 8 characters.' })).toBeVisible();
    await page.getByLabel('Passphrase', { exact: true }).fill('correct horse 배터리');
    await page.getByLabel('Confirm passphrase').fill('correct horse 밧데리');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('The passphrases don’t match.')).toBeVisible();
    await page.getByLabel('Confirm passphrase').fill('correct horse 배터리');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByLabel('Name').fill('House server');
    await page.getByLabel('Base URL').fill(house.url);
    await page.getByLabel(/^API key/).fill(CANARY);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(vendor(page, 'House server')).toContainText('Key ending in');

    await page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name: 'Chat' }).click();
    await page.getByRole('radio', { name: 'Slow' }).click();
    await expect(page.getByText('How fast practice models write. 60')).toBeVisible();

    await baton.restart();
    await page.goto(baton.url);
    await expect(page.getByText('Your keys are locked')).toBeVisible();
    await page.getByRole('status').getByRole('button', { name: 'Unlock' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unlock your keys' });
    await dialog.getByLabel('Passphrase').fill('not this one');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Wrong passphrase.')).toBeVisible();
    await dialog.getByLabel('Passphrase').fill('correct horse 배터리');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Your keys are locked')).toHaveCount(0);
    await openSettings(page, 'Vendors and keys');
    await expect(vendor(page, 'House server')).toContainText('Key ending in');
    // Practice speed is kept by the host.
    await page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name: 'Chat' }).click();
    await expect(page.getByRole('radio', { name: 'Slow' })).toBeChecked();

    await baton.restart();
    await page.goto(baton.url);
    await page.getByRole('status').getByRole('button', { name: 'Unlock' }).click();
    await dialog.getByRole('button', { name: 'Forgot the passphrase?' }).click();
    await expect(page.getByRole('dialog')).toContainText('The old file is kept under another name');
    await page.getByRole('button', { name: 'Set aside and start over' }).click();
    await expect(page.getByText('Your keys are locked')).toHaveCount(0);
    expect(readdirSync(baton.home).filter((name) => name.startsWith('secrets')).length).toBeGreaterThan(0);

    // A key file that cannot be read is reported and kept.
    await baton.stop();
    writeFileSync(`${baton.home}/secrets.json`, '{ not json');
    await baton.restart();
    await page.goto(baton.url);
    await openSettings(page, 'Vendors and keys');
    await expect(page.getByText('Couldn’t read the stored keys')).toBeVisible();
    expect(readFileSync(`${baton.home}/secrets.json`, 'utf8')).toBe('{ not json');
  } finally {
    house.close();
  }
});

test('what is chosen in the settings shows in the conversation, and the diagnostics hold no titles', async ({
  baton,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await startPractice(page, baton);
  await test.step('diagnostics hold versions and no titles', async () => {
    await page.keyboard.type('A very private title');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/A very private title/);
    await openSettings(page, 'Log and diagnostics');
    await expect(page.getByRole('log').getByText('session.idle')).toBeVisible();
    await page.getByRole('button', { name: 'Copy diagnostics…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Diagnostics' });
    // The user can read the report before it's copied.
    await expect(dialog.getByRole('region', { name: 'What will be copied' })).toContainText('"event":"session.idle"');
    await dialog.getByRole('switch').click();
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(await dialog.getByRole('region').innerText()).toBe(text);
    expect(JSON.parse(text)).toMatchObject({ baton: { mount: 'browser', hostReachable: true }, conversations: 1 });
    await dialog.getByRole('switch').click();
    await expect(dialog.getByRole('region')).toContainText('"event":"request"');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('"event":"request"');
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain('private');
    // The host's file contains what the window wrote.
    await expect
      .poll(() => readFile(join(baton.home, 'logs', 'baton.log'), 'utf8'))
      .toMatch(/"event":"session.idle","from":"page"/);
    expect(await readFile(join(baton.home, 'logs', 'baton.log'), 'utf8')).not.toContain('private');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to conversation' }).click();
  });
  await test.step('width, spacing, details, colors and CSS of one’s own, everywhere but in the settings', async () => {
    await ask(page, 'hello');
    const answer = turns(page).last();
    const tokens = answer.getByText(/ out$/);
    await expect(tokens).toBeVisible();
    const { width } = (await answer.locator('p').first().boundingBox()) ?? { width: 0 };

    await openSettings(page, 'Appearance');
    for (const name of ['Full', 'Compact', 'Time only', 'Rose', 'Plain'])
      await page.getByRole('radio', { name, exact: true }).click();
    await page.getByText('Custom CSS').first().click();
    await page.getByLabel('Custom CSS').fill('main { outline: 5px solid red } h2 { display: none }');
    const outline = () =>
      page.evaluate(() => getComputedStyle(document.querySelector('main') ?? document.body).outlineWidth);
    await expect(page.getByRole('heading', { level: 2, name: 'Appearance' })).toBeVisible();
    expect(await outline()).not.toBe('5px');

    await page.getByRole('button', { name: 'Back to conversation' }).click();
    await expect.poll(outline).toBe('5px');
    await page.reload();
    await expect(answer).toBeVisible();
    expect(await outline()).toBe('5px');
    await expect(tokens).toBeHidden();
    expect((await answer.locator('p').first().boundingBox())?.width).toBeGreaterThan(width);
  });
  await test.step('follows the system and other windows', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    const other = await context.newPage();
    await other.goto(baton.url);
    await openSettings(other, 'Appearance');
    await other.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
  await test.step('the choice of how to send reaches the composer', async () => {
    await page.bringToFront();
    await openSettings(page, 'Chat');
    await page.getByRole('radio', { name: 'Ctrl+Enter' }).click();
    await page.getByRole('button', { name: 'Back to conversation' }).click();
    const composer = page.locator('[data-composer]');
    await composer.fill('First line');
    await composer.press('Enter');
    await page.keyboard.type('second line');
    await expect(composer).toHaveValue('First line\nsecond line');
    await composer.press('Control+Enter');
    await expect(composer).toHaveValue('');
  });
  await test.step('theme, language and text size are there before the first paint', async () => {
    await openSettings(page, 'Appearance');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'Larger' }).click();
    await page.getByRole('radio', { name: 'None' }).click();
    const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(await size()).toBe('21px');
    await page.getByRole('radio', { name: '한국어' }).click();
    await expect(page.getByRole('heading', { level: 2, name: '화면' })).toBeVisible();

    // Without the page's own code, only the boot script can have painted.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
    expect(await size()).toBe('21px');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toMatch(/^oklch\(0\.2/);
  });
});
