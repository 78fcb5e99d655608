import type { Locator, Page } from '@playwright/test';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectAccessible, still, violationsInBothThemes } from './support/accessibility.ts';
import { messageBox, settle, stopButton, turns, untilAnswered, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { startPractice, watchForFailures } from './support/frame.ts';
import type { BatonServer } from './support/server.ts';

const folders: string[] = [];
test.afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const newFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'baton-folder-')));
  folders.push(folder);
  return folder;
};

const shell = (command: string) => `!tool builtin_shell_server__run ${JSON.stringify({ command })}`;
const question = (page: Page) => page.getByRole('region', { name: 'Allow run?' });
const tools = (page: Page) => page.getByRole('button', { name: /^Tools:/ });

/** Presses Tab, or Shift+Tab, until the target has the focus; every stop on the way must be in view. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((node) => node === document.activeElement).catch(() => false)) return;
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  }
  throw new Error('it is not reached by Tab');
}

/** With the keyboard alone, starting in the message box. */
async function attachByKeys(page: Page, folder: string): Promise<void> {
  await tools(page).waitFor();
  await tabTo(page, tools(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Tools in this conversation' })).toBeVisible();
  await tabTo(page, page.getByLabel('Folder path'));
  await page.keyboard.type(folder);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Remove ${folder}` })).toBeVisible();
  await expect(page.getByLabel('Folder path')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tools(page)).toBeFocused();
  await page.keyboard.press('Control+J');
  await expect(messageBox(page)).toBeFocused();
}

async function send(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

// The buttons of a question can be pressed when its animation has ended.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a run is begun, answered, stopped and resumed without a mouse, and its question is whole at 200 %', async ({
  baton,
  page,
}) => {
  const failures = watchForFailures(page);
  const folder = newFolder();
  await startPractice(page, baton);
  await attachByKeys(page, folder);
  const card = question(page);
  const deny = card.getByRole('button', { name: 'Deny' });
  await test.step('a run is started, denied, allowed, stopped and resumed without a mouse', async () => {
    await send(page, shell('echo first'));
    await expect(deny).toBeFocused();
    await expect(page.getByRole('navigation', { name: 'Conversations' })).toContainText('needs your decision');
    await tabTo(page, card.getByLabel(/^Reason for denying/));
    await page.keyboard.type('rather not');
    await still(page);
    await page.keyboard.press('Enter');
    await expect(card).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
    await settle(page);

    await send(page, shell('echo second-$((40+2)); sleep 60'));
    await expect(deny).toBeFocused();
    await tabTo(page, card.getByRole('button', { name: 'Allow once' }));
    await still(page);
    await page.keyboard.press('Enter');
    await expect(card).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
    await expect(page.getByRole('group', { name: 'Live output' })).toContainText('second-42');
    await page.keyboard.press('Control+Period');
    await expect(page.getByText('You stopped the run.')).toBeVisible();
    await expect(messageBox(page)).toBeFocused();

    await tabTo(page, page.getByRole('button', { name: 'Continue' }), 'Shift+Tab');
    await untilAnswered(page, () => page.keyboard.press('Enter'));
    await expect(page.getByText('You stopped the run.')).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
    await expect(turns(page).last()).toContainText('Operation cancelled by user');

    await send(page, shell('echo third'));
    await expect(deny).toBeFocused();
    await page.reload();
    const resume = page.getByRole('button', { name: 'Resume' });
    await expect(resume).toBeVisible();
    await page.keyboard.press('Control+J');
    await tabTo(page, resume, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(deny).toBeFocused();
    await still(page);
    await page.keyboard.press('Control+Enter');
    await settle(page);
    await expect(messageBox(page)).toBeFocused();
  });
  await test.step('a command that waits for a terminal is pointed out before it is allowed, and on its card', async () => {
    await send(page, shell('echo hello | less'));
    const message = '“less” needs input from a terminal, but there’s none here.';
    await expect(card).toContainText(message);
    await still(page);
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Allow once' }).click();
    await settle(page);
    await expect(card).toBeHidden();
    await expect(page.getByText(message)).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('a long question leaves its answers and Stop in view at 200 %', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    await write(page, shell(Array.from({ length: 40 }, (_, at) => `echo ${at}`).join('\n')));
    await expect(deny).toBeInViewport({ ratio: 1 });
    await expect(card.getByRole('button', { name: 'Always allow' })).toBeInViewport({ ratio: 1 });
    await expect(stopButton(page)).toBeInViewport({ ratio: 1 });
    await stopButton(page).click();
    await settle(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('a folder that was used before is offered again, and can be forgotten', async () => {
    await page.keyboard.press('Control+Shift+O');
    await expect(tools(page)).toHaveAccessibleName('Tools: off');
    await tools(page).click();
    const recent = page.getByRole('list', { name: 'Recent folders' });
    await recent.getByRole('button', { name: /^Attach: / }).click();
    await expect(page.getByRole('button', { name: `Remove ${folder}` })).toBeVisible();
    await expect(recent).toBeHidden();
    await page.getByRole('button', { name: `Remove ${folder}` }).click();
    await recent.getByRole('button', { name: `Forget ${folder}` }).click();
    await expect(recent).toBeHidden();
    await page.reload();
    await tools(page).click();
    await expect(page.getByLabel('Folder path')).toBeVisible();
    await expect(recent).toBeHidden();
  });
  expect(failures).toEqual([]);
});

async function withServer(page: Page, baton: BatonServer): Promise<void> {
  const everything = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
  await startPractice(page, baton);
  await page.goto(`${baton.origin}/#/settings/tools`);
  await page.getByRole('button', { name: 'Paste or choose a file' }).click();
  const entry = { command: process.execPath, args: [everything] };
  await page
    .getByLabel('Configuration, command, or address')
    .fill(JSON.stringify({ mcpServers: { everything: entry } }));
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Add, turned off' }).click();
  await page.getByRole('switch', { name: 'everything' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve and start' }).click();
  await expect(page.locator('[data-server]').first()).toContainText('Running');
}

test('what only servers and folded plans bring into a run is free of violations in both themes', async ({
  baton,
  page,
}) => {
  await withServer(page, baton);
  await page.keyboard.press('Control+Shift+O');
  await expect(messageBox(page)).toBeVisible();
  await tools(page).click();
  await page.getByLabel('Folder path').fill(newFolder());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
  await page.keyboard.press('Escape');

  await write(
    page,
    '!tool builtin_planning_server__create_goal {"goal":"Two things"}\n!tool builtin_planning_server__add_todo {"content":"The first"}',
  );
  await settle(page);
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText('The first');
  await page.getByRole('button', { name: 'Fold the plan to a line' }).click();
  await page.getByText('Plan · Two things').click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByText('Plan · Two things').click();

  await write(page, `${shell('echo one')}\n${shell('echo two')}`);
  await expect(question(page)).toBeVisible();
  await still(page);
  await question(page).getByRole('button', { name: 'Allow in this chat' }).click();
  await expect(question(page)).toContainText('You allowed it, but the model has since seen outside content');
  await expect(question(page)).toContainText('Commands · run');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await stopButton(page).click();
  await expect(page.getByText('You stopped the run.')).toBeVisible();

  await write(page, '!tool trigger-elicitation-request {}');
  const card = page.getByRole('region', { name: 'Allow trigger-elicitation-request?' });
  await expect(card).toBeVisible();
  await still(page);
  await card.getByRole('button', { name: 'Allow once' }).click();
  const dialog = page.getByRole('dialog', { name: /has a question$/ });
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeInViewport();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Enter a value.')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await settle(page);
});
