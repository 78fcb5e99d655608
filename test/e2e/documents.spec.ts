import type { Page } from '@playwright/test';
import { koreanPdf, paragraph, pack, pdf, word } from '../documents/pack.ts';
import { ask, chooseModel, recordWire, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readMessages } from './support/storage.ts';

const chips = (page: Page) => page.getByRole('list', { name: 'Attachments' });

async function attach(page: Page, files: readonly (readonly [string, string, Blob])[]): Promise<void> {
  const payloads = files.map(async ([name, mimeType, content]) => ({
    name,
    mimeType,
    buffer: Buffer.from(await content.arrayBuffer()),
  }));
  await page.setInputFiles('input[type=file]', await Promise.all(payloads));
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const KOREAN = new Uint8Array([0xb0, 0xa1, 0xb3, 0xaa, 0xb4, 0xd9, 0xb6, 0xf3, 0xb8, 0xb6, 0xb9, 0xd9, 0xbb, 0xe7]);
const report = (): Blob => pdf(['(The report says 42 on its first page)', '(And nothing on its second page)']);

test('a PDF, a Word file and a Korean text go to three vendors and back, each as that vendor takes them', async ({
  baton,
  page,
}) => {
  const calls = recordWire(page);
  await startPractice(page, baton);
  await attach(page, [
    ['report.pdf', 'application/pdf', report()],
    ['plan.docx', WORD, await word(paragraph('Plan for the relay', '1'))],
    ['cp949.txt', 'text/plain', new Blob([KOREAN.subarray(0), KOREAN.subarray(0), KOREAN.subarray(0), KOREAN, KOREAN])],
  ]);
  const one = (name: string) => chips(page).getByRole('listitem').filter({ hasText: name });
  await expect(one('report.pdf')).toContainText('2 pages');
  await expect(one('report.pdf')).toContainText('as PDF');
  await expect(one('plan.docx')).toContainText('as text');
  await expect(one('cp949.txt')).toContainText('as text');

  await one('cp949.txt').getByRole('button', { name: 'Show what Baton read' }).click();
  const dialog = page.getByRole('dialog', { name: 'cp949.txt' });
  await expect(dialog).toContainText('가나다라마바사');
  await expect(dialog.getByLabel('Encoding')).toHaveValue('euc-kr');
  await dialog.getByLabel('Encoding').selectOption('shift_jis');
  await expect(dialog).not.toContainText('가나다라마바사');
  await dialog.getByLabel('Encoding').selectOption('euc-kr');
  await expect(dialog).toContainText('가나다라마바사');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await ask(page, 'What do they say?');
  for (const model of ['Practice GPT', 'Practice Gemini', 'Practice Chat', 'Practice Claude']) {
    await chooseModel(page, model);
    await ask(page, `And you, ${model}?`);
  }
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  for (const { body, connection } of calls) {
    expect(body, connection).toContain('# Plan for the relay');
    expect(body, connection).toContain('가나다라마바사');
  }
  const bytes = Buffer.from(await report().arrayBuffer()).toString('base64');
  expect(calls[0]?.body).toContain(bytes);
  expect(calls[4]?.body).toContain(bytes);
  await page.keyboard.press('Control+Shift+E');
  await page.getByRole('searchbox', { name: 'Search everything' }).fill('42 on its first');
  const hit = page.getByRole('main').getByRole('link', { name: /The report says 42 on its first page/ });
  await hit.click();
  const sent = page.getByRole('list', { name: 'Sent files' });
  await sent.getByRole('button', { name: /plan\.docx/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'plan.docx' })).toContainText('Plan for the relay');
  const [question] = await readMessages(page);
  expect(question?.parts.map((part) => (part.type === 'file' ? part.text?.slice(0, 8) : part.type))).toEqual([
    '[Page 1]',
    '# Plan f',
    '가나다라마바사가',
    'text',
  ]);
});

test('a file that cannot be read says why before it is sent, and hostile ones end in words', async ({
  baton,
  page,
}) => {
  await startPractice(page, baton);
  const bomb = await pack({ 'word/document.xml': new Blob(Array.from({ length: 200 }, () => ' '.repeat(1024 ** 2))) });
  await attach(page, [
    ['old.doc', 'application/msword', new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])])],
    ['bomb.docx', WORD, bomb],
    ['program.bin', 'application/octet-stream', new Blob([new Uint8Array([0x7f, 0x45, 0, 0, 0, 1])])],
  ]);
  await expect(chips(page)).toContainText('This is an older format');
  await expect(chips(page)).toContainText('The file is too large to be read.');
  await expect(chips(page)).toContainText('Baton can’t read this kind of file.');
});

test('a Korean PDF is read with tables of characters that Baton brings along', async ({ baton, page }) => {
  await startPractice(page, baton);
  await attach(page, [['old.pdf', 'application/pdf', koreanPdf()]]);
  await expect(chips(page)).toContainText('1 page');
  await chips(page).getByRole('button', { name: 'Show what Baton read' }).click();
  await expect(page.getByRole('dialog', { name: 'old.pdf' })).toContainText('한글한글');
});
