import type { Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APP_HEADER, APP_HEADER_VALUE, TOKEN_HEADER } from '#contract/headers.ts';
import { createOddServer } from '../host/mcp/support/odd.ts';
import { expectAccessible } from './support/accessibility.ts';
import { messageBox, newChat, settle, stopButton, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings, startPractice, watchForFailures } from './support/frame.ts';
import { dumpStorage, readMessages } from './support/storage.ts';

const PROBE = fileURLToPath(new URL('../tools/support/probe-server.ts', import.meta.url));

const row = (page: Page, name: string) => page.locator('[data-server]').filter({ hasText: name });

async function openTools(page: Page): Promise<void> {
  await openSettings(page, 'Tools');
  await expect(page.getByRole('heading', { name: 'Servers' })).toBeVisible();
}

async function addProbe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a server' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Probe');
  await page.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
  await page.getByLabel('Arguments, one per line').fill(`${PROBE}\n--greeting\nhello world`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

/** Tools that wait for a review, according to the host. */
const unapproved = (page: Page, asked: Record<string, string>): Promise<string[]> =>
  page.evaluate(
    async (headers) => {
      const answer = await fetch('/api/mcp/servers', { headers });
      const { servers } = (await answer.json()) as {
        servers: { tools: { name: string; approved: boolean }[] | null }[];
      };
      return servers.flatMap(({ tools }) => (tools ?? []).filter(({ approved }) => !approved).map(({ name }) => name));
    },
    { [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: asked[TOKEN_HEADER] ?? '' },
  );

test('a server is added by hand and governed, and a tool of it that has changed is held', async ({ baton, page }) => {
  const failures = watchForFailures(page);
  await startPractice(page, baton);
  await openTools(page);
  await test.step('a server is added by hand, shown in full, approved, and its tools are governed one by one', async () => {
    await expect(page.getByText('No servers yet')).toBeVisible();

    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Enter a value.')).toHaveCount(2);
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    // A look at the registry, for the name of a package, costs nothing that was typed.
    await page.getByLabel('Name', { exact: true }).fill('Half');
    await page.getByText('Registry', { exact: true }).click();
    await expect(page.getByLabel('Name', { exact: true })).toBeHidden();
    await page.getByText('Fill in', { exact: true }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half');
    // Back to what opened the form.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Add a server' })).toBeFocused();
    await page.getByRole('button', { name: 'Paste or choose a file' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Paste or choose a file' })).toBeFocused();
    await addProbe(page);

    const dialog = page.getByRole('dialog', { name: 'Run Probe?' });
    await expect(dialog.getByRole('definition')).toHaveText([process.execPath, PROBE, '--greeting', 'hello world']);
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const probe = row(page, 'Probe');
    await expect(probe).toContainText('Needs your approval');

    await probe.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: 'Approve and start' }).click();
    await expect(probe).toContainText('Running');
    await expect(probe).toContainText('2 tools');
    await expect(probe).toContainText(/about \d+ tokens per request/);

    await probe.getByRole('button', { name: 'Details of Probe' }).click();
    await expect(probe).toContainText('Version 1.2.3');
    const tools = probe.getByRole('list', { name: 'Tools of Probe' });
    await expect(tools).toBeVisible();
    await test.step('all of it fits 360 px', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      const countWider = () =>
        page.evaluate(
          () =>
            [...document.querySelectorAll('section[aria-labelledby="settings-heading"] *')].filter(
              (node) => node.getBoundingClientRect().right > innerWidth + 1,
            ).length,
        );
      await expect.poll(countWider).toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
    });
    await tools.getByRole('switch', { name: 'change' }).click();
    await expect(probe).toContainText('1 of 2 tools');
    await tools.getByRole('switch', { name: 'change' }).click();
    await expect(probe).toContainText('2 tools');

    const change = tools.getByLabel('When a model calls change');
    await change.selectOption('Always allow');
    const always = page.getByRole('dialog', { name: 'Always allow change?' });
    await expect(always.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await always.getByRole('button', { name: 'Cancel' }).click();
    await expect(change).toHaveValue('ask');
    // By keyboard: a choice by a script doesn't count as the user's.
    await tools.getByLabel('When a model calls look').focus();
    // The first key opens the list.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(tools.getByLabel('When a model calls look')).toHaveValue('always');
    await change.selectOption('Deny');
    await expect.poll(async () => JSON.stringify(await dumpStorage(page))).toContain('probe/change');
    await page.reload();
    await probe.getByRole('button', { name: 'Details of Probe' }).click();
    await expect(tools.getByLabel('When a model calls look')).toHaveValue('always');
    await expect(change).toHaveValue('deny');
    await tools.getByLabel('When a model calls look').selectOption('Ask');
    await expect(tools.getByLabel('When a model calls look')).toHaveValue('ask');

    await probe.getByRole('button', { name: 'Log of Probe' }).click();
    await expect(page.getByRole('log')).toContainText('probe is ready');
    await page.keyboard.press('Escape');
    await probe.getByRole('button', { name: 'Restart Probe' }).click();
    await expect(probe).toContainText('Running');

    await probe.getByRole('button', { name: 'Edit Probe' }).click();
    await expect(probe.getByLabel('Arguments, one per line')).toHaveValue(`${PROBE}\n--greeting\nhello world`);
    await probe.getByLabel('Arguments, one per line').fill(PROBE);
    await probe.getByRole('button', { name: 'Save' }).click();
    await expect(probe).toContainText('Needs your approval');

    await test.step('a removed server can be brought back', async () => {
      await probe.getByRole('button', { name: 'Remove Probe' }).click();
      await expect(probe).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(probe).toBeVisible();
      await page.reload();
      await expect(probe).toBeVisible();
      await probe.getByRole('button', { name: 'Details of Probe' }).press('Enter');
      await probe.getByRole('button', { name: 'Remove Probe' }).press('Enter');
      await expect(probe).toHaveCount(0);
      await page.reload();
      await expect(page.getByText('No servers yet')).toBeVisible();
    });
  });
  await test.step('a tool that has changed is held before anybody is asked, and reviewed where it was refused', async () => {
    const odd = createOddServer();
    const definition = odd.definition('--announce');
    const args = definition.kind === 'stdio' ? definition.args : [];
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Steady');
    await page.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
    await page.getByLabel('Arguments, one per line').fill(args.join('\n'));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Approve and start' }).click();
    const steady = row(page, 'Steady');
    await expect(steady).toContainText('Running');
    await steady.getByRole('button', { name: 'Details of Steady' }).click();
    const starts = odd.starts();
    await steady.getByRole('button', { name: 'Restart Steady' }).click();
    await expect.poll(() => odd.starts()).toBe(starts + 1);
    await expect(steady).toContainText('Running');
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await page.getByRole('button', { name: /^Tools:/ }).click();
    await page.getByRole('switch', { name: 'Use tools' }).click();
    await page.keyboard.press('Escape');

    // The server changes a tool between the request that offers it and the call.
    await page.route('**/api/vendors/*/wire/**', async (route) => {
      odd.describe({ say: 'sends everything away' });
      odd.announce();
      await expect.poll(() => unapproved(page, route.request().headers())).toContain('say');
      await route.continue();
    });
    await write(page, '!tool steady__say {"text":"x"}');
    await settle(page);
    await expect(page.getByRole('button', { name: /steady say/i }).last()).toContainText('needs your review');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'The tools of Steady have changed' });
    await expect(dialog).toContainText('sends everything away');
    await dialog.getByRole('button', { name: 'Approve these tools' }).click();
    await expect(page.getByText('Reviewed.')).toBeVisible();
    await page.getByRole('button', { name: 'Ask for it again' }).click();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(
      'Please call “say” again. It can run now.',
    );
    odd.dispose();
  });
  expect(failures).toEqual([]);
});

async function openInsert(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to the message' }).click();
  await page.getByRole('menuitem', { name: 'From a server…' }).click();
}

test('servers of other apps are told before they are stored, arrive switched off, and run only once approved', async ({
  baton,
  page,
}) => {
  const failures = watchForFailures(page);
  await startPractice(page, baton);
  await openTools(page);
  const openPaste = async () => {
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByText('Paste', { exact: true }).click();
  };
  await page.getByRole('button', { name: 'Paste or choose a file' }).click();
  const box = page.getByLabel('Configuration, command, or address');
  await test.step('what another app would fill in is asked for, and a file that is cut off is named', async () => {
    await box.fill('[mcp_servers.fetch]\ncommand = "npx"\nargs = ["-y", ');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('The text isn’t complete TOML.')).toBeVisible();
    await box.fill(
      JSON.stringify({
        inputs: [{ id: 'key', type: 'promptString', description: 'API key', password: true }],
        servers: { probe: { command: process.execPath, args: [PROBE, '--key=${input:key}', '${workspaceFolder}'] } },
      }),
    );
    await page.getByRole('button', { name: 'Check' }).click();
    const key = page.getByLabel('API key (${input:key})');
    await expect(key).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Add, turned off' }).click();
    await expect(page.getByText('Enter a value.')).toHaveCount(2);
    await expect(key).toBeFocused();
    await page.getByText('Where other apps store theirs').click();
    await expectAccessible(page, { within: 'main' });
    await key.fill('CANARY-key');
    await page.getByLabel('${workspaceFolder}', { exact: true }).fill('/work');
    await page.getByRole('button', { name: 'Add, turned off' }).click();
    // No place for keys has been chosen, so nothing was stored.
    await expect(page.getByText('First choose where to store your keys')).toBeVisible();
    await expect(row(page, 'probe')).toHaveCount(0);
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    await page.getByRole('radio', { name: 'Only this run' }).click();
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect(page.getByText('First choose where to store your keys')).toBeHidden();
    await page.getByRole('button', { name: 'Add, turned off' }).click();
    await row(page, 'probe').getByRole('switch', { name: 'probe' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run probe?' });
    await expect(dialog.getByRole('definition')).toHaveText([process.execPath, PROBE, '--key=${input:key}', '/work']);
    await dialog.getByRole('button', { name: 'Not now' }).click();
  });
  await test.step('a paste is told before it is stored, arrives switched off and runs nothing until it is approved', async () => {
    const marker = join(baton.home, 'marker');
    await openPaste();
    await box.fill('{"mcpServers": {"broken": {"args": []}}}');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('No server found in this text.')).toBeVisible();
    await expect(page.getByText('broken: it has neither a command nor an address.')).toBeVisible();

    const sly = `${PROBE}\u202e`;
    const entry = {
      command: process.execPath,
      args: [PROBE, sly],
      env: { PROBE_MARKER: marker, TOKEN: 'hush-hush-1' },
    };
    await box.fill(JSON.stringify({ mcpServers: { sly: entry } }));
    await page.getByRole('button', { name: 'Check' }).click();
    const found = page.getByRole('region', { name: 'sly' });
    await expect(found.getByRole('definition')).toHaveText([
      process.execPath,
      PROBE,
      `${PROBE}\\u{202e}`,
      'PROBE_MARKER',
      'TOKEN',
    ]);
    await expect(found).toContainText('invisible characters');
    await expect(found).not.toContainText('hush-hush-1');
    await page.getByRole('button', { name: 'Add, turned off' }).click();
    const added = row(page, 'sly');
    await expect(added.getByRole('switch', { name: 'sly' })).not.toBeChecked();
    expect(existsSync(marker)).toBe(false);

    await added.getByRole('switch', { name: 'sly' }).click();
    const question = page.getByRole('dialog', { name: 'Run sly?' });
    await expect(question).toContainText('\\u{202e}');
    expect(existsSync(marker)).toBe(false);
    await question.getByRole('button', { name: 'Approve and start' }).click();
    await expect(added).toContainText('Running');
    expect(existsSync(marker)).toBe(true);
  });
  await test.step('the file of another app is read; many tools are found by name and switched together', async () => {
    await openPaste();
    const path = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (
      await chooser
    ).setFiles({
      name: 'claude_desktop_config.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ mcpServers: { everything: { command: process.execPath, args: [path] } } })),
    });
    await expect(page.getByRole('region', { name: 'everything' }).getByRole('definition').last()).toHaveText(path);
    await page.getByRole('button', { name: 'Add, turned off' }).click();
    const all = row(page, 'everything');
    await all.getByRole('switch', { name: 'everything' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and start' }).click();
    await expect(all).toContainText('Running');
    await all.getByRole('button', { name: 'Details of everything' }).click();

    await all.getByRole('searchbox', { name: 'Find a tool in everything' }).fill('RESOURCE');
    const tools = all.getByRole('list', { name: 'Tools of everything' }).getByRole('listitem');
    await expect(tools.filter({ hasNotText: /resource/i })).toHaveCount(0);
    const found = await tools.count();
    expect(found).toBeGreaterThan(1);
    await all.getByRole('button', { name: 'All off' }).click();
    await expect(all.getByRole('switch', { name: 'get-resource-links' })).not.toBeChecked();
    await all.getByRole('searchbox').fill('nothing of the kind');
    await expect(all).toContainText('No tools match “nothing of the kind”.');
    await all.getByRole('searchbox').fill('');
    await expect(all.getByRole('switch', { name: 'echo' })).toBeChecked();
    const count = await tools.count();
    await expect(all).toContainText(`${count - found} of ${count} tools`);
  });
  await test.step('a resource goes along, and a prompt is filled in and put into the message', async () => {
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await page.getByRole('button', { name: /^Tools:/ }).click();
    await page.getByRole('switch', { name: 'Use tools' }).click();
    await expect(page.getByRole('switch', { name: 'Use tools' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Tools in this conversation' })).toBeHidden();

    await openInsert(page);
    const dialog = page.getByRole('dialog', { name: 'From a server' });
    const search = dialog.getByRole('combobox', { name: 'Search resources and prompts' });
    await expect(search).toBeFocused();
    await expect(dialog.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await search.fill('zzz');
    await expect(dialog.getByText('No results for “zzz”.')).toBeVisible();
    await search.fill('architecture.md');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const chips = page.getByRole('list', { name: 'Attachments' });
    await expect(chips).toContainText('architecture.md');
    await expect(chips).toContainText('everything');

    await openInsert(page);
    await search.fill('args');
    await page.getByRole('option', { name: /Arguments Prompt/ }).click();
    const form = page.getByRole('dialog', { name: 'Arguments Prompt' });
    await form.getByRole('button', { name: 'Insert' }).click();
    await expect(form.getByText('Enter a value.').first()).toBeVisible();
    for (const field of await form.getByRole('textbox').all()) await field.fill('Seoul');
    await form.getByRole('button', { name: 'Insert' }).click();
    await expect(form).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
    await expect(messageBox(page)).toHaveValue(/Seoul/);

    await messageBox(page).press('Enter');
    await settle(page);
    await expect(turns(page).first()).toContainText('architecture.md');
    const [question] = await readMessages(page);
    expect(question?.parts).toMatchObject([
      { type: 'file', name: 'architecture.md', from: { server: 'everything' } },
      { type: 'text', text: expect.stringContaining('Seoul') },
    ]);
  });
  expect(failures).toEqual([]);
});

test('a conversation names the server whose tools it waits for, and stops at once', async ({ baton, page }) => {
  const failures = watchForFailures(page);
  await startPractice(page, baton);
  await openTools(page);
  await page.getByRole('button', { name: 'Add a server' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Mute');
  await page.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
  await page.getByLabel('Arguments, one per line').fill('-e\nprocess.stdin.resume()');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog', { name: 'Run Mute?' }).getByRole('button', { name: 'Approve and start' }).click();
  await expect(page.getByRole('dialog', { name: 'Run Mute?' })).toBeHidden();

  await newChat(page);
  await page.getByRole('button', { name: /^Tools:/ }).click();
  await page.getByRole('switch', { name: 'Use tools' }).click();
  await page.keyboard.press('Escape');
  await write(page, '!echo hello');
  await expect(turns(page).last()).toContainText(/Waiting for tools from Mute… \d/);
  await expect(page.getByRole('region', { name: 'Run' })).toContainText('waiting for tools from Mute');
  await stopButton(page).click();
  await expect(turns(page).last()).toContainText('This answer was stopped', { timeout: 5000 });
  expect(failures).toEqual([]);
});
