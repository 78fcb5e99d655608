import { expectAccessible } from './support/accessibility.ts';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { openSettings, startPractice } from './support/frame.ts';

const hook = (page: Page, id: string) => page.locator(`[data-hook="${id}"]`);
const origin = (page: Page, id: string) => hook(page, id).locator('[data-origin]').first();

async function openReliability(page: Page): Promise<void> {
  await openSettings(page, 'Reliability');
  await expect(hook(page, 'session-recovery')).toBeVisible();
}

test('switches, settings and variables come from the page, from a file and from an attached folder', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('a switch of the page, and of a file while the page is open', async () => {
    await openReliability(page);
    const recovery = page.getByRole('switch', { name: 'Recover from refused requests' });
    await expect(recovery).toBeChecked();
    await expect(origin(page, 'session-recovery')).toHaveText('Default');

    await recovery.focus();
    await page.keyboard.press('Space');
    await expect(recovery).not.toBeChecked();
    await expect(origin(page, 'session-recovery')).toHaveText('Set here');
    await page.reload();
    await expect(recovery).not.toBeChecked();

    // A file sets another one, and contains an invalid value.
    writeFileSync(
      join(baton.home, 'config.jsonc'),
      '{\n  "disabled_hooks": ["tool-output-truncator", "no-such-hook"], // mine\n  "experimental": { "auto_resume": 5 }\n}',
    );
    await expect(page.getByRole('switch', { name: 'Shorten long results' })).not.toBeChecked();
    await expect(origin(page, 'tool-output-truncator')).toHaveText('Your file');
    const warnings = page.getByRole('status').filter({ hasText: '2 settings in configuration files aren’t valid' });
    await expect(warnings).toContainText('config.jsonc line 2: “no-such-hook” is unknown and is ignored');
    await expect(warnings).toContainText('config.jsonc line 3: “experimental.auto_resume” is ignored');

    // The page's setting overrides the file's until it's removed.
    await page.getByRole('switch', { name: 'Shorten long results' }).click();
    await expect(origin(page, 'tool-output-truncator')).toHaveText('Set here');
    await page.getByRole('button', { name: 'Reset: Shorten long results' }).click();
    await expect(page.getByRole('switch', { name: 'Shorten long results' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Reset everything set here' }).click();
    await expect(recovery).toBeChecked();
    await expect(page.getByRole('button', { name: 'Reset everything set here' })).toHaveCount(0);
  });
  await test.step('which variables programs see besides the usual ones: what the file names and what is added here', async () => {
    await openReliability(page);
    const environment = page.getByRole('region', { name: 'Environment variables' });
    await expect(environment).toContainText('You haven’t added any.');
    writeFileSync(join(baton.home, 'config.jsonc'), '{ "env_allow_list": ["SSH_AUTH_SOCK", "MY_NAME"] }');
    const named = environment.getByRole('list', { name: 'Your own file lists these.' });
    await expect(named.getByRole('listitem')).toContainText(['SSH_AUTH_SOCK', 'MY_NAME']);
    await named.getByRole('button', { name: 'Allow: MY_NAME' }).click();
    const seen = environment.getByRole('list', { name: 'Variables you added' });
    await expect(seen.getByRole('listitem')).toHaveText(['MY_NAME']);
    await environment.getByLabel('Variable name').fill('NOT A NAME');
    await page.keyboard.press('Enter');
    await expect(environment.getByRole('alert')).toHaveText('Names can’t contain spaces or “=”.');
    await environment.getByLabel('Variable name').fill('EDITOR_HOME');
    await page.keyboard.press('Enter');
    await expect(seen.getByRole('listitem')).toHaveText(['MY_NAME', 'EDITOR_HOME']);
    await page.reload();
    await expect(seen.getByRole('listitem')).toHaveText(['MY_NAME', 'EDITOR_HOME']);
    await expect(environment).toContainText('lasts until you quit Baton');
    await environment.getByRole('button', { name: 'Hide MY_NAME again' }).click();
    await expect(seen.getByRole('listitem')).toHaveText(['EDITOR_HOME']);
    await expectAccessible(page);
  });
  await test.step('a setting of a hook, and what can be found', async () => {
    await openReliability(page);
    const every = page.getByRole('switch', { name: 'For every tool, not only search and language tools' });
    await expect(every).toBeChecked();
    await every.click();
    await expect(every).not.toBeChecked();
    await page.getByRole('switch', { name: 'Shorten long results' }).click();
    await expect(every).toHaveCount(0);

    await page.getByLabel('Find a setting').fill('non-interactive');
    await expect(page.locator('[data-hook]')).toHaveCount(1);
    await expect(page.getByText('1 found')).toBeVisible();
    await page.getByLabel('Find a setting').fill('no-such-hook');
    await expect(page.locator('[data-hook]')).toHaveCount(0);
    await expect(page.getByText('No results.')).toBeVisible();
  });
  await test.step('the file of an attached folder speaks for its conversation, and not about what is the user’s', async () => {
    await page.getByRole('button', { name: 'Back to conversation' }).click();
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'baton-folder-')));
    try {
      mkdirSync(join(folder, '.baton'));
      writeFileSync(
        join(folder, '.baton', 'config.jsonc'),
        JSON.stringify({ disabled_hooks: ['non-interactive-env'], env_allow_list: ['HOME'] }),
      );
      await page.getByRole('button', { name: /^Tools:/ }).click();
      await page.getByLabel('Folder path').fill(folder);
      await page.getByRole('button', { name: 'Attach', exact: true }).click();
      await expect(page.getByRole('button', { name: `Remove ${folder}` })).toBeVisible();
      await page.keyboard.press('Escape');
      await openReliability(page);
      await expect(page.getByRole('switch', { name: 'Never wait for interactive input' })).not.toBeChecked();
      await expect(origin(page, 'non-interactive-env')).toHaveText('Folder’s file');
      await expect(page.getByText('“env_allow_list” works only in your own file')).toBeVisible();
      await expect(page.locator('[data-layer="workspace"]')).toContainText(join(folder, '.baton', 'config.jsonc'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
