import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { canonicalJson } from '#core/canonical-json.ts';
import { ask, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { dumpStorage, seedSession } from './support/storage.ts';

/** Without a file picker the browser downloads files, which the test can observe. */
async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
}

/** Without the tokens of messages, which a seed doesn't count and an archive doesn't have. */
const rows = async (page: Page, table: string) =>
  ((await dumpStorage(page))[table] ?? [])
    .map((row) => canonicalJson({ ...(row as object), tokens: undefined }))
    .sort();

test('a history goes out as a file and comes in from files, Baton’s own and of another app', async ({
  baton,
  page,
  launchProfile,
}, info) => {
  await withoutPicker(page);
  await startPractice(page, baton);
  await test.step('everything is exported, verified, and comes back into an empty profile', async () => {
    await ask(page, '!echo 어디로 넘겨도 남는 말');
    await seedSession(page, 300);
    await page.reload();
    await page.getByTitle('Export, restore, import').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export everything…' }).click();
    const download = await downloading;
    await expect(page.getByText(/hashes match\. 2 conversations, 302 messages/)).toBeVisible();
    expect(download.suggestedFilename()).toMatch(/^baton-\d{4}-\d\d-\d\d\.baton$/);
    const before = await rows(page, 'messages');
    await page.getByRole('button', { name: 'Done' }).click();
    const left = () =>
      page.evaluate(async () => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('exports');
        const names: string[] = [];
        for await (const name of folder.keys()) names.push(name);
        return names;
      });
    await expect.poll(left).toEqual([]);

    const other = await launchProfile('empty');
    const empty = await other.newPage();
    await empty.goto(baton.url);
    await empty.getByRole('button', { name: 'Start without them' }).click();
    await empty.getByRole('link', { name: 'Import from another app' }).click();
    await empty.locator('[data-intake=files]').setInputFiles(await download.path());
    await empty.getByRole('button', { name: 'Restore 2 conversations' }).click();
    await expect(empty.getByText('2 new conversations, 302 messages')).toBeVisible();
    expect(await rows(empty, 'messages')).toEqual(before);
    await empty.getByRole('list', { name: 'Each conversation' }).getByRole('link').first().click();
    await expect(turns(empty).first()).toBeVisible();
  });
  await test.step('an export of ChatGPT comes in once, says so the second time, and is taken back', async () => {
    const says = (role: string, text: string) => ({
      author: { role },
      create_time: 1_700_000_000.5,
      content: { content_type: 'text', parts: [text] },
      metadata: {},
    });
    const conversation = (id: string, title: string) => ({
      title,
      create_time: 1_700_000_000,
      conversation_id: id,
      current_node: 'n2',
      mapping: {
        root: { id: 'root', parent: null, children: ['n1'], message: null },
        n1: { id: 'n1', parent: 'root', children: ['n2'], message: says('user', '어디로 갈까?') },
        n2: { id: 'n2', parent: 'n1', children: [], message: says('assistant', '바다로 가세요.') },
      },
    });
    const file = info.outputPath('anything.dat');
    writeFileSync(
      file,
      JSON.stringify([conversation('c1', '여행 계획'), conversation('c2', 'Plan B'), { title: 'cut' }]),
    );
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('가져오기');
    await page.getByRole('option', { name: 'History' }).click();

    await page.locator('[data-intake=files]').setInputFiles(file);
    await expect(page.getByText('1 item in the export was left out')).toBeVisible();
    await page.getByRole('button', { name: 'Import 2 conversations' }).click();
    await expect(page.getByText('2 new conversations, 4 messages')).toBeVisible();
    const sidebar = page.getByRole('navigation', { name: 'Conversations' });
    await expect(sidebar.getByRole('link', { name: /^여행 계획/ })).toBeVisible();
    const once = await rows(page, 'messages');

    await page.getByRole('button', { name: 'Open another file' }).click();
    await page.locator('[data-intake=files]').setInputFiles(file);
    await expect(page.getByText('You already have every conversation in this file')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
    expect(await rows(page, 'messages')).toEqual(once);
    await page.getByRole('button', { name: 'Close', exact: true }).click();

    // It's still known in the trash: it's restored, and undoing that puts it back there.
    const link = sidebar.getByRole('link', { name: /^Plan B/ });
    await link.focus();
    await page.keyboard.press('Delete');
    await expect(link).toHaveCount(0);
    await page.locator('[data-intake=files]').setInputFiles(file);
    await expect(page.getByText('restored from the trash')).toBeVisible();
    await page.getByRole('button', { name: 'Import 1 conversation' }).click();
    await expect(link).toBeVisible();
    await page.getByRole('group', { name: 'Restore or import' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone')).toBeVisible();
    await expect(link).toHaveCount(0);
  });
});
