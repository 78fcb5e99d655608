import { expectAccessible } from './support/accessibility.ts';
import { ask, chooseModel, recordWire, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { openSettings } from './support/frame.ts';
import { readMessages } from './support/storage.ts';

const SEARCH = '!search tea\n!echo Tea is a drink. It is also a plant.';

test('a search by Claude itself: switched on, cited, told to GPT and Gemini, its own again at Claude', async ({
  baton,
  page,
}) => {
  const calls = recordWire(page);
  await startPractice(page, baton);
  const toggle = page.getByRole('button', { name: 'Web search', exact: true });
  await toggle.click();
  await expect(page.getByText('no search service is set up')).toBeVisible();
  await ask(page, SEARCH);
  expect(calls[0]?.body).not.toContain('web_search_2');

  await openSettings(page, 'Vendors and keys');
  const row = page.locator('[data-connection="practice-anthropic"]');
  await row.getByText('Tools the vendor runs itself').click();
  await expect(row.getByText('$10 per 1,000 searches')).toBeVisible();
  await row.getByRole('switch', { name: 'Web search' }).click();
  await expectAccessible(page);
  await page.goBack();

  await ask(page, SEARCH);
  await expect(page.getByText('Searched the web')).toBeVisible();
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources.getByRole('listitem')).toContainText(['3 results for "tea"']);
  await expect(page.getByRole('link', { name: '¹' })).toHaveAttribute('href', 'https://practice.invalid/tea');
  await expectAccessible(page);

  await chooseModel(page, 'Practice GPT');
  await ask(page, 'As GPT.');
  await chooseModel(page, 'Practice Gemini');
  await ask(page, 'As Gemini.');
  await chooseModel(page, 'Practice Claude');
  await ask(page, 'As Claude again.');

  expect(calls.map(({ connection, status }) => `${connection} ${status}`)).toEqual([
    'practice-anthropic 200',
    'practice-anthropic 200',
    'practice-openai 200',
    'practice-gemini 200',
    'practice-anthropic 200',
  ]);
  const messages = await readMessages(page);
  expect(messages.filter(({ error }) => error)).toEqual([]);
  const blocks = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'vendor_block' ? [part] : [])));
  expect(blocks.map(({ kind }) => kind)).toEqual(['server_tool_use', 'web_search_tool_result', 'citations']);
  const [use, result] = blocks.map(({ data }) => data);
  expect(calls[4]?.body).toContain(`${use},${result}`);
  expect(calls[4]?.body).toContain('encrypted_index');
  for (const abroad of calls.slice(2, 4)) {
    expect(abroad.body).not.toMatch(/srvtoolu|encrypted_index|encrypted_content":"[^"]*"[^}]*web_search/);
    expect(abroad.body).toContain('https://practice.invalid/tea');
  }

  await page.reload();
  await expect(sources.first().getByRole('listitem')).toContainText(['3 results for "tea"']);
});
