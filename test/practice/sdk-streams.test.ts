import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI, type Part } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anthropicOf, geminiOf, openaiOf } from './support/sdks.ts';
import { type PracticeServer, servePractice } from './support/serve.ts';
import { instantVendors } from './support/vendors.ts';

const vendors = instantVendors();
const SCHEMA = { type: 'object' as const, properties: { at: { type: 'string' } }, required: ['at'] };
const ASK = 'Hello\n!think 2\n!parallel look {"at":"[\\"x\\"]"} listen {"at":"한국어"}';
const ARGS = [{ at: '["x"]' }, { at: '한국어' }];

describe('the official Anthropic client', () => {
  const client = anthropicOf(vendors);
  const body = {
    model: 'practice-claude',
    max_tokens: 4096,
    thinking: { type: 'adaptive' as const, display: 'summarized' as const },
    tools: ['look', 'listen'].map((name) => ({ name, input_schema: SCHEMA })),
  };

  it('reads a streamed tool loop and gets the same message as without a stream', async () => {
    const ask = { role: 'user' as const, content: ASK };
    const types: string[] = [];
    const stream = client.messages
      .stream({ ...body, messages: [ask] })
      .on('streamEvent', ({ type }) => types.push(type));
    const message = await stream.finalMessage();
    expect(message.stop_reason).toBe('tool_use');
    expect(message.content.map((block) => block.type)).toEqual(['thinking', 'text', 'tool_use', 'tool_use']);
    expect(message.content.flatMap((block) => (block.type === 'tool_use' ? [block.input] : []))).toEqual(ARGS);
    expect([types[0], types.at(-2), types.at(-1)]).toEqual(['message_start', 'message_delta', 'message_stop']);
    expect(types.filter((type) => type === 'content_block_start')).toHaveLength(4);

    const complete = await client.messages.create({ ...body, messages: [ask] });
    expect(complete.content).toEqual(message.content);

    const results = message.content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'it is there' }]
        : [],
    );
    const last = await client.messages
      .stream({
        ...body,
        messages: [ask, { role: 'assistant', content: message.content }, { role: 'user', content: results }],
      })
      .finalMessage();
    expect(last.stop_reason).toBe('end_turn');
    expect(last.content.map((block) => block.type)).toEqual(['thinking', 'text']);
    expect(JSON.stringify(last.content)).toContain('it is there');
    expect(last.usage.output_tokens).toBeGreaterThan(last.usage.output_tokens_details?.thinking_tokens ?? Infinity);
  });

  it('sees a refusal, a length and an error inside the stream', async () => {
    const ask = (content: string) => client.messages.stream({ ...body, messages: [{ role: 'user', content }] });
    const refused = await ask('!refuse').finalMessage();
    expect([refused.stop_reason, refused.stop_details?.category]).toEqual(['refusal', 'general_harms']);
    expect((await ask('Hello\n!fault max_tokens after=40').finalMessage()).stop_reason).toBe('max_tokens');
    expect((await ask('Hello\n!fault window').finalMessage()).stop_reason).toBe('model_context_window_exceeded');
    const failure = await ask('Hello\n!fault error-event after=40')
      .finalMessage()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Anthropic.APIError);
    expect(failure).toMatchObject({ status: undefined, type: 'overloaded_error' });
    await expect(ask('!fault 529').finalMessage()).rejects.toMatchObject({ status: 529, type: 'overloaded_error' });
  });

  it('counts tokens and lists the practice models', async () => {
    const { max_tokens: _none, ...counted } = body;
    const count = await client.messages.countTokens({ ...counted, messages: [{ role: 'user', content: 'Hello' }] });
    expect(count.input_tokens).toBeGreaterThan(10);
    const models = [];
    for await (const model of client.models.list()) models.push(model.id);
    expect(models).toEqual(['practice-claude', 'practice-claude-manual']);
  });
});

