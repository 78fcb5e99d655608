import { describe, expect, it } from 'vitest';
import type { Part } from '#core/message.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { captureRequest } from '#test/vendors/capture-request.ts';
import { answering, answerOf, eventsOf, fixture, requestOf, serviceFor, targetOf } from './support.ts';

const answer = async (protocol: Protocol, name: string) => answerOf(await eventsOf(protocol, answering(fixture(name))));

/** The parts, with the content of vendor blocks parsed. */
const open = (parts: readonly Part[]): unknown[] =>
  parts.map((part) =>
    part.type === 'vendor_block' ? { kind: part.kind, block: JSON.parse(part.data) as unknown } : part,
  );

const SEARCH = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: '서울' } };
const FOUND = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [
    { type: 'web_search_result', url: 'https://a.example/', title: 'A', encrypted_content: 'RW5j', page_age: null },
  ],
};
const COMPACTION = { type: 'compaction', content: 'so far', encrypted_content: 'b3BhcXVl' };

describe('blocks of the vendor’s own are kept as they arrived', () => {
  it('Anthropic: server tools with their results, compaction', async () => {
    const { parts, stop } = await answer('anthropic', 'anthropic-server-tools');
    expect(stop).toBe('end');
    expect(open(parts)).toEqual([
      { kind: 'server_tool_use', block: SEARCH },
      { kind: 'web_search_tool_result', block: FOUND },
      { kind: 'compaction', block: COMPACTION },
      { type: 'text', text: 'found' },
    ]);
  });

  it('Responses: items of server tools, and items nobody knows yet', async () => {
    const { parts } = await answer('openai-responses', 'responses-server-tools');
    expect(open(parts)).toEqual([
      { type: 'thinking', text: '', itemId: 'rs_9', encrypted: 'ZW5j' },
      {
        kind: 'web_search_call',
        block: {
          id: 'ws_1',
          type: 'web_search_call',
          status: 'completed',
          action: { type: 'search', query: '서울' },
        },
      },
      { type: 'text', text: 'found', itemId: 'msg_2' },
      { kind: 'thing_of_tomorrow', block: { id: 'x_1', type: 'thing_of_tomorrow', payload: 1 } },
    ]);
  });

  it('Gemini: code that it ran, pictures as pictures, other bytes as files', async () => {
    const { parts } = await answer('gemini', 'gemini-own-parts');
    expect(open(parts)).toEqual([
      { type: 'text', text: '계산 ' },
      {
        kind: 'executableCode',
        block: { executableCode: { language: 'PYTHON', code: 'print(6*7)' }, thoughtSignature: 'c2ln' },
      },
      { kind: 'codeExecutionResult', block: { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42\n' } } },
      { type: 'text', text: '42' },
      { type: 'file', mime: 'audio/wav;rate=24000', name: 'audio.wav', data: 'UklGRg==' },
      { type: 'image', mime: 'image/webp', data: 'UklGRg==' },
    ]);
  });

  it('Chat Completions: sources of a search', async () => {
    const { parts } = await answer('openai-chat', 'chat-annotations');
    expect(open(parts)).toEqual([
      { type: 'text', text: 'found' },
      {
        kind: 'annotations',
        block: {
          type: 'annotations',
          annotations: [
            {
              type: 'url_citation',
              url_citation: { url: 'https://a.example/', title: 'A', start_index: 0, end_index: 5 },
            },
          ],
        },
      },
    ]);
  });
});

it('Anthropic gets its blocks back as they were, under the header that they need', async () => {
  const { parts } = await answer('anthropic', 'anthropic-server-tools');
  const request = requestOf([
    { role: 'user', parts: [{ type: 'text', text: 'look' }] },
    { role: 'assistant', parts },
    { role: 'user', parts: [{ type: 'text', text: 'and now?' }] },
  ]);
  const service = await serviceFor('anthropic', answering(''));
  const { body, headers } = await captureRequest(service, request, targetOf('anthropic'));
  const { messages } = body as { messages: { content: unknown[] }[] };
  expect(messages[1]?.content).toEqual([SEARCH, FOUND, COMPACTION, { type: 'text', text: 'found' }]);
  expect(headers['anthropic-beta']).toBe('compact-2026-01-12');
});
