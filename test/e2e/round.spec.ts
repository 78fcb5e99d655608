import { ask, chooseModel, recordWire, startPractice, turns } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { dumpStorage, readMessages, wipeHistory } from './support/storage.ts';
import { callTransfer, startTransfer } from './support/transfer-worker.ts';

/** What the user edits, excludes and sets survives every switch, and an archive. */
test('an edited and an excluded message and parameters go from Claude to GPT to Gemini and back, and through an archive', async ({
  baton,
  page,
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
  await ask(page, '!think 2\nWhat is a relay?');
  await ask(page, '!echo the WRONGWORD colour');
  await more(3, 'Edit answer');
  const editor = page.getByRole('textbox', { name: 'Answer', exact: true });
  await editor.fill('the RIGHTWORD colour');
  await editor.press('Control+Enter');
  await expect(turns(page).last().getByText('the RIGHTWORD colour')).toBeVisible();
  await ask(page, '!echo SECRETWORD');
  await more(5, 'Exclude from requests');
  await more(4, 'Exclude from requests');
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: 'Parameters…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Parameters' });
  await dialog.getByRole('spinbutton', { name: 'Maximum answer, tokens' }).fill('3000');
  await dialog.getByRole('textbox', { name: 'Stop sequences, one per line' }).fill('NEVERSAID');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await chooseModel(page, 'Practice GPT');
  await ask(page, '!think 2\nAnd as GPT?');
  expect(JSON.parse(last())).toMatchObject({ max_output_tokens: 3000 });
  expect(JSON.parse(last())).not.toHaveProperty('stop');
  await chooseModel(page, 'Practice Gemini');
  await ask(page, '!think 2\nAnd as Gemini?');
  expect(JSON.parse(last())).toMatchObject({
    generationConfig: { maxOutputTokens: 3000, stopSequences: ['NEVERSAID'] },
  });
  await chooseModel(page, 'Practice Claude');
  await ask(page, 'And as Claude again?');
  expect(JSON.parse(last())).toMatchObject({ max_tokens: 3000, stop_sequences: ['NEVERSAID'] });

  expect(wire.map(({ status }) => status)).toEqual(wire.map(() => 200));
  for (const { body } of wire.slice(-3)) {
    expect(body).toContain('the RIGHTWORD colour');
    expect(body).not.toContain('SECRETWORD');
    // It is in the question that the answer repeated, and nowhere else.
    expect(body.split('WRONGWORD')).toHaveLength(2);
  }
  const [, first] = await readMessages(page);
  const thought = first?.parts.find((part) => part.type === 'thinking');
  if (thought?.type !== 'thinking' || !thought.signature) throw new Error('no signature was stored');
  const { text: thinking, signature } = thought;
  expect(last()).toContain(JSON.stringify({ type: 'thinking', thinking, signature }).slice(1, -1));

  const before = await dumpStorage(page);
  const job = {
    sessions: 'all',
    trash: true,
    format: 'archive',
    thinking: true,
    tools: true,
    branches: true,
    language: 'en',
  } as const;
  await startTransfer(page);
  const written = await callTransfer(page, 'write', { job, writtenBy: 'Baton' });
  expect(written).toMatchObject({ type: 'done', result: { conversations: 1, unreadable: 0 } });
  await wipeHistory(page);
  await page.reload();
  await page.getByRole('button', { name: 'Continue without them' }).click();
  await startTransfer(page);
  const opened = await callTransfer(page, 'open', {});
  const id = opened.type === 'done' ? opened.result.id : '';
  const restored = await callTransfer(page, 'restore', { id, sessionIds: 'all' });
  expect(restored).toMatchObject({ type: 'done', result: { stopped: null, lost: [] } });
  const after = await dumpStorage(page);
  for (const table of ['messages', 'overlays', 'sends', 'usage']) expect(after[table], table).toEqual(before[table]);
  const session = before['sessions']?.find((row) => (row as { leafId: string | null }).leafId !== null);
  expect(after['sessions']).toContainEqual(session);

  // The restored conversation goes on, and the request is what it would have been.
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('What is a relay?').first().click();
  await ask(page, 'And after the restore?');
  expect(wire.at(-1)?.status).toBe(200);
  expect(last()).toContain(signature);
  expect(last()).toContain('the RIGHTWORD colour');
  expect(last()).not.toContain('SECRETWORD');
  expect(JSON.parse(last())).toMatchObject({ max_tokens: 3000, stop_sequences: ['NEVERSAID'] });
});
