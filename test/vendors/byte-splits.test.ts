import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { answering, answerOf, eventsOf, fixture } from './support.ts';

const PROTOCOL_OF: Readonly<Record<string, Protocol>> = {
  anthropic: 'anthropic',
  responses: 'openai-responses',
  chat: 'openai-chat',
  gemini: 'gemini',
  ollama: 'ollama',
};
const names = readdirSync(new URL('fixtures', import.meta.url)).map((file) => file.replace(/\.sse$/, ''));
const protocolOf = (name: string) => {
  const protocol = PROTOCOL_OF[name.split('-')[0] ?? ''];
  if (!protocol) throw new Error(`no protocol for ${name}`);
  return protocol;
};

describe('the network may cut a stream anywhere', () => {
  it.each(names)('%s, one byte at a time', async (name) => {
    const bytes = fixture(name);
    const expected = await eventsOf(protocolOf(name), answering(bytes));
    const cuts = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
    expect(await eventsOf(protocolOf(name), answering(bytes, { cuts }))).toEqual(expected);
  });

  it.each(names.filter((name) => name.endsWith('-small')))(
    '%s, at every byte boundary',
    async (name) => {
      const bytes = fixture(name);
      const expected = await eventsOf(protocolOf(name), answering(bytes));
      expect(answerOf(expected).parts).toContainEqual(expect.objectContaining({ type: 'text', text: '답: 값 é 😀' }));
      for (let cut = 1; cut < bytes.length; cut++)
        expect(await eventsOf(protocolOf(name), answering(bytes, { cuts: [cut] })), `cut at ${cut}`).toEqual(expected);
    },
    60_000,
  );
});