describe('the official OpenAI client on Responses', () => {
  const client = openaiOf(vendors);
  const body = {
    model: 'practice-gpt',
    store: false,
    reasoning: { effort: 'medium' as const, summary: 'auto' as const },
    tools: ['look', 'listen'].map((name) => ({ type: 'function' as const, name, parameters: SCHEMA, strict: false })),
  };

  it('reads a streamed tool loop and gets the same response as without a stream', async () => {
    const types: string[] = [];
    const numbers: number[] = [];
    const stream = client.responses.stream({ ...body, input: ASK });
    for await (const event of stream) {
      types.push(event.type);
      numbers.push(event.sequence_number);
    }
    const response = await stream.finalResponse();
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(types.slice(0, 2)).toEqual(['response.created', 'response.in_progress']);
    expect(types.at(-1)).toBe('response.completed');
    const expected = [
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
    ];
    expect(types).toEqual(expect.arrayContaining(expected));
    expect(response.output.map((item) => item.type)).toEqual([
      'reasoning',
      'message',
      'function_call',
      'function_call',
    ]);
    const calls = response.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    expect(calls.map((item) => JSON.parse(item.arguments))).toEqual(ARGS);

    const input = [
      { role: 'user', content: ASK },
      ...response.output.map((item) => ({
        ...item,
        // Values that the client added for its caller.
        parsed_arguments: undefined,
        ...(item.type === 'message' ? { content: item.content.map((part) => ({ ...part, parsed: undefined })) } : {}),
      })),
      ...calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: 'it is there' })),
    ] as OpenAI.Responses.ResponseInput;
    const last = await client.responses.create({ ...body, input });
    expect(last.status).toBe('completed');
    expect(last.output_text).toContain('it is there');
    expect(last.usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(0);
  });

  it('sees refusal, length, filter and failure', async () => {
    const ask = (input: string) => client.responses.stream({ ...body, input }).finalResponse();
    const refused = await ask('!refuse');
    expect(refused.output.at(-1)).toMatchObject({ content: [{ type: 'refusal' }] });
    expect(await ask('Hello\n!fault max_tokens')).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
    expect(await ask('!fault blocked')).toMatchObject({ incomplete_details: { reason: 'content_filter' } });
    expect(await ask('Hello\n!fault failed')).toMatchObject({ status: 'failed', error: { code: 'server_error' } });
    await expect(ask('Hello\n!fault error-event')).rejects.toThrow(/server had an error/);
  });
});

describe('the official OpenAI client on Chat Completions', () => {
  const tools = ['look', 'listen'].map((name) => ({
    type: 'function' as const,
    function: { name, parameters: SCHEMA },
  }));

  it.each([
    ['practice-chat', 'https://chat.practice.invalid/v1', 'reasoning_content'],
    ['openai/gpt-oss-120b', 'https://groq.practice.invalid/openai/v1', 'reasoning'],
    ['deepseek-v4-pro', 'https://deepseek.practice.invalid', 'reasoning_content'],
    ['anthropic/claude-sonnet-5.5', 'https://openrouter.practice.invalid/api/v1', 'reasoning'],
    ['gpt-oss:20b', 'https://ollama.practice.invalid/v1', 'reasoning'],
  ])('reads a streamed tool loop of %s', async (model, baseURL, field) => {
    const client = openaiOf(vendors, baseURL);
    const ask = { role: 'user' as const, content: ASK };
    const stream = client.chat.completions.stream({
      model,
      messages: [ask],
      tools,
      stream_options: { include_usage: true },
    });
    const deltas: unknown[] = [];
    for await (const chunk of stream) deltas.push(...chunk.choices.map((choice) => choice.delta));
    expect(
      deltas.filter((delta) => typeof (delta as Record<string, unknown>)[field] === 'string').length,
    ).toBeGreaterThan(3);
    const completion = await stream.finalChatCompletion();
    const [choice] = completion.choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    const calls = (choice?.message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? [call] : []));
    expect(calls.map((call) => JSON.parse(call.function.arguments))).toEqual(ARGS);
    expect(completion.usage?.total_tokens).toBeGreaterThan(completion.usage?.prompt_tokens ?? Infinity);

    const back = {
      role: 'assistant' as const,
      content: choice?.message.content ?? '',
      tool_calls: calls.map(({ id, type, function: { name, arguments: args } }) => ({
        id,
        type,
        function: { name, arguments: args },
      })),
      ...(model.startsWith('deepseek') ? { reasoning_content: '' } : {}),
    };
    const results = calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'it is there' }));
    const last = await client.chat.completions.create({ model, messages: [ask, back, ...results], tools });
    expect(last.choices[0]?.finish_reason).toBe('stop');
    expect(last.choices[0]?.message.content).toContain('it is there');
  });

  it('sees refusal and an error inside the stream', async () => {
    const client = openaiOf(vendors, 'https://chat.practice.invalid/v1');
    const ask = (content: string) =>
      client.chat.completions.stream({ model: 'practice-chat', messages: [{ role: 'user', content }] });
    const refused = client.chat.completions.create({
      model: 'practice-chat',
      messages: [{ role: 'user', content: '!refuse' }],
    });
    expect((await refused).choices[0]).toMatchObject({
      finish_reason: 'content_filter',
      message: { refusal: expect.any(String) },
    });
    await expect(ask('Hello\n!fault error-event').finalChatCompletion()).rejects.toBeInstanceOf(OpenAI.APIError);
  });
});

