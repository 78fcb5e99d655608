import { expect, it } from 'vitest';
import { loadService } from '#vendors/registry.ts';
import { answer, call, named, result, text, user } from './history-builders.ts';

it('does not split a turn where another branch goes on in the same one', async () => {
  const to = { ...named('anthropic-adaptive'), cacheKey: 'a conversation' };
  const service = await loadService(to.model.protocol, { fetch: () => Promise.reject(new Error('no network')) });
  const start = [user('question'), answer('anthropic-adaptive', call('toolu_1')), result('toolu_1')];
  const end = answer('anthropic-adaptive', text('answer'));
  service.sanitizeMessages([...start, answer('anthropic-adaptive', call('toolu_2')), result('toolu_2')], [], to);
  const { report } = service.sanitizeMessages([...start, result('toolu_9'), end, user('more')], [], to);
  expect(report.notes.map(({ rule }) => rule)).toEqual(['orphan-result-to-text']);
});
