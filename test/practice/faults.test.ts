import { describe, expect, it } from 'vitest';
import type { PracticeVendors } from '#practice/create-practice-vendors.ts';
import { HOSTS, requestOf, user } from './support/chat.ts';
import { type Form, FORMS } from './support/forms.ts';
import { eventsOf, instantVendors, type Json, post } from './support/vendors.ts';

const EVERY = FORMS.map((form): [string, Form] => [form.name, form]);

const complete = (vendors: PracticeVendors, form: Form, text: string, tools = false) =>
  post(vendors, form.url, form.ask(text, tools), form.headers);

const open = (vendors: PracticeVendors, form: Form, text: string, tools = false): Promise<Response> =>
  vendors.fetch(
    new Request(form.streamUrl, {
      method: 'POST',
      body: JSON.stringify({ ...form.ask(text, tools), ...form.stream }),
      headers: form.headers,
    }),
  );

/** What arrives of a stream, and how it ends. */
async function drain(response: Response): Promise<{ text: string; end: string }> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    return { text, end: 'closed' };
  } catch (error) {
    return { text, end: String(error) };
  }
}

/** Finishing events: without them, the vendor hasn't ended the stream. */
const FINISHED: Record<string, RegExp> = {
  anthropic: /event: message_stop/,
  responses: /event: response\.(completed|incomplete|failed)/,
  chat: /\[DONE\]/,
  gemini: /finishReason/,
};

describe.each(EVERY)('status faults of %s', (name, form) => {
  const vendors = instantVendors();
  const CASES: Record<string, [number, Json][]> = {
    anthropic: [
      [400, { type: 'invalid_request_error' }],
      [401, { type: 'authentication_error' }],
      [402, { type: 'billing_error' }],
      [413, { type: 'request_too_large' }],
      [429, { type: 'rate_limit_error' }],
      [500, { type: 'api_error' }],
      [504, { type: 'timeout_error' }],
      [529, { type: 'overloaded_error', message: 'Overloaded' }],
    ],
    responses: [
      [401, { code: 'invalid_api_key' }],
      [402, { code: 'insufficient_quota' }],
      [429, { code: 'rate_limit_exceeded' }],
      [500, { type: 'server_error' }],
      [503, { message: 'The engine is currently overloaded, please try again later.' }],
    ],
    chat: [
      [401, { code: 'invalid_api_key' }],
      [429, { code: 'rate_limit_exceeded' }],
      [500, { type: 'server_error' }],
    ],
    gemini: [
      [401, { status: 'UNAUTHENTICATED' }],
      [429, { status: 'RESOURCE_EXHAUSTED' }],
      [500, { status: 'INTERNAL' }],
      [503, { status: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' }],
    ],
  };

  it.each(CASES[name] ?? [])('%s comes in the vendor shape, streamed or not', async (status, error) => {
    const reply = await complete(vendors, form, `!fault ${status}`);
    expect(reply.status).toBe(status);
    expect(form.errorOf(reply.json)).toMatchObject(error);
    const streamed = await open(vendors, form, `!fault ${status}`);
    expect(streamed.status).toBe(status);
    expect(streamed.headers.get('content-type')).toContain('application/json');
    expect(form.errorOf(await streamed.json())).toMatchObject(error);
  });

  it('happens as often as asked, then the same request works', async () => {
    const text = 'Hello\n!fault 500 times=2';
    const statuses = [];
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await complete(vendors, form, text)).status);
    // Once answered, it's forgotten: the same words fail again in another conversation.
    expect(statuses).toEqual([500, 500, 200, 500]);
    expect((await complete(vendors, form, `Other\n${text}`)).status).toBe(500);
    const two = '!fault 429 times=1\n!fault 500 times=1\n!echo fine';
    const order = [];
    for (let attempt = 0; attempt < 4; attempt++) order.push((await complete(vendors, form, two)).status);
    expect(order).toEqual([429, 500, 200, 429]);
  });

  it('overflow is a 400 in the vendor words, with numbers', async () => {
    const messages: Record<string, RegExp> = {
      anthropic: /^prompt is too long: 213462 tokens > 200000 maximum$/,
      responses: /^Your input exceeds the context window of this model\./,
      chat: /^This model's maximum context length is 200000 tokens\. However, your messages resulted in 208721 tokens\./,
      gemini: /^The input token count \(347690\) exceeds the maximum number of tokens allowed \(200000\)\.$/,
    };
    const reply = await complete(vendors, form, '!fault overflow');
    expect(reply.status).toBe(400);
    expect(form.errorOf(reply.json).message).toMatch(messages[name] ?? /$^/);
  });

  it('a broken rule comes before any fault', async () => {
    const broken = { ...form.ask('!fault 500'), unknown_field: 1 };
    expect((await post(vendors, form.url, broken, form.headers)).status).toBe(400);
  });
});

