import { describe, expect, it } from 'vitest';
import type { ThinkingLevel } from '#core/model.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import { captureRequest } from '#test/vendors/capture-request.ts';
import { HELLO, modelOf, requestOf, serviceFor, targetOf } from './support.ts';

const capture = async (request: NormalizedRequest, target: Partial<Target> = {}) => {
  const service = await serviceFor('gemini', () => Promise.reject(new Error('no network in this test')));
  const captured = await captureRequest(service, request, targetOf('gemini', target));
  return { ...captured, body: captured.body as Record<string, unknown> };
};
const BUDGET: ThinkingSupport = { kind: 'gemini-budget', off: true, min: 512, max: 16_384 };
const OLD = { model: modelOf('gemini', { id: 'gemini-2.5-flash', thinking: BUDGET }) };

const ROUND: NormalizedMessage[] = [
  { role: 'user', parts: [{ type: 'text', text: 'weather?' }] },
  {
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'thought' },
      { type: 'text', text: 'Looking.' },
      { type: 'text', text: '', signature: 'c2ln', continues: true },
      { type: 'tool_call', id: 'fn1', name: 'weather', args: { city: '서울' }, signature: 'c2lnMQ==' },
      { type: 'tool_call', id: 'fn2', name: 'ping', args: {} },
    ],
  },
  {
    role: 'tool',
    parts: [
      { type: 'tool_result', callId: 'fn1', name: 'weather', text: '21' },
      { type: 'tool_result', callId: 'fn2', text: 'no route', isError: true },
    ],
  },
  {
    role: 'user',
    parts: [
      { type: 'image', mime: 'image/png', data: 'AA==' },
      { type: 'text', text: 'this?' },
    ],
  },
];

describe('Gemini request', () => {
  it('goes to v1beta as a raw stream and is shaped as the API wants it', async () => {
    const { method, url, headers, body } = await capture({ ...HELLO, system: 'S' });
    expect({ method, url }).toEqual({
      method: 'POST',
      url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse',
    });
    expect(headers).toEqual({ 'content-type': 'application/json' });
    expect(body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
      systemInstruction: { parts: [{ text: 'S' }] },
      generationConfig: { maxOutputTokens: 4096, thinkingConfig: { includeThoughts: true, thinkingLevel: 'MEDIUM' } },
    });
  });

  it('keeps every signature on its very part, and all responses alone in one content', async () => {
    const { body } = await capture(requestOf(ROUND));
    expect(body['contents']).toEqual([
      { role: 'user', parts: [{ text: 'weather?' }] },
      {
        role: 'model',
        parts: [
          { text: 'Looking.' },
          { text: '', thoughtSignature: 'c2ln' },
          { functionCall: { id: 'fn1', name: 'weather', args: { city: '서울' } }, thoughtSignature: 'c2lnMQ==' },
          { functionCall: { id: 'fn2', name: 'ping', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'fn1', name: 'weather', response: { output: '21' } } },
          { functionResponse: { id: 'fn2', name: 'ping', response: { error: 'no route' } } },
        ],
      },
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }, { text: 'this?' }] },
    ]);
  });

  it('sends no call ids to models that know none', async () => {
    const { body } = await capture(requestOf(ROUND), OLD);
    expect(JSON.stringify(body)).not.toContain('"id"');
    expect(JSON.stringify(body)).toContain('"functionResponse":{"name":"ping"');
  });

  it('sends tool schemas whole, and can forbid calling', async () => {
    const schema = { type: 'object', properties: { a: { const: 1 } }, additionalProperties: false, $defs: {} };
    const { body } = await capture({
      ...HELLO,
      tools: [{ name: 'ping', description: 'P', inputSchema: schema }],
      toolChoice: 'none',
    });
    expect(body['tools']).toEqual([
      { functionDeclarations: [{ name: 'ping', description: 'P', parametersJsonSchema: schema }] },
    ]);
    expect(body['toolConfig']).toEqual({ functionCallingConfig: { mode: 'NONE' } });
  });

  const LEVELS = (levels: string[], off: boolean): ThinkingSupport => ({ kind: 'gemini-level', off, levels });
  it.each<[ThinkingLevel, ThinkingSupport, unknown]>([
    ['off', LEVELS(['minimal', 'low', 'medium', 'high'], false), { includeThoughts: true, thinkingLevel: 'MINIMAL' }],
    ['off', LEVELS(['low', 'high'], false), { includeThoughts: true, thinkingLevel: 'LOW' }],
    ['medium', LEVELS(['low', 'high'], false), { includeThoughts: true, thinkingLevel: 'LOW' }],
    ['high', LEVELS(['LOW', 'HIGH'], false), { includeThoughts: true, thinkingLevel: 'HIGH' }],
    ['off', BUDGET, { thinkingBudget: 0 }],
    [
      'off',
      { ...BUDGET, kind: 'gemini-budget', off: false, min: 128 },
      { includeThoughts: true, thinkingBudget: 1024 },
    ],
    ['low', BUDGET, { includeThoughts: true, thinkingBudget: 1024 }],
    ['high', BUDGET, { includeThoughts: true, thinkingBudget: 16_384 }],
    ['high', { kind: 'none' }, undefined],
  ])('thinking %s with %o', async (thinking, support, expected) => {
    const { body } = await capture({ ...HELLO, thinking }, { model: modelOf('gemini', { thinking: support }) });
    expect((body['generationConfig'] as Record<string, unknown>)['thinkingConfig']).toEqual(expected);
  });
});
