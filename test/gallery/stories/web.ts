import { pageResultText, searchResultText } from '#core/web-results.ts';
import { FETCH_PAGE_TOOL, WEB_SEARCH_TOOL } from '#core/web-tools.ts';
import type { StoredPart } from '#storage/rows.ts';
import { Thread } from '../fixture.ts';
import type { StoryGroup } from '../story.ts';

const HERON = 'https://birds.example/grey-heron';
const BOOK = 'https://www.encyclopedia-of-birds.example/herons?page=2';
const REPORT = 'https://birds.example/report';

const found = searchResultText([
  { title: 'Grey heron', address: HERON, text: 'A long-legged wading bird.', date: '2026-10-01' },
  {
    title: 'Herons of the world: everything that is known about their habitats, diets and calls',
    address: BOOK,
    text: 'There are 75 species. They live on all continents but Antarctica, mostly near fresh water.',
  },
  { title: 'Storks', address: 'https://birds.example/storks', text: '' },
]);
const report = pageResultText({
  address: REPORT,
  title: 'Report on wading birds',
  fetched: '2026-11-20T09:30:00.000Z',
  text: '# Wading birds\n\nThe heron stands in shallow water.',
});

const call = (id: string, name: string, args: Record<string, unknown>): StoredPart => ({
  type: 'tool_call',
  id,
  name,
  args,
});
const result = (callId: string, name: string, text: string): StoredPart => ({
  type: 'tool_result',
  callId,
  name,
  text,
  outcome: { status: 'ok' },
});

const answered = (id: string) => () =>
  new Thread(id, 'Where herons stand', { tools: { on: false, mode: 'ask', off: [], web: true } })
    .user('Where do herons stand?')
    .answer([call('1', WEB_SEARCH_TOOL, { query: 'heron habitat' })], { stop: 'tool' })
    .results([result('1', WEB_SEARCH_TOOL, found)])
    .answer([call('2', FETCH_PAGE_TOOL, { url: REPORT })], { stop: 'tool' })
    .results([result('2', FETCH_PAGE_TOOL, report)])
    .answer(
      `In [shallow water](${REPORT}), as [long-legged birds](${HERON}) do. There are [75 species](${BOOK}), and ` +
        '[others](https://other.example/) say more.',
    )
    .fixture();

const own = (kind: string, fields: object): StoredPart => ({
  type: 'vendor_block',
  kind,
  data: JSON.stringify({ type: kind, ...fields }),
});
const cited = (url: string, title: string, quote: string) =>
  own('citations', {
    citations: [{ type: 'web_search_result_location', url, title, cited_text: quote, encrypted_index: 'x' }],
  });

/** Tools that the vendor ran itself, and what its answer cites. */
const ownTools = () =>
  new Thread('web-own', 'Where herons stand', { tools: { on: false, mode: 'ask', off: [], web: true } })
    .user('Where do herons stand?')
    .answer([
      own('server_tool_use', { id: '1', name: 'web_search', input: { query: 'heron habitat' } }),
      own('web_search_tool_result', {
        tool_use_id: '1',
        content: [
          { type: 'web_search_result', url: HERON, title: 'Grey heron', page_age: 'October 1, 2026' },
          { type: 'web_search_result', url: BOOK, title: 'Herons of the world', page_age: null },
        ],
      }),
      own('server_tool_use', { id: '2', name: 'web_fetch', input: { url: REPORT } }),
      own('web_fetch_tool_result', {
        tool_use_id: '2',
        content: { type: 'web_fetch_tool_result_error', error_code: 'url_not_accessible' },
      }),
      own('server_tool_use', { id: '3', name: 'bash_code_execution', input: { command: 'echo $((3 * 25))' } }),
      own('bash_code_execution_tool_result', {
        tool_use_id: '3',
        content: { type: 'bash_code_execution_result', stdout: '75\n', stderr: '', return_code: 0 },
      }),
      { type: 'text', text: 'Herons stand in ' },
      { type: 'text', text: 'shallow water' },
      cited(HERON, 'Grey heron', 'A long-legged wading bird of shallow water.'),
      { type: 'text', text: ', and there are ' },
      { type: 'text', text: '75 species' },
      cited(BOOK, 'Herons of the world: everything that is known about them', 'There are 75 species.'),
      { type: 'text', text: '. The report agrees.' },
      own('citations', {
        citations: [
          {
            type: 'page_location',
            document_title: 'wading-birds.pdf',
            cited_text: 'The heron stands in shallow water.',
            start_page_number: 2,
            end_page_number: 4,
          },
        ],
      }),
    ])
    .fixture();

export const webs: StoryGroup = {
  title: 'The web',
  stories: [
    { id: 'web-sources', title: 'sources of an answer', route: '/s/web-sources', stored: answered('web-sources') },
    { id: 'web-own', title: 'tools of the vendor', route: '/s/web-own', stored: ownTools },
    {
      id: 'web-results',
      title: 'results of a search',
      route: '/s/web-results',
      stored: answered('web-results'),
      act: async (user) => user.press(/^Web searchquery.*/, 'main'),
    },
    {
      id: 'web-key',
      title: 'a search service with a stored key',
      route: '/settings/web',
      host: { 'GET /api/web-search': { service: 'brave', address: null, keys: ['brave'] } },
    },
  ],
};
