import { expect, test } from 'vitest';
import { searchResultText } from '#core/web-results.ts';
import { WEB_SEARCH_TOOL } from '#core/web-tools.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { readSources } from '#ui/features/conversation/citations/web-sources.ts';

const message = (id: string, role: StoredMessage['role'], parts: StoredMessage['parts'] = []) =>
  ({ id, role, parts }) as StoredMessage;
const found = (address: string, isError = false): StoredMessage['parts'] => [
  {
    type: 'tool_result',
    callId: 'c',
    name: WEB_SEARCH_TOOL,
    text: searchResultText([{ title: address, address, text: '' }]),
    isError,
  },
];

test('an answer has the pages that the model was given before it, in the whole conversation', () => {
  const sourcesOf = readSources([
    message('q', 'user'),
    message('first', 'assistant'),
    message('r1', 'tool', found('https://a.example/')),
    message('second', 'assistant'),
    message('r2', 'tool', found('https://failed.example/', true)),
    message('q2', 'user'),
    message('r3', 'tool', found('https://b.example/')),
    message('third', 'assistant'),
  ]);
  const addresses = (id: string) => sourcesOf(id).map(({ address }) => address);
  expect(addresses('first')).toEqual([]);
  expect(addresses('second')).toEqual(['https://a.example/']);
  expect(addresses('third')).toEqual(['https://a.example/', 'https://b.example/']);
});