describe('the official Gemini client', () => {
  const client = geminiOf(vendors);
  const config = {
    thinkingConfig: { includeThoughts: true },
    tools: [{ functionDeclarations: ['look', 'listen'].map((name) => ({ name, parametersJsonSchema: SCHEMA })) }],
  };
  async function read(
    contents: { role: string; parts: Part[] }[],
  ): Promise<{ parts: Part[]; finish: unknown; total: number }> {
    const parts: Part[] = [];
    let finish: unknown;
    let total = 0;
    for await (const chunk of await client.models.generateContentStream({
      model: 'practice-gemini',
      contents,
      config,
    })) {
      parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
      finish = chunk.candidates?.[0]?.finishReason ?? finish;
      total = chunk.usageMetadata?.totalTokenCount ?? total;
    }
    return { parts, finish, total };
  }

  it('reads a streamed tool loop', async () => {
    const ask = { role: 'user', parts: [{ text: ASK }] };
    const first = await read([ask]);
    expect(first.finish).toBe('STOP');
    expect(first.parts.some((part) => part.thought)).toBe(true);
    const calls = first.parts.filter((part) => part.functionCall);
    expect(calls.map((part) => part.functionCall?.args)).toEqual(ARGS);
    expect(calls.map((part) => typeof part.thoughtSignature)).toEqual(['string', 'undefined']);

    const kept = first.parts.filter((part) => !part.thought && part.text !== '');
    const results = calls.map((part) => ({
      functionResponse: { ...part.functionCall, args: undefined, response: { output: 'it is there' } },
    }));
    const last = await read([ask, { role: 'model', parts: kept }, { role: 'user', parts: results }]);
    expect(last.parts.map((part) => part.text).join('')).toContain('it is there');
    expect(last.parts.at(-1)).toMatchObject({ text: '', thoughtSignature: expect.any(String) });
    expect(last.total).toBeGreaterThan(50);
  });

  it('sees safety, length, a blocked prompt, a malformed call and an overload', async () => {
    const ask = (text: string) => read([{ role: 'user', parts: [{ text }] }]);
    expect((await ask('!refuse')).finish).toBe('SAFETY');
    expect((await ask('Hello\n!fault max_tokens')).finish).toBe('MAX_TOKENS');
    expect((await ask(`${ASK}\n!fault cut-args`)).finish).toBe('MALFORMED_FUNCTION_CALL');
    const blocked = await client.models.generateContent({ model: 'practice-gemini', contents: '!fault blocked' });
    expect(blocked.promptFeedback?.blockReason).toBe('PROHIBITED_CONTENT');
    await expect(ask('!fault 503')).rejects.toMatchObject({ status: 503 });
    await expect(ask('Hello\n!fault error-event')).rejects.toMatchObject({ status: 503 });
  });
});

describe('over a real socket', () => {
  const vendors = instantVendors();
  let server: PracticeServer;
  beforeAll(async () => {
    server = await servePractice(vendors, 'gemini.practice.invalid');
  });
  afterAll(() => server.close());

  it('serves a client that brings its own fetch', async () => {
    const client = new GoogleGenAI({
      apiKey: 'practice',
      httpOptions: { baseUrl: server.origin, apiVersion: 'v1beta' },
    });
    let text = '';
    for await (const chunk of await client.models.generateContentStream({
      model: 'practice-gemini',
      contents: '!echo 안녕 👋',
    }))
      text += chunk.text ?? '';
    expect(text).toBe('안녕 👋');
    expect(vendors.open()).toBe(0);
  });

  it('tears the connection when the vendor does', async () => {
    // The server logs what breaks a body.
    vi.spyOn(console, 'error').mockReturnValue();
    const url = `${server.origin}/v1beta/models/practice-gemini:streamGenerateContent?alt=sse`;
    const ask = (text: string) =>
      fetch(url, { method: 'POST', body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] }) });
    const reply = await ask('Hello\n!fault reset after=40');
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow(/terminated/);
    await expect(ask('!fault offline')).rejects.toThrow(/fetch failed/);
    expect(vendors.open()).toBe(0);
  });
});
