import type { Page } from '@playwright/test';
import { pdf } from '../documents/pack.ts';
import { expectAccessible } from './support/accessibility.ts';
import { messageBox, recordWire, startPractice, turns, untilAnswered, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings } from './support/frame.ts';

const LONG = 'Nothing of interest is on this line of the file.\n'.repeat(9_000);

async function openProject(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for folder 조류 연구' }).click();
  await page.getByRole('menuitem', { name: 'Project…' }).click();
}

test('a project: instructions and files, a search by the model, a citation that opens its passage', async ({
  baton,
  page,
}) => {
  const calls = recordWire(page);
  await startPractice(page, baton);
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Folder name' }).fill('조류 연구');
  await page.keyboard.press('Enter');
  await openProject(page);
  const dialog = page.getByRole('dialog', { name: 'Project “조류 연구”' });
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Cite every source.');
  await dialog.getByRole('radio', { name: 'Let the model search' }).click();
  await dialog.locator('input[type=file]').setInputFiles([
    {
      name: '관찰.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`${LONG}왜가리는 회색이고 물가에서 산다.\n${LONG}`),
    },
    {
      name: 'birds.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(
        await pdf([
          '(Cranes dance in the morning, in pairs)',
          '(The heron is grey and stands in shallow water)',
        ]).arrayBuffer(),
      ),
    },
  ]);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'birds.pdf' })).toContainText('tokens');
  await expect(dialog.getByRole('listitem').filter({ hasText: '관찰.txt' })).toContainText('tokens');
  await expectAccessible(page);
  await test.step('a removed file leaves the focus with the next one', async () => {
    await dialog.locator('input[type=file]').setInputFiles([
      { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('1') },
      { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('2') },
    ]);
    await dialog.getByRole('button', { name: 'Remove one.txt' }).press('Enter');
    await expect(dialog.getByRole('button', { name: 'Remove two.txt' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Remove two.txt' })).toHaveCount(0);
  });
  await test.step('a file that can’t be read holds back no other one', async () => {
    await page.evaluate(() => {
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = function (this: Blob) {
        const isFolder = this instanceof File && this.name === 'a folder';
        return isFolder ? Promise.reject(new DOMException('', 'NotFoundError')) : arrayBuffer.call(this);
      };
    });
    await dialog.locator('input[type=file]').setInputFiles([
      { name: 'first.txt', mimeType: 'text/plain', buffer: Buffer.from('1') },
      { name: 'a folder', mimeType: '', buffer: Buffer.from('') },
      { name: 'last.txt', mimeType: 'text/plain', buffer: Buffer.from('2') },
    ]);
    for (const name of ['first.txt', 'last.txt'])
      await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('tokens');
    await expect(page.getByText('Couldn’t add a folder').first()).toBeVisible();
    for (const name of ['first.txt', 'last.txt']) await dialog.getByRole('button', { name: `Remove ${name}` }).click();
  });

  const meaning = dialog.getByRole('region', { name: 'Search by meaning' });
  await meaning.getByRole('button', { name: 'Choose a model' }).click();
  await meaning.getByRole('combobox', { name: 'Connection' }).selectOption('practice-gemini');
  await expect(meaning.getByRole('combobox', { name: 'Embedding model' })).toHaveValue('practice-embedding');
  await expect(meaning).toContainText('to Practice (Gemini) on this computer');
  await expectAccessible(page);
  expect(calls).toEqual([]);
  await meaning.getByRole('button', { name: 'Send files and turn on' }).click();
  await expect(meaning).toContainText('All files can be searched by meaning.', { timeout: 30_000 });
  expect(calls.some(({ body }) => body.includes('The heron is grey'))).toBe(true);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Actions for folder 조류 연구' }).click();
  await page.getByRole('menuitem', { name: 'New conversation here' }).click();
  // Until it has the focus, the box on the screen may be that of the conversation before.
  await expect(messageBox(page)).toBeFocused();
  const search = '!tool search_project_files {"query":"왜가리 heron"}';
  await write(page, `${search}\n!echo Herons are grey [1], and [9] was not given.`);
  const citation = page.getByRole('button', { name: /^Passage 1: / });
  await expect(citation).toBeVisible({ timeout: 30_000 });
  await expect(turns(page).last()).toContainText('[9] was not given');
  await expect(page.getByRole('button', { name: /^Passage 9/ })).toHaveCount(0);
  expect(calls.at(-1)?.body).toContain('Cite every source.');
  expect(calls.at(-1)?.body).toContain('birds.pdf, Page 2');
  expect(calls.at(-1)?.body).toContain('왜가리는 회색이고');
  await citation.click();
  const passage = page.getByRole('dialog', { name: /^Passage 1: / });
  await expect(passage.locator('mark').filter({ hasText: '왜가리는 회색이고' })).toBeVisible();
  await passage.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Project 조류 연구: shared with this conversation' }).click();
  const instructions = page.getByRole('dialog', { name: 'Instructions for this conversation' });
  await instructions.getByRole('switch', { name: 'Instructions of “조류 연구”' }).click();
  await instructions.getByRole('button', { name: 'Cancel' }).click();
  await untilAnswered(page, () => write(page, 'And cranes?'));
  expect(calls.at(-1)?.body).not.toContain('Cite every source.');
  await test.step('a deleted project leaves the focus in the list, and the trash returns it', async () => {
    await page.getByRole('button', { name: 'Actions for folder 조류 연구' }).click();
    await page.getByRole('menuitem', { name: 'Delete folder' }).click();
    await expect(page.getByRole('button', { name: /조류 연구/ })).toHaveCount(0);
    await expect(page.locator('[data-item] [data-stop]:focus')).toBeVisible();
    await openSettings(page, 'Deleted');
    await page.getByRole('button', { name: 'Restore project 조류 연구' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Actions for folder 조류 연구' })).toBeVisible();
    await expect(
      page
        .getByRole('radio', { name: 'Forever' })
        .or(page.getByRole('radio', { name: '30 days' }))
        .and(page.locator(':focus')),
    ).toBeVisible();
  });
  await test.step('a project that is deleted for good comes back by no undo', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Actions for folder 조류 연구' }).click();
    await page.getByRole('menuitem', { name: 'Delete folder' }).click();
    await expect(page.getByText('Folder “조류 연구” deleted')).toBeVisible();
    await page.getByRole('button', { name: 'Delete project 조류 연구 for good' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByRole('button', { name: 'Delete project 조류 연구 for good' })).toHaveCount(0);
    await expect(page.getByText('Folder “조류 연구” deleted')).toHaveCount(0, { timeout: 3000 });
  });
});