describe('when to try again', () => {
  const vendors = instantVendors();
  const [anthropic, responses, , gemini] = FORMS;
  it('stands where the vendor puts it', async () => {
    for (const form of [anthropic, responses]) {
      if (!form) continue;
      const reply = await complete(vendors, form, '!fault 429 retry-after=7');
      expect(reply.headers.get('retry-after')).toBe('7');
      const silent = await complete(vendors, form, '!fault 429 retry-after=none');
      expect(silent.headers.get('retry-after')).toBeNull();
      const busy = await complete(vendors, form, '!fault 503');
      expect(busy.headers.get('retry-after')).toBeNull();
    }
    const reply = gemini && (await complete(vendors, gemini, '!fault 429 retry-after=7'));
    expect(reply?.headers.get('retry-after')).toBeNull();
    expect(JSON.stringify(reply?.json)).toContain('"retryDelay":"7s"');
  });
});

describe.each(EVERY)('travelling faults of %s', (name, form) => {
  const vendors = instantVendors();
  const finished = FINISHED[name] ?? /$^/;
  const TEXT = 'Ω'.repeat(20);
  const ask = (fault: string) => `!echo ${`${TEXT} `.repeat(20)}\n${fault}`;
  const shown = (text: string) => text.split('Ω').length - 1;

  it('an answer without a fault ends properly', async () => {
    const { text, end } = await drain(await open(vendors, form, ask('')));
    expect(end).toBe('closed');
    expect(text).toMatch(finished);
  });

  it('reset tears the connection after so many characters', async () => {
    const { text, end } = await drain(await open(vendors, form, ask('!fault reset after=100')));
    expect(end).toBe('TypeError: terminated');
    expect(text).not.toMatch(finished);
    // Chunks aren't torn, and Google's are larger.
    expect(shown(text)).toBeGreaterThan(60);
    expect(shown(text)).toBeLessThan(150);
  });

  it('cut ends it without its closing events', async () => {
    const { text, end } = await drain(await open(vendors, form, ask('!fault cut after=100')));
    expect(end).toBe('closed');
    expect(shown(text)).toBeGreaterThan(60);
    expect(text).not.toMatch(finished);
  });

  it('stall falls silent', async () => {
    const response = await open(vendors, form, ask('!fault stall after=100'));
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(shown(new TextDecoder().decode(first?.value))).toBeGreaterThan(60);
    const silence = Symbol('silence');
    const next = reader?.read();
    expect(await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 30, silence))])).toBe(silence);
    expect(vendors.open()).toBe(1);
    await reader?.cancel();
    expect(await next).toMatchObject({ done: true });
    expect(vendors.open()).toBe(0);
  });

  it('malformed sends an event that does not parse', async () => {
    const { text } = await drain(await open(vendors, form, ask('!fault malformed after=40')));
    expect(text).not.toMatch(finished);
    expect(() => eventsOf(text)).toThrow(SyntaxError);
  });

  it('error-event sends an error inside a stream that began well', async () => {
    const response = await open(vendors, form, ask('!fault error-event after=40'));
    expect(response.status).toBe(200);
    const { text } = await drain(response);
    const last = eventsOf(text).at(-1) ?? {};
    expect(last.error ?? last.message).toBeTruthy();
    expect(text).not.toMatch(finished);
    const reply = await complete(vendors, form, ask('!fault error-event'));
    expect(reply.status).toBe(500);
  });

  it('offline reaches nobody', async () => {
    await expect(open(vendors, form, '!fault offline')).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('happens in its round of a tool loop only', async () => {
    const { text } = await drain(await open(vendors, form, '!tool look\n!fault 500 round=1', true));
    expect(text).toContain('look');
    expect(text).toMatch(finished);
  });

  it('breaks an answer that is not streamed, too', async () => {
    const broken = await complete(vendors, form, ask('!fault malformed')).catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(SyntaxError);
    await expect(complete(vendors, form, ask('!fault reset'))).rejects.toThrow('terminated');
    expect(vendors.open()).toBe(0);
  });
});

describe('a stream that breaks inside its thinking', () => {
  it('leaves a block without a signature (A32)', async () => {
    const [anthropic] = FORMS;
    if (!anthropic) throw new Error('no form');
    const { text, end } = await drain(
      await open(instantVendors(), anthropic, 'Hello\n!think 3\n!fault reset in=thinking after=50'),
    );
    expect(end).toBe('TypeError: terminated');
    expect(text).toContain('thinking_delta');
    expect(text).not.toContain('signature_delta');
    expect(text).not.toContain('text_delta');
  });
});

