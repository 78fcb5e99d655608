import type { Page } from '@playwright/test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createOAuthWorld, type OAuthWorld } from '../host/mcp/support/oauth-world.ts';
import { expectAccessible } from './support/accessibility.ts';
import { settle, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings, startPractice, watchForFailures } from './support/frame.ts';
import { dumpStorage } from './support/storage.ts';

let world: OAuthWorld;
test.beforeEach(async () => {
  world = await createOAuthWorld();
});
test.afterEach(() => world.close());

const row = (page: Page) => page.locator('[data-server]').filter({ hasText: 'locked' });

async function addLocked(page: Page): Promise<void> {
  await openSettings(page, 'Tools');
  await page.getByRole('button', { name: 'Add a server' }).click();
  await page.getByText('Paste', { exact: true }).click();
  const config = JSON.stringify({ mcpServers: { locked: { url: world.url } } });
  await page.getByLabel('Configuration, command, or address').fill(config);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Add, turned off' }).click();
  await row(page).getByRole('switch', { name: 'locked' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect to locked?' });
  await expect(dialog).toContainText(world.url);
  await dialog.getByRole('button', { name: 'Approve and connect' }).click();
  await expect(row(page)).toContainText('Sign-in needed');
}

/** Chooses where the tokens of the sign-in are stored. */
async function choosePlace(page: Page): Promise<void> {
  await row(page).getByRole('button', { name: 'Choose', exact: true }).click();
  await page.getByRole('radio', { name: 'Only this run' }).click();
  await page.getByRole('button', { name: 'Use this' }).click();
}

/** The sign-in page, as another browser opens it; the loopback address at its end says what to do next. */
async function goThrough(page: Page): Promise<void> {
  const ask = page.getByRole('dialog', { name: 'Open this address?' });
  await expect(ask).toContainText(`${world.origin}/authorize`);
  const opened = page.waitForEvent('popup');
  await ask.getByRole('button', { name: 'Open', exact: true }).click();
  const popup = await opened;
  // Its language is unknown.
  for (const text of ['You can close this window and go back to Baton.', '이 창을 닫고 Baton으로 돌아가세요.'])
    await expect(popup.getByText(text)).toBeVisible();
  await popup.close();
}

const filesBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile())
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n');

test('a sign-in is asked for, given up, lost or too narrow, and no token reaches the page', async ({ baton, page }) => {
  const failures = watchForFailures(page);
  await test.step('a server that wants a sign-in gets one, is used, and is signed out; no token reaches the page', async () => {
    const answers: string[] = [];
    page.on('response', (response) => {
      if (!response.url().startsWith(baton.origin)) return;
      response.text().then(
        (text) => answers.push(text, JSON.stringify(response.headers())),
        () => undefined,
      );
    });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await startPractice(page, baton);

    await addLocked(page);
    await row(page).getByRole('button', { name: 'Sign in' }).click();
    await choosePlace(page);
    // Once the place is chosen, the question disappears.
    await expect(page.getByText('First choose where to store your keys')).toBeHidden();
    await row(page).getByRole('button', { name: 'Sign in' }).click();
    await goThrough(page);
    await expect(row(page)).toContainText('Running');
    expect(world.registered).toHaveLength(1);
    await expect(row(page)).toContainText('Signed in');
    await expect(row(page)).toContainText('2 tools');
    await expectAccessible(page, { within: 'main' });

    // The server repeats the token it's sent; the conversation receives none.
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await page.getByRole('button', { name: /^Tools:/ }).click();
    await page.getByRole('switch', { name: 'Use tools' }).click();
    await page.keyboard.press('Escape');
    await write(page, '!tool locked__whoami');
    await page.getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
    await settle(page);
    await page
      .getByRole('button', { name: /locked whoami/ })
      .last()
      .click();
    await expect(page.getByText('token [redacted]').first()).toBeVisible();

    const places = {
      answers: answers.join('\n'),
      page: await page.evaluate(
        () =>
          document.documentElement.outerHTML +
          JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      ),
      storage: JSON.stringify(await dumpStorage(page)),
      console: said.join('\n'),
      output: baton.output,
      home: filesBelow(baton.home),
    };
    expect(world.issued.length).toBeGreaterThanOrEqual(2);
    expect(places.storage).toContain('[redacted]');
    for (const [place, text] of Object.entries(places))
      for (const token of world.issued) expect(text, place).not.toContain(token);

    await openSettings(page, 'Tools');
    await row(page).getByRole('button', { name: 'Details of locked' }).click();
    await row(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(row(page)).not.toContainText('Signed in');
    await row(page).getByRole('button', { name: 'Start now' }).click();
    await expect(row(page)).toContainText('Sign-in needed');
  });
  await test.step('a sign-in that does not come about says why, and can be given up and begun again', async () => {
    world.metadata = { ...world.metadata, code_challenge_methods_supported: ['plain'] };
    await row(page).getByRole('button', { name: 'Sign in' }).click();
    await expect(row(page)).toContainText('S256');
    world.metadata = { ...world.metadata, code_challenge_methods_supported: ['S256'] };

    await row(page).getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog', { name: 'Open this address?' }).getByRole('button', { name: 'Cancel' }).click();
    await row(page).getByRole('button', { name: 'Cancel sign-in' }).click();

    world.deny = true;
    await row(page).getByRole('button', { name: 'Sign in' }).click();
    await goThrough(page);
    await expect(row(page).getByRole('alert')).toHaveText('Couldn’t sign in. The sign-in was refused (access_denied).');
    world.deny = false;
    await row(page).getByRole('button', { name: 'Sign in' }).click();
    await goThrough(page);
    await expect(row(page)).toContainText('Running');
  });
  await test.step('a sign-in that is lost or too narrow is settled at the call, which can be asked for again', async () => {
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await page.getByRole('button', { name: /^Tools:/ }).click();
    await page.getByRole('switch', { name: 'Use tools' }).click();
    await page.keyboard.press('Escape');

    await write(page, '!tool locked__admin');
    await page.getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
    await settle(page);
    await expect(page.getByText('locked needs you to sign in again and allow more: admin.')).toBeVisible();
    await expectAccessible(page, { within: 'main' });
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await goThrough(page);
    await expect(page.getByText('You’re signed in to locked.')).toBeVisible();
    await page.getByRole('button', { name: 'Ask for it again' }).click();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(
      'Please call “admin” again. It can run now.',
    );
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('');
    await write(page, '!tool locked__admin');
    await page.getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
    await settle(page);
    await expect(page.getByRole('button', { name: /locked admin/ }).last()).toContainText('done');

    world.revoke();
    await write(page, '!tool locked__whoami');
    await page.getByRole('button', { name: 'Allow once' }).click({ delay: 700 });
    await settle(page);
    await expect(page.getByRole('button', { name: /locked whoami/ }).last()).toContainText('sign-in needed');
    await expect(page.getByText('Sign in to locked first. The tool didn’t run.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await goThrough(page);
    await expect(page.getByText('You’re signed in to locked.')).toBeVisible();
    // The call that needs more rights still asks: the new sign-in wasn't for them.
    await expect(page.getByRole('button', { name: 'Ask for it again' })).toHaveCount(1);
  });
  expect(failures).toEqual([]);
});
