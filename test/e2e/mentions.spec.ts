import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { ask, messageBox, newChat, untilAnswered } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { watchForFailures } from './support/frame.ts';
import { dumpStorage, readMessages } from './support/storage.ts';
import { attachFolder, closeTools, openTools, removeFolders, withFolder } from './support/tools.ts';

test.afterAll(removeFolders);

test('files are pointed at in a message, and folders chosen, with the keyboard', async ({ baton, page }) => {
  await test.step('a message points at files: found, undone, kept over a reload, and read when it is sent', async () => {
    const failures = watchForFailures(page);
    const folder = await withFolder(page, baton);
    const put = (name: string, text: string) => {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    };
    put('src/app.ts', 'one\ntwo\nthree\n');
    put('문서/회의록.md', 'Relay at nine.\n');
    put('notes/plan.txt', 'Plan B.\n');
    const box = messageBox(page);
    const list = page.getByRole('listbox', { name: 'What to mention' });
    const chips = page.getByRole('list', { name: 'Mentioned' });

    await box.focus();
    await page.keyboard.type('compare @');
    await expect(list.getByRole('option')).toHaveText([
      'notes/',
      'src/',
      '문서/',
      'plan.txt, notes',
      'app.ts, src',
      '회의록.md, 문서',
    ]);
    await expectAccessible(page);
    await page.keyboard.type('app');
    await expect(list.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(box).toHaveValue('compare @src/app.ts ');
    await expect(chips).toContainText('app.ts');

    // Undo is the field's own, and the chip follows the word.
    await page.keyboard.press('ControlOrMeta+z');
    await expect(box).not.toHaveValue(/src\/app\.ts/);
    await expect(chips).toBeHidden();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(box).toHaveValue('compare @src/app.ts ');
    await expect(chips).toBeVisible();

    // Korean is composed: the list follows the syllable, doesn't open because of one, and takes nothing meanwhile.
    const input = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await page.keyboard.type('with ');
    await compose('@회');
    await expect(box).toHaveValue('compare @src/app.ts with @회');
    await expect(list).toBeHidden();
    await compose('');
    await page.keyboard.type('@');
    await expect(list).toBeVisible();
    await compose('회');
    await expect(list.getByRole('option')).toHaveText([/^회의록\.md/]);
    await input.send('Input.insertText', { text: '회의' });
    await expect(list.getByRole('option')).toHaveText([/^회의록\.md/]);
    await page.keyboard.press('Tab');
    await expect(box).toHaveValue('compare @src/app.ts with @문서/회의록.md ');
    await expect(chips.getByRole('listitem')).toHaveCount(2);

    const stored = async () => {
      const { drafts } = await dumpStorage(page);
      return (drafts as { mentions?: unknown[] }[] | undefined)?.[0]?.mentions?.length;
    };
    await expect.poll(stored).toBe(2);
    await page.reload();
    await expect(chips.getByRole('listitem')).toHaveCount(2);
    put('src/app.ts', 'one\n2\n3\n4\n');
    await box.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('and @src/app.ts:2-3');
    await expect(chips).toContainText('lines 2–3');
    await untilAnswered(page, () => page.keyboard.press('Enter'));
    put('src/app.ts', 'changed');
    const [question] = await readMessages(page);
    expect(question?.parts).toMatchObject([
      { type: 'file', name: 'src/app.ts', from: { server: 'builtin_workspace_server', uri: 'src/app.ts' } },
      { type: 'file', name: '문서/회의록.md' },
      { type: 'file', name: 'src/app.ts:2-3', bytes: 4 },
      { type: 'text', text: 'compare @src/app.ts with @문서/회의록.md and @src/app.ts:2-3' },
    ]);

    // What is gone is said before anything is sent.
    await page.keyboard.type('see @plan');
    await page.keyboard.press('Enter');
    await expect(chips).toContainText('plan.txt');
    rmSync(join(folder, 'notes'), { recursive: true });
    await page.keyboard.press('Enter');
    await expect(page.getByText('notes/plan.txt no longer exists')).toBeVisible();
    await expect(box).toHaveValue('see @notes/plan.txt ');
    await page.getByRole('button', { name: 'Don’t send notes/plan.txt' }).click();
    await expect(box).toBeFocused();
    await untilAnswered(page, () => page.keyboard.press('Enter'));
    expect((await readMessages(page)).filter(({ role }) => role === 'user')).toHaveLength(2);
    expect(failures).toEqual([]);
  });
  await test.step('a folder is chosen with the keyboard, and one of several is the main one', async () => {
    await newChat(page);
    const folder = await attachFolder(page);
    for (const name of ['relay/deep', 'notes']) mkdirSync(join(folder, name), { recursive: true });
    await ask(page, 'hello');
    await openTools(page);
    // It comes above the button, and moves it.
    await page.getByText('Are the files in this folder your own?').waitFor();
    await page.getByRole('button', { name: 'Choose a folder…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
    const path = dialog.getByLabel('Folder path');
    await expect(path).toBeFocused();
    await expect(path).not.toHaveValue('');
    await path.fill(folder);
    await path.press('Enter');
    const folders = dialog.getByRole('list', { name: 'Folders' });
    await expect(folders.getByRole('listitem')).toHaveText(['notes', 'relay']);
    await expectAccessible(page);
    await path.fill(join(folder, 're'));
    mkdirSync(join(folder, '.cache'));
    await dialog.getByRole('switch', { name: 'Show hidden folders' }).click();
    await expect(folders.getByRole('listitem')).toHaveText(['.cache', 'notes', 'relay']);
    // What is half written stays.
    await expect(path).toHaveValue(join(folder, 're'));
    await dialog.getByRole('switch', { name: 'Show hidden folders' }).click();
    await expect(folders.getByRole('listitem')).toHaveText(['notes', 'relay']);
    await folders.getByRole('button', { name: 'notes' }).focus();
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await expect(folders.getByRole('button', { name: 'deep' })).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(path).toHaveValue(folder);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(path).toHaveValue(join(folder, 'relay'));
    await dialog.getByRole('button', { name: 'Attach “relay”' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Main', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: `Make main: ${join(folder, 'relay')}` }).click();
    await expect(page.getByRole('button', { name: `Make main: ${folder}`, exact: true })).toBeVisible();
    await closeTools(page);
  });
});
