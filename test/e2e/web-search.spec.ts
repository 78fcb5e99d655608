import { serveSearxng } from '#test/fakes/searxng.ts';
import { expectAccessible } from './support/accessibility.ts';
import { chooseModel, settle, write } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { startPractice } from './support/frame.ts';
import { callTool, question } from './support/tools.ts';

const HERON = 'https://birds.example/heron';

test('a search by three vendors: set up, asked about once, listed as sources, kept after a reload', async ({
  baton,
  page,
}) => {
  const searxng = await serveSearxng([
    { url: HERON, title: 'Great blue heron', content: 'It wades in shallow water.' },
    { url: 'https://birds.example/stork', title: 'Stork', content: 'It nests on roofs.' },
  ]);
  const search = (query: string, text: string) => `${callTool('builtin_web_server__search', { query })}\n!echo ${text}`;
  const sources = page.getByRole('region', { name: 'Sources' });
  const toggle = page.getByRole('button', { name: 'Web search', exact: true });
  try {
    await startPractice(page, baton);
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Choose one' }).click();
    await page.getByLabel('Search service', { exact: true }).selectOption({ label: 'SearXNG' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a value.')).toBeVisible();
    await page.getByLabel('Address of your server').fill(`${searxng.address}/`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByText('It works: 2 results')).toBeVisible();
    await page.goBack();

    await write(page, search('heron habitat', `In shallow water [as seen](${HERON}). [Other](https://other.example/)`));
    await question(page, 'search')
      .getByRole('button', { name: /in this (chat|conversation)/ })
      .click({ delay: 700 });
    await settle(page);
    await expect(sources.getByRole('listitem')).toHaveText(['Great blue heronbirds.example']);
    await page.getByRole('button', { name: /^Web search query/ }).click();
    await expect(page.getByRole('list', { name: 'Result' }).getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Exclude this result' }).click();
    await expect(page.getByRole('img', { name: 'Not sent to models' })).toBeVisible();
    await page.getByRole('button', { name: 'Include again' }).click();
    await expect(page.getByRole('button', { name: 'Exclude this result' })).toBeVisible();

    await chooseModel(page, 'Practice GPT');
    await write(page, search('stork nests', 'On roofs (https://birds.example/stork).'));
    await settle(page);
    await chooseModel(page, 'Practice Gemini');
    await write(page, 'And now?');
    await settle(page);
    await chooseModel(page, 'Practice Claude');
    await write(page, search('once more', `Still there: ${HERON}`));
    await settle(page);
    expect(searxng.queries.slice(1)).toEqual(['heron habitat', 'stork nests', 'once more']);

    await page.reload();
    await expect(sources.last().getByRole('listitem')).toHaveText(['Great blue heronbirds.example']);
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await toggle.click();
    await write(page, callTool('builtin_web_server__search', { query: 'not offered' }));
    await settle(page);
    expect(searxng.queries).toHaveLength(4);
  } finally {
    searxng.close();
  }
});
