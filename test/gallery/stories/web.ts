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

export const webs: StoryGroup = {
  title: 'The web',
  stories: [
    { id: 'web-sources', title: 'sources of an answer', route: '/s/web-sources', stored: answered('web-sources') },
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
