import type { Page } from '@playwright/test';
import { readImageSize } from '#core/image-size.ts';
import { koreanPdf, paragraph, pack, pdf, word } from '../documents/pack.ts';
import { ask, chooseModel, newChat, recordWire, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { restoreFromArchive } from './support/restore.ts';
import { dumpStorage, readMessages } from './support/storage.ts';

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

/** A JPEG of 3,000 × 2,000 pixels that says it is to be turned by a quarter. */
async function photo(page: Page): Promise<Blob> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 2000 });
    const context = canvas.getContext('2d');
    for (let row = 0; row < 20; row++) {
      if (context) context.fillStyle = `hsl(${row * 18} 80% 50%)`;
      context?.fillRect(0, row * 100, 3000, 100);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  const jpeg = Buffer.from(base64, 'base64');
  const turned = 'ffe100224578696600004d4d002a00000008000101120003000000010006000000000000';
  return new Blob([jpeg.subarray(0, 2), Buffer.from(turned, 'hex'), jpeg.subarray(2)]);
}

/** Type and size of the pictures in a request, whoever it goes to. */
function picturesIn(body: string): string[] {
  const found = body.matchAll(/"(?:data|url|image_url)":"(?:data:[\w/]+;base64,)?(\/9j\/[A-Za-z0-9+/=]+)"/g);
  return Array.from(found, ([, data = '']) => {
    const { width = 0, height = 0 } = readImageSize(data) ?? {};
    return `${width} × ${height}`;
  });
}

test('a PDF, a Word file, a picture and a Korean text go to three vendors and back, each as that vendor takes them', async ({
  baton,
  page,
}) => {
  const calls = recordWire(page);
  await startPractice(page, baton);
  await attach(page, [
    ['report.pdf', 'application/pdf', report()],
    ['plan.docx', WORD, await word(paragraph('Plan for the relay', '1'))],
    ['cp949.txt', 'text/plain', new Blob([KOREAN.subarray(0), KOREAN.subarray(0), KOREAN.subarray(0), KOREAN, KOREAN])],
    ['photo.jpg', 'image/jpeg', await photo(page)],
  ]);
  const one = (name: string) => chips(page).getByRole('listitem').filter({ hasText: name });
  await expect(one('report.pdf')).toContainText('2 pages');
  await expect(one('report.pdf')).toContainText('as PDF');
  await expect(one('plan.docx')).toContainText('as text');
  await expect(one('cp949.txt')).toContainText('as text');
  await expect(one('photo.jpg')).toContainText('as image, 1333 × 2000');
  await chooseModel(page, 'Practice Gemini');
  await expect(one('photo.jpg')).toContainText('as image, 2000 × 3000');
  await chooseModel(page, 'Practice Claude');

  await one('cp949.txt').getByRole('button', { name: 'Show the text that was read' }).click();
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
  expect(calls.map(({ body }) => picturesIn(body))).toEqual([
    ['1333 × 2000'],
    ['1365 × 2048'],
    ['2000 × 3000'],
    ['1365 × 2048'],
    ['1333 × 2000'],
  ]);
  const picture = /"data":"(\/9j\/[^"]+)"/.exec(calls[0]?.body ?? '')?.[1] ?? 'none';
  expect(calls[4]?.body).toContain(picture);
  const bytes = Buffer.from(await report().arrayBuffer()).toString('base64');
  expect(calls[0]?.body).toContain(bytes);
  expect(calls[4]?.body).toContain(bytes);
  await page.keyboard.press('Control+Shift+E');
  await page.getByRole('searchbox', { name: 'Search everything' }).fill('42 on its first');
  const hit = page.getByRole('main').getByRole('link', { name: /The report says 42 on its first page/ });
  await hit.click();
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  const sent = page.getByRole('list', { name: 'Sent files' });
  await sent.getByRole('button', { name: /plan\.docx/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'plan.docx' })).toContainText('Plan for the relay');
  const [question] = await readMessages(page);
  expect(question?.parts.map((part) => (part.type === 'file' ? part.text?.slice(0, 8) : part.type))).toEqual([
    '[Page 1]',
    '# Plan f',
    '가나다라마바사가',
    'image',
    'text',
  ]);

  const before = await dumpStorage(page);
  await restoreFromArchive(page);
  const after = await dumpStorage(page);
  for (const table of ['sessions', 'messages', 'overlays', 'sends']) expect(after[table], table).toEqual(before[table]);
  expect(after['blobs']).toHaveLength(4);
  await page.getByRole('link', { name: /What do they say/ }).click();
  await ask(page, 'And once more?');
  expect(calls[5]?.status).toBe(200);
  expect(calls[5]?.body).toContain(picture);
  expect(calls[5]?.body).toContain(bytes);
});