describe.each(EVERY)('faults that are answers of %s', (name, form) => {
  const vendors = instantVendors();
  const ends: Record<string, Record<string, string>> = {
    anthropic: { refusal: '"refusal"', max_tokens: '"max_tokens"', empty: '"end_turn"', 'cut-args': '"max_tokens"' },
    responses: { refusal: '"completed"', max_tokens: '"incomplete"', empty: '"completed"', 'cut-args': '"incomplete"' },
    chat: { refusal: '"content_filter"', max_tokens: '"length"', empty: '"stop"', 'cut-args': '"length"' },
    gemini: {
      refusal: '"SAFETY"',
      max_tokens: '"MAX_TOKENS"',
      empty: '"STOP"',
      'cut-args': '"MALFORMED_FUNCTION_CALL"',
    },
  };

  it.each(['refusal', 'max_tokens', 'empty', 'cut-args'])('%s ends with the vendor word for it', async (fault) => {
    const { text } = await drain(await open(vendors, form, `!tool look {"at":"somewhere"}\n!fault ${fault}`, true));
    expect(text).toMatch(FINISHED[name] ?? /$^/);
    expect(text).toContain(ends[name]?.[fault] ?? 'nothing');
  });

  it('max_tokens keeps so many characters', async () => {
    const reply = await complete(vendors, form, `!think 0\n!echo ${'y'.repeat(300)}\n!fault max_tokens after=100`);
    expect(form.textOf(reply.json)).toBe('y'.repeat(100));
  });

  it('cut-args leaves arguments that do not parse, where arguments are a text', async () => {
    const { text } = await drain(
      await open(vendors, form, '!tool look {"at":"somewhere far away"}\n!fault cut-args', true),
    );
    const pieces = eventsOf(text).flatMap((event) => {
      const { delta } = event;
      if (typeof delta === 'string') return event.type === 'response.function_call_arguments.delta' ? [delta] : [];
      const { partial_json: partial } = (delta ?? {}) as { partial_json?: string };
      const choices = (event.choices ?? []) as { delta: { tool_calls?: { function: { arguments?: string } }[] } }[];
      const called = choices.flatMap((choice) => choice.delta.tool_calls ?? []);
      return [partial ?? '', ...called.map((one) => one.function.arguments ?? '')];
    });
    const json = pieces.join('');
    expect(json).toBe(name === 'gemini' ? '' : '{"at":"somewhe');
  });
});

describe('the token limit of a request', () => {
  it.each(EVERY)('cuts the answer of %s', async (name, form) => {
    const limit: Record<string, Json> = {
      anthropic: { max_tokens: 20 },
      responses: { max_output_tokens: 20 },
      chat: { max_completion_tokens: 20 },
      gemini: { generationConfig: { maxOutputTokens: 20 } },
    };
    const body = { ...form.ask(`!think 0\n!echo ${'y'.repeat(300)}`), ...limit[name] };
    const reply = await post(instantVendors(), form.url, body, form.headers);
    expect(form.textOf(reply.json)).toBe('y'.repeat(80));
  });
});

describe('compatible vendors', () => {
  const vendors = instantVendors();
  const ask = (host: keyof typeof HOSTS, model: string, text: string) =>
    post(vendors, HOSTS[host], { ...requestOf(model)([user(text)]), stream: true });

  it('fail in their own shapes', async () => {
    const groq = await ask('groq', 'llama-3.1-8b-instant', '!fault 429');
    expect(groq.json.error).not.toHaveProperty('param');
    const cerebras = await ask('cerebras', 'gpt-oss-120b', '!fault 429');
    expect(cerebras.json).toMatchObject({ type: 'requests', code: 'rate_limit_exceeded' });
    const mistral = await ask('mistral', 'mistral-large-4', '!fault 429');
    expect(mistral.json).toMatchObject({ object: 'error', code: 'rate_limit_exceeded' });
    const openrouter = await ask('openrouter', 'anthropic/claude-opus-5.5', 'Hello\n!fault error-event');
    expect(eventsOf(openrouter.text).at(-1)).toMatchObject({
      error: { code: 500 },
      choices: [{ finish_reason: 'error' }],
    });
    const inStream = await ask('groq', 'llama-3.1-8b-instant', 'Hello\n!fault error-event');
    expect(inStream.text).toMatch(/event: error\ndata: .*"status_code":500/);
  });

  it('number their calls in their own ways', async () => {
    const idOf = async (host: keyof typeof HOSTS, model: string) => {
      const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }];
      const reply = await post(vendors, HOSTS[host], requestOf(model)([user('!tool look')], { tools }));
      const message = (reply.json.choices as Json[])[0]?.message as { tool_calls: { id: string }[] };
      return message.tool_calls[0]?.id;
    };
    expect(await idOf('mistral', 'mistral-large-4')).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(await idOf('fireworks', 'accounts/fireworks/models/kimi-k3')).toBe('functions.look:0');
    expect(await idOf('groq', 'llama-3.1-8b-instant')).toMatch(/^fc_/);
  });
});
