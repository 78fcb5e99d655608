import type { Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODE_TEXTS } from '#core/message-options.ts';
import {
  ask,
  messageBox,
  newChat,
  recordWire,
  settle,
  startPractice,
  stopButton,
  turns,
  write,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings, seedTitles } from './support/frame.ts';
import { dumpStorage, holdTable, readMessages, readOpenMessages } from './support/storage.ts';
import { expectAccessible } from './support/accessibility.ts';

/** A shared machine can be slow; no test here depends on time. */
test.describe.configure({ timeout: 150_000 });

/** Pastes like a user; true when the page handled the event itself. */
const pasteText = (page: Page, text: string): Promise<boolean> =>
  messageBox(page).evaluate((box, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    return !box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const attachments = (page: Page) => page.getByRole('list', { name: 'Attachments' });

test('an answer is stopped with Escape, and Enter before the draft or the models are there sends as soon as it can', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  await test.step('Escape stops an answer, in the box and on a message, but not inside a menu', async () => {
    await write(page, '!speed 150\n!long 9000');
    await stopButton(page).waitFor();
    await expect(turns(page).last()).toContainText(/\w{3,}/);
    await page.getByRole('button', { name: /^Thinking: / }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(stopButton(page)).toBeVisible();
    await messageBox(page).press('Escape');
    await settle(page);
    await expect(page.getByText('This answer was stopped.')).toBeVisible();
  });
  await newChat(page);
  await test.step('the next message can be written while an answer is on its way and is not sent', async () => {
    await write(page, '!speed 150\n!long 4000');
    await stopButton(page).waitFor();
    await messageBox(page).fill('next');
    await messageBox(page).press('Enter');
    await expect(messageBox(page)).toHaveValue('next');
    await stopButton(page).click();
    await settle(page);
    await expect(messageBox(page)).toHaveValue('next');
    expect(await readOpenMessages(page)).toHaveLength(2);
    await messageBox(page).fill('');
  });
  await newChat(page);
  await seedTitles(page, ['Gamma', 'Alpha', 'Beta']);
  await seedTitles(page, ['Gamma'], null);
  await page.reload();
  await test.step('Enter sends once the draft was read, unless there is one that the user has not seen', async () => {
    await page.getByRole('link', { name: 'Beta' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Beta' })).toBeVisible();
    await messageBox(page).fill('kept for later ');
    await page.getByRole('link', { name: 'Alpha' }).click();
    await expect.poll(async () => (await dumpStorage(page))['drafts']).toHaveLength(1);

    const openDelayed = async (title: string, typed: string) => {
      await page.getByRole('link', { name: /^New chat/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'New chat' })).toBeVisible();
      const free = await holdTable(page, 'drafts');
      await page.getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await messageBox(page).fill(typed);
      await messageBox(page).press('Enter');
      await expect(messageBox(page)).toHaveValue(typed);
      await free();
    };
    await openDelayed('Alpha', 'quick');
    await expect(turns(page)).toHaveCount(2);
    await expect(turns(page).first()).toContainText('quick');
    await expect(messageBox(page)).toHaveValue('');
    await settle(page);
    await openDelayed('Beta', 'and more');
    await expect(messageBox(page)).toHaveValue('kept for later and more');
    await expect(turns(page)).toHaveCount(0);
    // What was typed before is stored with it, without another key.
    await expect
      .poll(async () => (await dumpStorage(page))['drafts'])
      .toMatchObject([{ text: 'kept for later and more' }]);
  });
  await test.step('Enter sends once the host has named the models, and says so meanwhile', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/vendors', async (route) => {
      await answered;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('link', { name: 'Gamma' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Gamma' })).toBeVisible();
    await write(page, 'To whoever there is');
    await expect(page.getByRole('status').filter({ hasText: 'Sends when the model is ready' })).toBeVisible();
    await expect(turns(page)).toHaveCount(0);
    answer();
    await expect(turns(page)).toHaveCount(2);
    await settle(page);
    expect((await readOpenMessages(page)).map(({ status }) => status)).toEqual(['complete', 'complete']);
  });
});

test('a command asks for one message, and the setting turns Enter around', async ({ baton, page, typedPlaces }) => {
  await startPractice(page, baton);
  await test.step('a command asks for more thinking and a way of working, for one message, in plain view', async () => {
    const wire = recordWire(page);
    const levels = () =>
      wire.map(({ body }) => (JSON.parse(body) as { output_config?: { effort?: string } }).output_config?.effort);
    const marks = page.getByRole('list', { name: 'Options for this message' });
    await messageBox(page).press('/');
    const commands = page.getByRole('listbox', { name: 'Commands' });
    await expect(commands.getByRole('option')).toHaveCount(9);
    await messageBox(page).pressSequentially('hi');
    await expect(commands.getByRole('option', { name: '/think high' })).toHaveAttribute('aria-selected', 'true');
    await messageBox(page).press('Enter');
    await messageBox(page).pressSequentially('/search Where is it?');
    await expect(messageBox(page)).toHaveValue('Where is it?');
    await expect(marks.getByRole('listitem')).toHaveText(['Thinking: High', 'Search']);
    const drafts = async () => (await dumpStorage(page))['drafts'];
    await expect.poll(drafts).toMatchObject([{ text: 'Where is it?', asks: { thinking: 'high', modes: ['search'] } }]);
    await page.reload();
    await expect(marks.getByRole('listitem')).toHaveText(['Thinking: High', 'Search']);
    await messageBox(page).press('Enter');
    await settle(page);

    const asked = turns(page).first().getByRole('list', { name: 'Options of this message' });
    await expect(asked.getByRole('listitem')).toHaveText(['Thinking: High', 'Search']);
    await asked.getByRole('button', { name: 'Search' }).click();
    await expect(turns(page).first()).toContainText(MODE_TEXTS.search);
    await expect(marks).toHaveCount(0);
    await ask(page, 'ultrathink: and now?');
    expect(levels()).toEqual(['high', 'medium']);
    expect(wire[0]?.body).toContain(MODE_TEXTS.search);
    const [question, , next] = await readMessages(page);
    expect(question).toMatchObject({ thinking: 'high', parts: [{ text: 'Where is it?' }, { mode: 'search' }] });
    expect(next?.parts).toEqual([{ type: 'text', text: 'ultrathink: and now?' }]);

    // Words do the same once that is switched on; a removed mark has no effect.
    writeFileSync(join(baton.home, 'config.jsonc'), '{ "enabled_hooks": ["keyword-detector"] }');
    await messageBox(page).fill('ultrathink ultrawork');
    await expect(marks.getByRole('listitem')).toHaveText([/^Thinking: High.*“ultrathink”$/, /^Ultrawork/]);
    await marks.getByRole('button', { name: 'Remove “Ultrawork”' }).click();
    await messageBox(page).press('Enter');
    await settle(page);
    await expect.poll(levels).toEqual(['high', 'medium', 'high']);
    expect(wire[2]?.body).not.toContain(MODE_TEXTS.ultrawork);
  });
  await test.step('Enter sends, Shift+Enter breaks the line, and the setting turns them around', async () => {
    await newChat(page);
    await messageBox(page).pressSequentially('one');
    await messageBox(page).press('Shift+Enter');
    await messageBox(page).pressSequentially('two');
    await expect(messageBox(page)).toHaveValue('one\ntwo');
    await messageBox(page).press('Enter');
    await settle(page);
    await expect
      .poll(async () => (await readOpenMessages(page))[0]?.parts)
      .toEqual([{ type: 'text', text: 'one\ntwo' }]);
    await settle(page);

    await openSettings(page, 'Chat');
    await page.getByRole('radio', { name: /Ctrl/ }).click();
    await page.goBack();
    await page.goBack();
    await messageBox(page).pressSequentially('three');
    await messageBox(page).press('Enter');
    await expect(messageBox(page)).toHaveValue('three\n');
    await messageBox(page).press('Control+Enter');
    await expect(messageBox(page)).toHaveValue('');
    await settle(page);
    await expect
      .poll(async () => (await readOpenMessages(page))[2]?.parts)
      .toEqual([{ type: 'text', text: 'three\n' }]);
  });
  await test.step('a prompt takes one line of the list behind a slash, however long it is', async () => {
    typedPlaces.push('{{readers}}');
    await page.setViewportSize({ width: 390, height: 800 });
    const conversation = page.url();
    await page.goto(`${baton.origin}/#/settings/library`);
    await page.getByRole('button', { name: 'New prompt' }).click();
    await page.getByLabel('Name', { exact: true }).fill('회의록을 정리할 때 쓰는 아주 긴 이름의 프롬프트');
    await page
      .getByLabel('Text', { exact: true })
      .fill('Sum up for {{readers}}:\n- what was decided\n- what is open, and until when');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto(conversation);
    await messageBox(page).fill('/');
    await messageBox(page).press('ArrowUp');
    const heightOf = async (name: RegExp) => (await page.getByRole('option', { name }).boundingBox())?.height;
    const label = page.getByRole('option', { name: /회의록/ }).getByText('Sum up for');
    await expect(label).toBeInViewport();
    expect(await heightOf(/회의록/)).toBe(await heightOf(/^\/model/));
  });
});

test('what is written, pasted, attached and edited in the box goes along', async ({ baton, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await startPractice(page, baton);
  await test.step('the Enter that ends a Hangul syllable sends nothing', async () => {
    await messageBox(page).focus();
    const input = await page.context().newCDPSession(page);
    await input.send('Input.imeSetComposition', { text: '안녀', selectionStart: 2, selectionEnd: 2 });
    await input.send('Input.imeSetComposition', { text: '안녕', selectionStart: 2, selectionEnd: 2 });
    await expect(messageBox(page)).toHaveValue('안녕');
    // What Chromium sends for Enter while an input method is active.
    const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 };
    await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    await messageBox(page).evaluate((box) =>
      box.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          code: 'Enter',
          isComposing: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    );
    await input.send('Input.insertText', { text: '안녕' });
    await expect(messageBox(page)).toHaveValue('안녕');
    expect(await readMessages(page)).toEqual([]);
    await messageBox(page).press('Enter');
    await settle(page);
    await expect.poll(async () => (await readMessages(page))[0]?.parts).toEqual([{ type: 'text', text: '안녕' }]);
  });
  await test.step('the up arrow in an empty box edits the last message, which becomes a version beside it', async () => {
    await newChat(page);
    await ask(page, 'First wording');
    await messageBox(page).press('ArrowUp');
    const editor = page.getByRole('textbox', { name: 'Edit message' });
    await expect(editor).toBeFocused();
    await expect(editor).toHaveValue('First wording');
    await editor.press('Escape');
    await expect(editor).toHaveCount(0);
    await expect(messageBox(page)).toBeFocused();
    await turns(page).first().hover();
    await turns(page).first().getByRole('button', { name: 'Edit' }).click();
    await editor.press('Escape');
    await expect(turns(page).first()).toBeFocused();

    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await turns(page).first().getByRole('button', { name: 'Edit' }).click();
    await editor.fill('A half-written wording');
    await editor.press('Escape');
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(editor).toBeFocused();
    await expect(editor).toHaveValue('A half-written wording');
    await editor.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(editor).toHaveCount(0);
    await expect(turns(page).first()).toBeFocused();
    await expect(turns(page).first()).toContainText('First wording');

    await messageBox(page).press('ArrowUp');
    await expect(editor).toHaveValue('First wording');
    await editor.fill('Second wording');
    // As after a crash.
    await expect.poll(async () => (await dumpStorage(page))['drafts']).toMatchObject([{ text: 'Second wording' }]);
    await page.reload();
    await expect(editor).toHaveValue('Second wording');
    await editor.press('Enter');
    await expect(messageBox(page)).toBeFocused();
    await settle(page);
    await expect(turns(page).first()).toContainText('Second wording');
    await expect(turns(page).first()).toContainText('2/2');
    expect((await dumpStorage(page))['drafts']).toEqual([]);
    await turns(page).first().getByRole('button', { name: 'Previous version' }).click();
    await expect(turns(page).first()).toContainText('First wording');
    await expect(turns(page).last()).toContainText('First wording');
    expect(await readOpenMessages(page)).toHaveLength(4);
  });
  await test.step('a megabyte of pasted text becomes a file at once, goes along in full, and a smaller one can be put back', async () => {
    await newChat(page);
    const huge = `${'line of a log file, 한글도 조금\n'.repeat(30_000)}the end`;
    expect(huge.length).toBeGreaterThan(500_000);
    expect(await pasteText(page, huge)).toBe(true);
    await expect(attachments(page)).toContainText('pasted.txt');
    await expect(messageBox(page)).toHaveValue('');
    await expect(page.getByText('Long text attached as pasted.txt')).toBeVisible();
    await expect(attachments(page).getByRole('button', { name: /Put the text/ })).toHaveCount(0);

    const smaller = 'word '.repeat(6_000);
    expect(await pasteText(page, smaller)).toBe(true);
    await expect(attachments(page)).toContainText('pasted-2.txt');
    await attachments(page).getByRole('button', { name: 'Put the text of pasted-2.txt in the message' }).click();
    await expect(messageBox(page)).toHaveValue(smaller);
    await expect(attachments(page).getByRole('listitem')).toHaveCount(1);

    expect(await pasteText(page, 'a short one')).toBe(false);
    await ask(page, 'What is in it?');
    const { blobs = [] } = await dumpStorage(page);
    const [question] = await readOpenMessages(page);
    expect(question?.parts[0]).toMatchObject({ type: 'file', mime: 'text/plain', name: 'pasted.txt' });
    expect(blobs.length).toBeGreaterThanOrEqual(1);
    await expect(turns(page).first()).toContainText('pasted.txt');
  });
  await test.step('pictures and files are attached, shown, removed, and survive a reload with the draft', async () => {
    await newChat(page);
    await page.locator('input[type=file]').setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: PIXEL },
      { name: 'main.rs', mimeType: '', buffer: Buffer.from('fn main() {}') },
    ]);
    await expect(attachments(page).getByRole('listitem')).toHaveCount(2);
    await expect(attachments(page).locator('img')).toHaveJSProperty('naturalWidth', 1);
    await messageBox(page).fill('Look at these');
    await expect.poll(async () => (await dumpStorage(page))['drafts']).toMatchObject([{ text: 'Look at these' }]);
    await page.reload();
    await expect(messageBox(page)).toHaveValue('Look at these');
    await expect(attachments(page).getByRole('listitem')).toHaveCount(2);
    await attachments(page).getByRole('button', { name: 'Remove main.rs' }).click();
    await expect(messageBox(page)).toBeFocused();
    await expect(attachments(page).getByRole('listitem')).toHaveCount(1);
    await messageBox(page).press('Enter');
    await settle(page);
    const [question] = await readOpenMessages(page);
    expect(question?.parts.map((part) => part.type)).toEqual(['image', 'text']);
    await page.reload();
    await expect(messageBox(page)).toHaveValue('');
    await expect(attachments(page)).toHaveCount(0);
  });
  await test.step('of more files than fit, the one added last is in view, and its facts are whole', async () => {
    await newChat(page);
    const csv = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`${name},1\n`) });
    const many = Array.from({ length: 12 }, (_, at) => csv(`measurements of walnut tree ${at}.csv`));
    await page.setInputFiles('input[type=file]', [...many, csv('a.csv')]);
    const last = attachments(page).getByRole('listitem').last();
    await expect(last).toContainText('tokens · as text');
    await expect(last).toBeInViewport();
    const facts = last.getByText('tokens · as text');
    expect(await facts.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
    for (let left = 13; left > 0; left--) {
      await attachments(page)
        .getByRole('button', { name: /^Remove/ })
        .last()
        .click();
      await expect(attachments(page).getByRole('listitem')).toHaveCount(left - 1);
    }
  });
  await test.step('Enter while a file is being stored sends once it is attached, and says so meanwhile', async () => {
    await newChat(page);
    const status = page.getByRole('status').filter({ hasText: 'Sends when the files are attached' });
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`${name} holds this`) });
    const attachDelayed = async (name: string, typed: string) => {
      const free = await holdTable(page, 'blobs');
      await page.setInputFiles('input[type=file]', file(name));
      await messageBox(page).fill(typed);
      await messageBox(page).press('Enter');
      await expect(status).toBeVisible();
      await expect(turns(page)).toHaveCount(0);
      return free;
    };
    const changed = await attachDelayed('first.txt', 'What is');
    await messageBox(page).pressSequentially(' in it?');
    await expect(status).toHaveCount(0);
    await changed();
    await expect(attachments(page).getByRole('listitem')).toHaveCount(1);
    await expect(turns(page)).toHaveCount(0);

    const free = await attachDelayed('second.txt', 'What is in them?');
    await expectAccessible(page);
    await free();
    await expect(turns(page)).toHaveCount(2);
    await settle(page);
    const [question] = await readOpenMessages(page);
    expect(question?.parts).toMatchObject([
      { name: 'first.txt' },
      { name: 'second.txt' },
      { text: 'What is in them?' },
    ]);
    await expect(status).toHaveCount(0);
  });
  await test.step('a picture is shown large, leafed through, zoomed, copied and saved, with the keyboard alone', async () => {
    await newChat(page);
    const wide = await page.evaluate(() =>
      Object.assign(document.createElement('canvas'), { width: 4000, height: 300 }).toDataURL('image/webp'),
    );
    await page.locator('input[type=file]').setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: PIXEL },
      { name: 'wide.webp', mimeType: 'image/webp', buffer: Buffer.from(wide.split(',')[1] ?? '', 'base64') },
    ]);
    await messageBox(page).fill('Look at these');
    await messageBox(page).press('Enter');
    await settle(page);
    const opener = page.getByRole('button', { name: 'Enlarge dot.png' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const first = page.getByRole('dialog', { name: 'dot.png' });
    await expect(first).toContainText('1 of 2');
    // It hears keys once it has the focus.
    await expect(first.getByRole('group', { name: 'Image' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    const second = page.getByRole('dialog', { name: 'wide.webp' });
    await expect(second).toContainText('4000 × 300');
    await expect(second.getByRole('button', { name: 'Next image' })).toBeDisabled();

    const frame = second.getByRole('group', { name: 'Image' });
    await expect(frame).toBeFocused();
    const drawn = () => second.getByRole('img').evaluate((image) => image.getBoundingClientRect().width);
    const fitting = await drawn();
    await page.keyboard.press('+');
    expect((await drawn()) / fitting).toBeCloseTo(1.5, 1);
    await page.keyboard.press('ArrowLeft');
    await expect(second).toBeVisible();
    await page.keyboard.press('0');
    expect(await drawn()).toBeCloseTo(fitting, 0);

    await page.keyboard.press('Control+c');
    await expect(second.getByRole('button', { name: 'Copied' })).toBeVisible();
    const types = page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
    expect(await types).toEqual(['image/png']);
    const download = page.waitForEvent('download');
    await second.getByRole('button', { name: 'Save' }).click();
    expect((await download).suggestedFilename()).toBe('wide.webp');
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });
  await test.step('files can be dropped anywhere on the conversation', async () => {
    await newChat(page);
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['a,b\n1,2'], 'table.csv', { type: 'text/csv' }));
      return data;
    });
    const chat = page.getByRole('region', { name: 'Conversation' });
    await chat.dispatchEvent('dragenter', { dataTransfer: transfer });
    await expect(page.getByText('Drop files to attach them')).toBeVisible();
    await chat.dispatchEvent('drop', { dataTransfer: transfer });
    await expect(page.getByText('Drop files to attach them')).toHaveCount(0);
    await expect(attachments(page)).toContainText('table.csv');
  });
  await test.step('without a key the box says why it does not send, and where to go', async () => {
    await newChat(page);
    await page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open('baton');
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      const store = db.transaction('sessions', 'readwrite').objectStore('sessions');
      await new Promise<void>((resolve) => {
        const all = store.getAll();
        all.addEventListener('success', () => {
          for (const row of all.result)
            store.put({ ...row, target: { connection: 'anthropic', model: 'claude-sonnet-5', thinking: 'off' } });
          store.transaction.addEventListener('complete', () => resolve());
        });
      });
      db.close();
    });
    await page.reload();
    await expect(page.getByText('There’s no key for Anthropic.')).toBeVisible();
    await messageBox(page).fill('hello');
    await messageBox(page).press('Enter');
    await expect(messageBox(page)).toHaveValue('hello');
    expect(await readOpenMessages(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a key' }).click();
    await expect(page).toHaveURL(/#\/settings\/vendors\/anthropic/);
  });
});
