import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, chooseModel, recordWire, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { restoreFromArchive } from './support/restore.ts';
import { letVendorsSearch, SEARCH } from './support/server-tools.ts';
import { startBaton } from './support/server.ts';
import { dumpStorage, readMessages } from './support/storage.ts';
import { inFolder, setUp } from './support/sync.ts';

/** Two browsers and two hosts, which a shared machine may take long for; nothing here depends on time. */
test.slow();

/** One vendor for both machines: it knows what it signed, wherever that comes from. */
const files = { 'practice-secret': `${'5eal'.repeat(16)}\n` };
test.use({ serverOptions: { files } });

const SET = { max_tokens: 3000, stop_sequences: ['NEVERSAID'] };

test('searches, edits, exclusions, deletions and parameters go from Claude to GPT to Gemini and back, and through archive and sync', async ({
  baton,
  page,
  launchProfile,
}) => {
  const wire = recordWire(page);
  const last = () => wire.at(-1)?.body ?? '';
  const more = async (index: number, item: string) => {
    const turn = turns(page).nth(index);
    await turn.hover();
    await turn.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await startPractice(page, baton);
  await page.getByRole('button', { name: 'Web search', exact: true }).click();
  await letVendorsSearch(page);
  await page.goBack();
  await ask(page, `!think 2\n${SEARCH}`);
  await expect(page.getByRole('link', { name: '¹' })).toHaveAttribute('href', 'https://practice.invalid/tea');
  await ask(page, '!echo the WRONGWORD colour');
  await more(3, 'Edit answer');
  const editor = page.getByRole('textbox', { name: 'Answer', exact: true });
  await editor.fill('the RIGHTWORD colour');
  await editor.press('Control+Enter');
  await expect(turns(page).last().getByText('the RIGHTWORD colour')).toBeVisible();
  await ask(page, '!echo SECRETWORD');
  await more(5, 'Exclude from requests');
  await more(4, 'Exclude from requests');
  await ask(page, '!echo GONEWORD');
  await more(7, 'Delete message');
  await expect(turns(page)).toHaveCount(7);
  await more(6, 'Delete message');
  await expect(turns(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: 'Parameters…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Parameters' });
  await dialog.getByRole('spinbutton', { name: 'Maximum answer, tokens' }).fill('3000');
  await dialog.getByRole('textbox', { name: 'Stop sequences, one per line' }).fill('NEVERSAID');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await chooseModel(page, 'Practice GPT');
  await ask(page, `!think 2\n${SEARCH}`);
  expect(JSON.parse(last())).toMatchObject({ max_output_tokens: 3000 });
  expect(JSON.parse(last())).not.toHaveProperty('stop');
  await chooseModel(page, 'Practice Gemini');
  await ask(page, '!think 2\nAnd as Gemini?');
  expect(JSON.parse(last())).toMatchObject({
    generationConfig: { maxOutputTokens: 3000, stopSequences: ['NEVERSAID'] },
  });
  await chooseModel(page, 'Practice GPT');
  await ask(page, 'And as GPT again?');
  const [, answer, ...others] = await readMessages(page);
  const blocks = [answer, ...others].flatMap((message) =>
    (message?.parts ?? []).flatMap((part) => (part.type === 'vendor_block' ? [part] : [])),
  );
  const own = (kind: string) => blocks.find((block) => block.kind === kind)?.data ?? 'no such block';
  expect(last()).toContain(own('web_search_call'));
  expect(last()).not.toMatch(/srvtoolu|encrypted_index/);
  await chooseModel(page, 'Practice Claude');
  await ask(page, 'And as Claude again?');
  expect(JSON.parse(last())).toMatchObject(SET);

  const thought = answer?.parts.find((part) => part.type === 'thinking');
  if (thought?.type !== 'thinking' || !thought.signature) throw new Error('no signature was stored');
  const { text: thinking, signature } = thought;
  /** What Claude made itself, to the byte, and what the user did with the rest. */
  const expectAtHome = (body: string) => {
    expect(body).toContain(JSON.stringify({ type: 'thinking', thinking, signature }).slice(1, -1));
    expect(body).toContain(`${own('server_tool_use')},${own('web_search_tool_result')}`);
    expect(body).toContain('encrypted_index');
    expect(body).not.toMatch(/"ws_|url_citation/);
    expect(JSON.parse(body)).toMatchObject(SET);
  };
  const expectAsEdited = (body: string) => {
    expect(body).toContain('https://practice.invalid/tea');
    expect(body).toContain('the RIGHTWORD colour');
    expect(body).not.toMatch(/SECRETWORD|GONEWORD/);
    // It is in the question that the answer repeated, and nowhere else.
    expect(body.split('WRONGWORD')).toHaveLength(2);
  };
  expect(wire.map(({ status }) => status)).toEqual(wire.map(() => 200));
  for (const { body } of wire.slice(-4)) expectAsEdited(body);
  expectAtHome(last());

  const before = await dumpStorage(page);
  await restoreFromArchive(page);
  const after = await dumpStorage(page);
  for (const table of ['messages', 'overlays', 'sends', 'usage']) expect(after[table], table).toEqual(before[table]);
  const session = before['sessions']?.find((row) => (row as { leafId: string | null }).leafId !== null);
  expect(after['sessions']).toContainEqual(session);

  const folder = mkdtempSync(join(tmpdir(), 'baton-shared-'));
  const other = await startBaton({ files });
  try {
    await setUp(page, baton, { ...inFolder(folder), how: 'begin', name: 'Desk' });
    const [there] = (await launchProfile('other')).pages();
    if (!there) throw new Error('no page');
    await there.goto(other.url);
    await setUp(there, other, { ...inFolder(folder), how: 'join', name: 'Laptop' });
    const arrived = await dumpStorage(there);
    for (const table of ['messages', 'overlays']) expect(arrived[table], table).toEqual(before[table]);

    // The conversation goes on after the restore, and on the other computer, with the requests it would have had.
    for (const window of [page, there]) {
      const requests = recordWire(window);
      await window
        .getByRole('link', { name: /think 2/ })
        .first()
        .click();
      await ask(window, 'And from here?');
      expect(requests.at(-1)?.status).toBe(200);
      expectAsEdited(requests.at(-1)?.body ?? '');
      expectAtHome(requests.at(-1)?.body ?? '');
    }
  } finally {
    await other.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});
