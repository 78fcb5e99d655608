import { afterEach, expect, it, vi } from 'vitest';
import { digestOf, recordOf } from '#journal/journal-rows.ts';

afterEach(() => vi.restoreAllMocks());

it('a long row has the same digest as any other, and nobody waits until a script has hashed it', async () => {
  const platform = vi.spyOn(crypto.subtle, 'digest');
  const of = (text: string) => recordOf('messages', 'm', { id: 'm', sessionId: 's', parts: [{ type: 'text', text }] });
  const short = await of('가');
  expect(platform).not.toHaveBeenCalled();
  const long = await of('가나다\n'.repeat(100_000));
  expect(platform).toHaveBeenCalledOnce();
  for (const { digest, row } of [short, long]) expect(digest).toBe(digestOf(row));
});