/** A PDF of pictures: a page in JPEG, an empty one, and a black one in the code of fax machines with a blue square on it. */
async function scan(page: Page): Promise<Blob> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 800 });
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 600, 800);
      context.fillStyle = '#c00';
      context.fillRect(100, 100, 150, 200);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  const jpeg = Buffer.from(base64, 'base64').toString('latin1');
  // Every row is like the white one before it: a single bit each.
  const fax = '\u00ff'.repeat(8);
  const image = (fields: string, data: string) =>
    `<< /Type /XObject /Subtype /Image ${fields} /Length ${data.length} >>\nstream\n${data}\nendstream`;
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const leaf = (contents: number, x: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /XObject << ${x} >> >> /Contents ${contents} 0 R >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>',
    leaf(6, '/I 9 0 R'),
    leaf(7, ''),
    leaf(8, '/I 10 0 R'),
    stream('q 600 0 0 800 0 0 cm /I Do Q'),
    stream('q Q'),
    stream('q 600 0 0 800 0 0 cm /I Do Q 0 0 1 rg 250 350 100 100 re f'),
    image('/Width 600 /Height 800 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode', jpeg),
    image(
      '/Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 /EndOfBlock false >>',
      fax,
    ),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const from = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${from}\n%%EOF`;
  return new Blob([Buffer.from(text, 'latin1')]);
}

/** Colors of a picture in a request: at its corner, in its upper left and in its middle. */
async function colorsOf(page: Page, url: string): Promise<string[]> {
  return page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return [0.02, 0.25, 0.5].map((at) => {
      const { data } = context?.getImageData(image.width * at, image.height * at, 1, 1) ?? { data: [] };
      return [...data]
        .slice(0, 3)
        .map((value) => (value > 128 ? '1' : '0'))
        .join('');
    });
  }, url);
}

test('a scan, a Korean PDF and files that cannot be read are shown as what they are', async ({ baton, page }) => {
  await startPractice(page, baton);
  await test.step('a scan goes as a PDF to one vendor and as pictures of its pages to the next', async () => {
    const calls = recordWire(page);
    await attach(page, [['scan.pdf', 'application/pdf', await scan(page)]]);
    await expect(chips(page)).toContainText('as PDF');
    await chooseModel(page, 'Practice Chat');
    await expect(chips(page)).toContainText('as images (3 pages)');
    await ask(page, 'What does it show?');
    const urls = Array.from(
      calls[0]?.body.matchAll(/"url":"(data:image\/\w+;base64,[^"]+)"/g) ?? [],
      ([, url]) => url ?? '',
    );
    expect(await Promise.all(urls.map((url) => colorsOf(page, url)))).toEqual([
      ['111', '100', '111'],
      ['000', '000', '001'],
    ]);
    expect(calls[0]?.body).toContain('[File scan.pdf, its pages as images]');
    expect(calls[0]?.body).toContain('[Page 3 of scan.pdf]');
    await chooseModel(page, 'Practice Claude');
    await ask(page, 'And to you?');
    expect(calls[1]?.body).toContain('"media_type":"application/pdf"');
    await chooseModel(page, 'Practice Chat');
    await ask(page, 'And again?');
    expect(calls[2]?.body).toContain(urls[0]);
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
  await test.step('a Korean PDF is read with tables of characters that Baton brings along', async () => {
    await newChat(page);
    await attach(page, [['old.pdf', 'application/pdf', koreanPdf()]]);
    await expect(chips(page)).toContainText('1 page');
    await chips(page).getByRole('button', { name: 'Show the text that was read' }).click();
    await expect(page.getByRole('dialog', { name: 'old.pdf' })).toContainText('한글한글');
    await page.keyboard.press('Escape');
  });
  await test.step('a file that cannot be read says why before it is sent, and hostile ones end in words', async () => {
    const bomb = await pack({
      'word/document.xml': new Blob(Array.from({ length: 200 }, () => ' '.repeat(1024 ** 2))),
    });
    await attach(page, [
      ['old.doc', 'application/msword', new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])])],
      ['bomb.docx', WORD, bomb],
      ['program.bin', 'application/octet-stream', new Blob([new Uint8Array([0x7f, 0x45, 0, 0, 0, 1])])],
    ]);
    await expect(chips(page)).toContainText('This is an older format');
    await expect(chips(page)).toContainText('The file is too large to read.');
    await expect(chips(page)).toContainText('Baton can’t read this kind of file.');
  });
});
