import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { chooseModel, messageBox, newChat, recordWire, settle, startPractice, turns, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

/** Not a word of any text, so that whatever contains it comes from the chat. */
const MARK = 'qzvxkwjq';

/** Every place in which the page can store something, as text: all databases, the file system of the origin, strings. */
function readPlaces(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href];
    const plain = async (value: unknown): Promise<unknown> => {
      if (value instanceof Blob) return value.text();
      if (Array.isArray(value)) return Promise.all(value.map(plain));
      if (value === null || typeof value !== 'object') return value;
      const entries = Object.entries(value).map(async ([key, one]) => [key, await plain(one)] as const);
      return Object.fromEntries(await Promise.all(entries));
    };
    for (const { name = '' } of await indexedDB.databases()) {
      texts.push(name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open(name);
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      for (const table of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const all = db.transaction(table).objectStore(table).getAll();
          all.addEventListener('success', () => resolve(all.result));
          all.addEventListener('error', () => reject(all.error));
        });
        texts.push(JSON.stringify(await plain(rows)));
      }
      db.close();
    }
    const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of folder.values()) {
        if (entry instanceof FileSystemDirectoryHandle) await walk(entry);
        else if (entry instanceof FileSystemFileHandle) texts.push(entry.name, await (await entry.getFile()).text());
      }
    };
    await walk(await navigator.storage.getDirectory());
    for (const name of await caches.keys()) texts.push(name);
    return texts.join('\n');
  });
}

/** Every file below a folder whose bytes or name contain the mark. */
function filesWithMark(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    return name.includes(MARK) || (statSync(path).isFile() && readFileSync(path).includes(MARK));
  });
}

const bar = (page: Page) => page.getByRole('note').filter({ hasText: 'Temporary chat.' });

test('a temporary chat leaves nothing behind when it is discarded, and is stored only once it is kept', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('a discarded temporary chat is gone, an empty one without a question', async () => {
    await page.getByRole('button', { name: 'New temporary chat' }).click();
    await expect(bar(page)).toBeVisible();
    await expect(messageBox(page)).toBeFocused();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/#\/s\//);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'New temporary chat' })).toBeVisible();
    await expect(messageBox(page)).toBeFocused();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('temporary');
    await page.keyboard.press('Enter');
    await write(page, `!echo ${MARK}`);
    await settle(page);
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('button', { name: 'New temporary chat' })).toBeVisible();
    await expect(messageBox(page)).toBeFocused();
    expect(await readPlaces(page)).not.toContain(MARK);

    await page.keyboard.press('Control+Shift+Y');
    await expect(page.getByRole('heading', { name: 'Nothing of this chat is stored' })).toBeVisible();
  });
  await test.step('a temporary chat reaches neither the databases of the page nor the home of Baton until it is kept', async () => {
    await newChat(page);
    await write(page, '!echo An ordinary conversation.');
    await settle(page);
    const wire = recordWire(page);

    await page.keyboard.press('Control+Shift+Y');
    await expect(page.getByRole('heading', { name: 'Nothing of this chat is stored' })).toBeVisible();
    await expect(bar(page)).toBeVisible();
    await expect(page).toHaveTitle('Temporary chat · Baton');
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: /^Tools/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Web search/ })).toHaveCount(0);

    // A question with a file, another vendor, an edited question, an answer asked again, an error, a draft.
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: `${MARK}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`file ${MARK}`) });
    await write(page, `!echo first ${MARK}`);
    await settle(page);
    await expect(turns(page).last().getByText(`first ${MARK}`)).toBeVisible();
    await chooseModel(page, 'Practice GPT');
    await write(page, `!echo second ${MARK}`);
    await settle(page);
    await turns(page).last().hover();
    await turns(page).last().getByRole('button', { name: 'Ask again' }).click();
    await settle(page);
    await expect(turns(page).last().getByRole('button', { name: 'Previous version' })).toBeVisible();
    await turns(page).nth(2).hover();
    await turns(page).nth(2).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).fill(`!echo edited ${MARK}`);
    await page.keyboard.press('Enter');
    await settle(page);
    await expect(turns(page).last().getByText(`edited ${MARK}`)).toBeVisible();
    await turns(page).last().hover();
    await turns(page).last().getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menuitem', { name: 'Fork' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await write(page, `!fault 529 ${MARK}`);
    await settle(page);
    await messageBox(page).fill(`draft ${MARK}`);
    expect(wire.some(({ body }) => body.includes(MARK))).toBe(true);

    // Longer than drafts, the journal, logs and the list of models wait.
    await page.waitForTimeout(3000);
    expect(await readPlaces(page)).not.toContain(MARK);
    expect(filesWithMark(baton.home)).toEqual([]);

    // Settings don't end it, another conversation asks first.
    await page.keyboard.press('Control+Comma');
    await expect(page.getByRole('navigation', { name: 'Settings pages' })).toBeVisible();
    await page.keyboard.press('Control+Shift+Y');
    await expect(messageBox(page)).toHaveValue(`draft ${MARK}`);
    await page.getByText('!echo An ordinary conversation.').click();
    const asking = page.getByRole('dialog', { name: 'Leave the temporary chat?' });
    await expect(asking).toBeVisible();
    await expectAccessible(page);
    await asking.getByRole('button', { name: 'Go back' }).click();
    await expect(bar(page)).toBeVisible();

    await bar(page).getByRole('button', { name: 'Keep this chat' }).click();
    await expect(bar(page)).toHaveCount(0);
    await expect(page).toHaveURL(/#\/s\//);
    await expect(turns(page).first().getByText(`${MARK}.txt`)).toBeVisible();
    // The same search finds it now, in both places.
    expect(await readPlaces(page)).toContain(`file ${MARK}`);
    await expect.poll(() => filesWithMark(baton.home).length, { timeout: 15_000 }).toBeGreaterThan(0);
    await page.reload();
    await expect(messageBox(page)).toHaveValue(`draft ${MARK}`);
  });
});
