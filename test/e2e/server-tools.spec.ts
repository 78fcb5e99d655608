import { expectAccessible } from './support/accessibility.ts';
import { ask, chooseModel, recordWire, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { letVendorsSearch, SEARCH } from './support/server-tools.ts';
import { readMessages } from './support/storage.ts';

test('searches by Claude and GPT themselves: switched on, cited, told to others, their own again at home', async ({
  baton,
  page,
}) => {
  const calls = recordWire(page);
  await startPractice(page, baton);
  await page.getByRole('button', { name: 'Web search', exact: true }).click();
  await expect(page.getByText('no search service is set up')).toBeVisible();
  await ask(page, SEARCH);
  expect(calls[0]?.body).not.toContain('web_search_2');

  await letVendorsSearch(page);
  await expectAccessible(page);
  await page.goBack();

  await ask(page, SEARCH);
  await expect(page.getByText('Searched the web')).toBeVisible();
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources.getByRole('listitem')).toContainText(['3 results for "tea"']);
  await expect(page.getByRole('link', { name: '¹' })).toHaveAttribute('href', 'https://practice.invalid/tea');
  await expectAccessible(page);

  await chooseModel(page, 'Practice GPT');
  await ask(page, `!think 1\n${SEARCH}`);
  await chooseModel(page, 'Practice Gemini');
  await ask(page, 'As Gemini.');
  await chooseModel(page, 'Practice Claude');
  await ask(page, 'As Claude again.');
  await chooseModel(page, 'Practice GPT');
  await ask(page, 'As GPT again.');

  expect(calls.map(({ connection, status }) => `${connection} ${status}`)).toEqual([
    'practice-anthropic 200',
    'practice-anthropic 200',
    'practice-openai 200',
    'practice-gemini 200',
    'practice-anthropic 200',
    'practice-openai 200',
  ]);
  const messages = await readMessages(page);
  expect(messages.filter(({ error }) => error)).toEqual([]);
  const blocks = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'vendor_block' ? [part] : [])));
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'server_tool_use',
    'web_search_tool_result',
    'citations',
    'web_search_call',
    'annotations',
  ]);
  const [use, result, , item] = blocks.map(({ data }) => data);
  expect(calls[4]?.body).toContain(`${use},${result}`);
  expect(calls[4]?.body).toContain('encrypted_index');
  expect(calls[5]?.body).toContain(item);
  for (const [index, { body, connection }] of calls.entries()) {
    if (index < 2) continue;
    expect(body, connection).toContain('https://practice.invalid/tea');
    if (connection !== 'practice-anthropic') expect(body, connection).not.toMatch(/srvtoolu|encrypted_index/);
    if (connection !== 'practice-openai') expect(body, connection).not.toMatch(/"ws_|url_citation/);
  }

  await page.getByRole('button', { name: 'What was sent' }).last().click();
  await expect(page.getByRole('dialog', { name: 'What was sent' })).toContainText('web_search');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(sources.last().getByRole('listitem')).toContainText(['3 results for "tea"']);
});
