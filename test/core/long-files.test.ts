import { afterEach, expect, it, vi } from 'vitest';
import { decodeBase64Text } from '#core/base64.ts';
import { TextHash } from '#core/hash.ts';
import type { FilePart } from '#core/message.ts';
import { prefixDigest } from '#core/normalize/base/prefix-digest.ts';
import { MessageNormalizer } from '#core/normalize/message-normalizer.ts';
import { named, user } from './history-builders.ts';

afterEach(() => vi.restoreAllMocks());

it('a long text that is attached is written down once and hashed once, and only where somebody asks', () => {
  const file: FilePart = {
    type: 'file',
    mime: 'text/plain',
    name: 'a.txt',
    data: '',
    text: 'a line\n'.repeat(100_000),
  };
  const read = vi.spyOn(TextHash.prototype, 'addString');
  const hashed = () => read.mock.calls.filter(([text]) => text.length > 100_000).length;
  const normalizer = new MessageNormalizer();
  const [first, again] = [1, 2].map(
    () => normalizer.normalize([user('q', file)], [], named('anthropic-bound')).request,
  );
  expect(hashed()).toBe(0);
  if (!first || !again) throw new Error('no request');
  expect(again.messages[0]?.parts[1]).toBe(first.messages[0]?.parts[1]);
  expect(prefixDigest(again)).toBe(prefixDigest({ ...first }));
  expect(hashed()).toBe(1);
});

it('megabytes that begin like no text are not decoded to find that out', () => {
  const zeros = (from: number, to: number) => {
    if (to - from > 100_000) throw new Error('all of it is read');
    return 'A'.repeat(to - from);
  };
  const base64 = { length: 40_000_000, slice: zeros } as unknown as string;
  expect(decodeBase64Text(base64)).toBeNull();
});
