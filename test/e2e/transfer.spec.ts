import { readDocument } from '#documents/read-document.ts';
import type { Page } from '@playwright/test';
import { ask, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { dumpStorage, seedSession, wipeHistory } from './support/storage.ts';
import { callTransfer, startTransfer } from './support/transfer-worker.ts';

/** Up to the system's dialog, in place of which the test continues. */
async function print(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => void Reflect.set(window, 'printed', performance.now());
  });
  await page.keyboard.press('ControlOrMeta+P');
  await page.getByRole('dialog').getByRole('button', { name: 'Print…' }).click();
  await page.waitForFunction(() => Reflect.has(window, 'printed'), undefined, { timeout: 60_000 });
}

test('a history goes into a real file and comes back from it, in the worker and under the policy of the page', async ({
  baton,
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await startPractice(page, baton);
  await ask(page, '!echo The capital of 대한민국 is Seoul');
  await seedSession(page, 400, { title: 'A long one' });
  const before = await dumpStorage(page);

  await startTransfer(page);
  const job = {
    sessions: 'all',
    trash: true,
    format: 'archive',
    thinking: true,
    tools: true,
    branches: true,
    language: 'en',
  } as const;
  // Grammars and formulas, which only HTML pages need, are loaded on demand.
  const pages = await callTransfer(page, 'write', { job: { ...job, format: 'html' }, writtenBy: 'Baton' });
  expect(pages).toMatchObject({ type: 'done', result: { format: 'html', conversations: 2, messages: 402, lost: 0 } });
  const written = await callTransfer(page, 'write', { job, writtenBy: 'Baton' });
  expect(written).toMatchObject({ type: 'done', result: { conversations: 2, messages: 402, unreadable: 0 } });

  await wipeHistory(page);
  await page.reload();
  await page.getByRole('button', { name: 'Continue without them' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search titles' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'A long one' })).toHaveCount(0);

  await startTransfer(page);
  const opened = await callTransfer(page, 'open', {});
  expect(opened).toMatchObject({ type: 'done', result: { kind: 'archive', counts: { messages: 402 } } });
  const id = opened.type === 'done' ? opened.result.id : '';
  const restored = await callTransfer(page, 'restore', { id, sessionIds: 'all' });
  expect(restored).toMatchObject({ type: 'done', result: { stopped: null, lost: [] } });

  // The page shows what a worker stores, without reloading.
  await page.getByRole('link', { name: 'A long one' }).click();
  await expect(turns(page).last()).toBeInViewport();
  const after = await dumpStorage(page);
  // Counts of tokens are made when a message is stored, which a seed passes by, and no part of an archive.
  const told = (table: string, rows: unknown[] = []) =>
    table === 'messages' ? rows.map((row) => ({ ...(row as object), tokens: undefined })) : rows;
  for (const table of ['sessions', 'messages', 'overlays', 'sends', 'usage'])
    expect(told(table, after[table]), table).toEqual(told(table, before[table]));

  // The loss was confirmed, and the journal has everything that was restored.
  const compared = page.waitForResponse((response) => /journals\/[^/]*\/check$/.test(response.url()) && response.ok());
  await page.reload();
  await compared;
  await expect(page.getByRole('link', { name: 'A long one' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /conversations/ })).toBeHidden();

  // On paper it is whole, and light in the dark theme, too. The list on the screen draws a few messages of it.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('link', { name: 'A long one' }).click();
  await print(page);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const sheet = page.locator('[data-print-sheet]');
  await expect(sheet.getByText('Message 1.', { exact: false }).first()).toBeVisible();
  await expect(sheet.getByText(/Message 400\./)).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
  const looks = await sheet.evaluate((element) => {
    const code = element.querySelector('pre');
    return {
      messages: element.querySelectorAll('[data-role]').length,
      scheme: getComputedStyle(element).colorScheme,
      wraps: code && getComputedStyle(code).whiteSpace,
    };
  });
  expect(looks).toEqual({ messages: 400, scheme: 'light', wraps: 'pre-wrap' });
  await page.emulateMedia({ media: null });
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(20);
  // The system's dialog has closed, and so has this one.
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(sheet).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('on paper, the language of a block of code stays with its first line', async ({ baton, page }) => {
  await startPractice(page, baton);
  // Pages end at every place of a block, because the paragraphs between them differ in height.
  const blocks = Array.from({ length: 160 }, (_, n) => `${'word '.repeat(n * 3)}\n\n\`\`\`sql\nselect ${n};\n\`\`\``);
  await ask(page, blocks.join('\n\n'));
  await print(page);
  const bytes = new Blob([new Uint8Array(await page.pdf({ preferCSSPageSize: true, format: 'A4' }))]);
  const parts = { readMap: () => Promise.reject(new Error('no maps')), decoders: './' };
  const { text } = await readDocument({ bytes, name: 'printed.pdf', language: 'en' }, parts);
  const pages = text.split(/\[Page \d+\]\n/).map((one) => one.trim());
  expect(pages.length).toBeGreaterThan(20);
  expect(text.match(/^SQL$/gm)?.length).toBeGreaterThan(blocks.length - 1);
  expect(pages.filter((one) => one.endsWith('SQL'))).toEqual([]);
});

test('on paper, pictures of the web are named, and links say where they lead', async ({ baton, page }) => {
  await startPractice(page, baton);
  const said =
    '![A chart](https://a.example/c.png) [the source](https://b.example/x) https://c.example/y and a note[^1]';
  await ask(page, `${said}\n\n[^1]: Of course.`);
  await print(page);
  const bytes = new Blob([new Uint8Array(await page.pdf({ preferCSSPageSize: true, format: 'A4' }))]);
  const parts = { readMap: () => Promise.reject(new Error('no maps')), decoders: './' };
  const { text } = await readDocument({ bytes, name: 'printed.pdf', language: 'en' }, parts);
  // Where letters are small, the reader of the PDF sees spaces.
  const printed = text.replaceAll(/\s+/g, '');
  expect(printed).toContain('Achart(https://a.example/c.png)');
  expect(printed).toContain('thesource(https://b.example/x)');
  expect(printed).not.toContain('(https://c.example/y)');
});
