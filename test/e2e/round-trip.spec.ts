import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { list, object, objects } from '#core/wire/json.ts';
import { paragraph, pdf, word } from '../documents/pack.ts';
import { ask, chooseModel, recordWire, startPractice, turns, type WireCall } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { restoreFromArchive } from './support/restore.ts';
import { startBaton } from './support/server.ts';
import { dumpStorage, readMessages } from './support/storage.ts';
import { inFolder, setUp } from './support/sync.ts';

/** Two browsers and two hosts, which a shared machine may take long for; nothing here depends on time. */
test.slow();

/** One vendor for both machines: it knows what it signed, wherever that comes from. */
const files = { 'practice-secret': `${'5eal'.repeat(16)}\n` };
test.use({ serverOptions: { files } });

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PAGE = '!echo\n```html\n<title>Relay</title><h1>Handed over</h1>\n```';

const bodyOf = (call: WireCall) => object(JSON.parse(call.body));
/** Each block that the vendor of the request made itself, as the request says it, without where a cache may end. */
function ownBlocks(call: WireCall): string[] {
  const body = bodyOf(call);
  const made = [
    ...objects(body.messages).flatMap(({ role, content }) => (role === 'assistant' ? list(content) : [])),
    ...objects(body.input).filter(({ type, role }) => type === 'reasoning' || role === 'assistant'),
    ...objects(body.contents).flatMap(({ role, parts }) => (role === 'model' ? list(parts) : [])),
  ];
  return made.map((block) => JSON.stringify({ ...object(block), cache_control: undefined }));
}
const signed = (block: string) => /"(?:signature|encrypted_content|thoughtSignature)":"[^"]/.test(block);

/** The preview of the page that the first answer holds, opened anew. */
async function expectPreview(page: Page): Promise<void> {
  // Only messages near the view are there.
  await expect(async () => {
    await page.getByRole('feed', { name: 'Messages' }).evaluate((feed) => feed.parentElement?.scrollTo(0, 0));
    await turns(page).nth(1).getByRole('button', { name: 'Preview' }).click({ timeout: 2_000 });
  }).toPass();
  const panel = page.getByRole('complementary', { name: 'Preview: Relay' });
  await expect(panel.frameLocator('iframe').getByRole('heading', { name: 'Handed over' })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
}

test('a PDF, a Word file, a picture and a preview go Claude, GPT, Gemini, Claude, and come back equal from archive and sync', async ({
  baton,
  page,
  launchProfile,
}) => {
  const calls = recordWire(page);
  const folder = mkdtempSync(join(tmpdir(), 'baton-shared-'));
  const other = await startBaton({ files });
  const report = Buffer.from(await pdf(['(The baton is 42 years old)']).arrayBuffer());
  const plan = Buffer.from(await (await word(paragraph('Plan for the relay', '1'))).arrayBuffer());
  try {
    await startPractice(page, baton);
    await page.setInputFiles('input[type=file]', [
      { name: 'report.pdf', mimeType: 'application/pdf', buffer: report },
      { name: 'plan.docx', mimeType: WORD, buffer: plan },
      { name: 'pixel.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') },
    ]);
    await ask(page, PAGE);
    // Twice each: the second request holds the vendor's own answer to the first.
    await ask(page, 'Once more, Claude.');
    for (const name of ['GPT', 'Gemini']) {
      await chooseModel(page, `Practice ${name}`);
      await ask(page, `And you, ${name}?`);
      await ask(page, `Once more, ${name}.`);
    }
    for (const name of ['Claude', 'GPT', 'Gemini']) {
      await chooseModel(page, `Practice ${name}`);
      await ask(page, `Back to ${name}.`);
    }
    expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
    for (const { body, connection } of calls) {
      expect(body, connection).toContain('Plan for the relay');
      expect(body, connection).toContain(PIXEL);
      expect(body.includes(report.toString('base64')) || body.includes('The baton is 42 years old'), connection).toBe(
        true,
      );
    }
    // What each vendor made comes home to the byte: its signed thoughts and its text.
    for (const [before, after] of [
      [1, 6],
      [3, 7],
      [5, 8],
    ] as const) {
      const [own, home] = [calls[before], calls[after]].map((call) => (call ? ownBlocks(call) : []));
      const thoughts = own?.filter(signed) ?? [];
      expect(thoughts.length, calls[before]?.connection).toBeGreaterThan(0);
      for (const block of thoughts) expect(home, calls[before]?.connection).toContain(block);
    }
    await expectPreview(page);

    const before = await dumpStorage(page);
    await restoreFromArchive(page);
    const after = await dumpStorage(page);
    for (const table of ['sessions', 'messages', 'overlays', 'sends'])
      expect(after[table], table).toEqual(before[table]);
    expect(after['blobs']).toHaveLength(3);
    await page
      .getByRole('link', { name: /Relay|!echo|html/ })
      .first()
      .click();
    await expectPreview(page);

    await setUp(page, baton, { ...inFolder(folder), how: 'begin', name: 'Desk' });
    const [there] = (await launchProfile('other')).pages();
    if (!there) throw new Error('no page');
    await there.goto(other.url);
    await setUp(there, other, { ...inFolder(folder), how: 'join', name: 'Laptop' });
    expect(await readMessages(there)).toEqual(await readMessages(page));
    await there
      .getByRole('link', { name: /Relay|!echo|html/ })
      .first()
      .click();
    await expectPreview(there);
    const elsewhere = recordWire(there);
    await chooseModel(there, 'Practice Claude');
    await ask(there, 'And from here?');
    expect(elsewhere[0]?.status).toBe(200);
    const [call, first] = [elsewhere[0], calls[6]];
    if (!call || !first) throw new Error('nothing was sent');
    expect(ownBlocks(call).slice(0, ownBlocks(first).length)).toEqual(ownBlocks(first));
    for (const bytes of [report.toString('base64'), PIXEL, 'Plan for the relay']) expect(call.body).toContain(bytes);
  } finally {
    await other.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});
