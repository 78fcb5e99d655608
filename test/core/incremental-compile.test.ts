import { expect, it, vi } from 'vitest';
import { ListStart, SplitList } from '#core/list-start.ts';
import type { HistoryMessage, Part } from '#core/message.ts';
import {
  CONTEXT,
  DELETED,
  EVERY_MESSAGE,
  EXCLUDED,
  KEEP_WHOLE,
  NOT_SENT,
  OMIT_MEDIA,
  SHORTENED,
} from '#core/normalize/base/overlays.ts';
import type { Overlay } from '#core/request.ts';
import { loadService } from '#vendors/registry.ts';
import { opaque } from './arbitrary-history.ts';
import { answer, call, named, partsOf, result, text, user } from './history-builders.ts';

it('does not split a turn where another branch goes on in the same one', async () => {
  const to = { ...named('anthropic-adaptive'), cacheKey: 'a conversation' };
  const service = await loadService(to.model.protocol, { fetch: () => Promise.reject(new Error('no network')) });
  const start = [user('question'), answer('anthropic-adaptive', call('toolu_1')), result('toolu_1')];
  const end = answer('anthropic-adaptive', text('answer'));
  service.sanitizeMessages([...start, answer('anthropic-adaptive', call('toolu_2')), result('toolu_2')], [], to);
  const { report } = service.sanitizeMessages([...start, result('toolu_9'), end, user('more')], [], to);
  expect(report.notes.map(({ rule }) => rule)).toEqual(['orphan-result-to-text']);
});

it('keeps thinking where another branch leaves the answer out that turned it off', async () => {
  const to = named('anthropic-manual', { cacheKey: 'a conversation' });
  const service = await loadService(to.model.protocol, { fetch: () => Promise.reject(new Error('no network')) });
  const step = (n: number, ...first: Part[]) => [
    answer('anthropic-manual', ...first, call(`toolu_${n}`)),
    result(`toolu_${n}`),
  ];
  const thinking = (n: number): Part => ({
    type: 'thinking',
    text: `thought ${n}`,
    signature: opaque('anthropic-manual', n),
  });
  const start = [user('question'), ...step(1, thinking(1))];
  const without = service.sanitizeMessages([...start, ...step(2)], [], to);
  expect([without.request.thinking, partsOf(without.request.messages, 'thinking')]).toEqual(['off', []]);
  const kept = service.sanitizeMessages([...start, ...step(3, thinking(3))], [], to);
  expect(kept.request.thinking).toBe('high');
  expect(partsOf(kept.request.messages, 'thinking')).toEqual([thinking(1), thinking(3)]);
  // The answer that turns it off may also be among those that are already arranged.
  const again = [...start, ...step(4), ...step(5, thinking(5)), ...step(6, thinking(6))];
  for (let end = 5; end <= again.length; end += 2) {
    const { request } = service.sanitizeMessages(again.slice(0, end), [], to);
    expect([request.thinking, partsOf(request.messages, 'thinking')]).toEqual(['off', []]);
  }
});

/** An overlay that changes one message of the conversation below. */
const overlay = (kind: string, message: string, part?: number, data?: unknown): Overlay => ({
  id: `${kind} ${message}`,
  sessionId: 's',
  kind,
  reason: '',
  at: 0,
  data,
  target: { message, ...(part !== undefined && { part }) },
});

const CHANGES: Readonly<Record<string, Overlay | null>> = {
  'nothing changed': null,
  'an overlay of no message': overlay(KEEP_WHOLE, EVERY_MESSAGE),
  'a shortened result': overlay(SHORTENED, 'message 6', 0, { text: 'short' }),
  'an answer that was deleted with its call': overlay(DELETED, 'message 9'),
  'a result that was left out': overlay(EXCLUDED, 'message 6', 0),
  'context files': overlay(CONTEXT, 'message 8', undefined, { files: [] }),
  'a message that is not sent': overlay(NOT_SENT, 'message 11'),
  'media that was refused': overlay(OMIT_MEDIA, 'message 8'),
  'an overlay of another branch': overlay(SHORTENED, 'elsewhere', 0, { text: 'short' }),
};

/** Where the messages are that an overlay changes. They are looked at. */
const NEAR_START = 20;

const NAMES = ['anthropic-adaptive', 'anthropic-bound', 'openai-responses', 'openai-chat', 'gemini-3', 'ollama-own'];

it.each(NAMES.flatMap((name) => Object.entries(CHANGES).map(([change, made]) => [name, change, made] as const)))(
  'looks at no message of the start again: %s, %s',
  async (name, _change, made) => {
    const to = { ...named(name), cacheKey: 'a long conversation', window: { messages: 1_000_000 } };
    const service = await loadService(to.model.protocol, { fetch: () => Promise.reject(new Error('no network')) });
    const touched = new Set<HistoryMessage>();
    const watched = (message: HistoryMessage): HistoryMessage => {
      const proxy: HistoryMessage = new Proxy(message, {
        get(target, key) {
          touched.add(proxy);
          return Reflect.get(target, key) as unknown;
        },
      });
      return proxy;
    };
    const exchange = (n: number) =>
      [user(`question ${n}`), answer(name, call(`toolu_${n}`)), result(`toolu_${n}`), answer(name, text('done'))].map(
        (message, at) => watched({ ...message, id: `message ${4 * n + at}` }),
      );
    let path = ListStart.of(Array.from({ length: 50 }, (_, n) => exchange(n)).flat());
    let newest = [watched({ ...user('and now?'), id: 'newest' })];
    const lists = vi.spyOn(SplitList.prototype, 'all', 'get');
    const send = () => {
      const { request, report } = service.sanitizeMessages(new SplitList(path, newest), made ? [{ ...made }] : [], to);
      expect(report.problem).toBeUndefined();
      return service.prepare(request, to).digest;
    };
    const digests = new Set([send()]);
    for (let n = 100; n < 103; n++) {
      const known = path;
      path = path.with(newest);
      newest = [...exchange(n).slice(1), watched({ ...user(`question ${n}`), id: `newest ${n}` })];
      touched.clear();
      lists.mockClear();
      digests.add(send());
      expect(known.slice(NEAR_START, -4).filter((message) => touched.has(message))).toEqual([]);
      expect(lists.mock.results.filter(({ value }) => (value as readonly unknown[]).length > 100)).toEqual([]);
    }
    expect(digests.size).toBe(4);
    lists.mockRestore();
  },
);
