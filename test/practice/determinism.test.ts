import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPracticeVendors } from '#practice/create-practice-vendors.ts';
import { createSeals } from '#practice/base/seal.ts';
import { type Form, FORMS } from './support/forms.ts';
import { eventsOf, instantVendors, type Json, post } from './support/vendors.ts';

const EVERY = FORMS.map((form): [string, Form] => [form.name, form]);
const TEXT = 'Hello\n!think 2\n!redacted\n!tool look {"at":"x"}';

/** The only part that depends on time. */
const timeless = (text: string) => text.replaceAll(/"created(_at)?":\d+/g, '');

describe.each(EVERY)('%s', (_name, form) => {
  it('answers the same request with the same bytes, whenever and wherever', async () => {
    const body = { ...form.ask(TEXT, true), ...form.stream };
    const first = await post(instantVendors(), form.streamUrl, body, form.headers);
    const again = await post(instantVendors(), form.streamUrl, body, form.headers);
    expect(first.status).toBe(200);
    expect(timeless(again.text)).toBe(timeless(first.text));
    expect([...again.headers]).toEqual([...first.headers]);

    const later = createPracticeVendors({
      clock: { now: () => 1e12, setTimeout: () => null, clearTimeout: () => undefined },
      charsPerSecond: () => 0,
      secret: 'a secret of the tests',
    });
    const third = await post(later, form.streamUrl, body, form.headers);
    expect(timeless(third.text)).toBe(timeless(first.text));
  });

  it('counts tokens plausibly, and a cache once the conversation is long', async () => {
    const long = 'word '.repeat(4000);
    const short = await post(instantVendors(), form.url, form.ask('Hello'), form.headers);
    const big = await post(instantVendors(), form.url, form.ask(long), form.headers);
    const usage = (body: Json) => (body.usage ?? body.usageMetadata) as Record<string, number>;
    const input = (body: Json) => {
      const { input_tokens: a, prompt_tokens: b, promptTokenCount: c } = usage(body);
      return a ?? b ?? c ?? 0;
    };
    expect(input(short.json)).toBeLessThan(100);
    expect(input(big.json)).toBeGreaterThan(4500);
    expect(input(big.json)).toBeLessThan(5500);
  });
});

describe('cache figures', () => {
  const vendors = instantVendors();
  const long = 'word '.repeat(8000);

  it('of Anthropic follow the markers', async () => {
    const [form] = FORMS;
    const mark = { cache_control: { type: 'ephemeral' } };
    const marked = (text: string) => [{ type: 'text', text, ...mark }];
    const send = async (messages: Json[]) => {
      const reply = await post(
        vendors,
        form?.url ?? '',
        { ...form?.ask(''), messages, system: marked(long) },
        form?.headers,
      );
      return reply.json.usage as Record<string, number>;
    };
    const first = await send([{ role: 'user', content: marked('Hello') }]);
    expect(first.cache_read_input_tokens).toBe(0);
    expect(first.cache_creation_input_tokens).toBeGreaterThan(9000);
    const second = await send([
      { role: 'user', content: marked('Hello') },
      { role: 'assistant', content: 'Hm.' },
      { role: 'user', content: marked('And?') },
    ]);
    expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens);
    expect(second.cache_creation_input_tokens).toBeLessThan(50);
    expect(second.input_tokens).toBeLessThan(50);
  });

  it('of OpenAI come by themselves, in steps of 128', async () => {
    const url = 'https://chat.practice.invalid/v1/chat/completions';
    const messages = [
      { role: 'user', content: long },
      { role: 'assistant', content: 'Hm.' },
      { role: 'user', content: 'And?' },
    ];
    const reply = await post(vendors, url, { model: 'practice-chat', messages });
    const { cached_tokens: cached = 0 } = (reply.json.usage as Json).prompt_tokens_details as Record<string, number>;
    expect(cached).toBeGreaterThan(9000);
    expect(cached % 128).toBe(0);
    const first = await post(vendors, url, { model: 'practice-chat', messages: messages.slice(0, 1) });
    expect((first.json.usage as Json).prompt_tokens_details).toMatchObject({ cached_tokens: 0 });
  });
});

describe('usage in other shapes', () => {
  it('stands where Groq and DeepSeek put it', async () => {
    const ask = (url: string, model: string) =>
      post(instantVendors(), url, {
        model,
        stream: true,
        stream_options: { include_usage: true },
        messages: [{ role: 'user', content: 'Hello' }],
      });
    const groq = eventsOf(
      (await ask('https://groq.practice.invalid/openai/v1/chat/completions', 'llama-3.1-8b-instant')).text,
    );
    expect(groq.at(-2)?.x_groq).toMatchObject({ usage: groq.at(-1)?.usage });
    const deepseek = eventsOf((await ask('https://deepseek.practice.invalid/chat/completions', 'deepseek-flash')).text);
    expect(deepseek.at(-1)?.usage).toMatchObject({ prompt_cache_hit_tokens: 0 });
  });
});

describe('an answer that has to be JSON', () => {
  it.each(EVERY)('is JSON at %s', async (name, form) => {
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const asked: Record<string, Json> = {
      anthropic: { output_config: { format: { type: 'json_schema', schema } } },
      responses: { text: { format: { type: 'json_schema', name: 'x', schema } } },
      chat: { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } },
      gemini: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
    };
    const reply = await post(instantVendors(), form.url, { ...form.ask('Hello'), ...asked[name] }, form.headers);
    expect(JSON.parse(form.textOf(reply.json))).toEqual({ title: 'practice' });
  });
});

describe('streamed and whole answers', () => {
  it.each(EVERY)('of %s say the same', async (_name, form) => {
    const text = 'Show me markdown\n!bytes 5';
    const complete = await post(instantVendors(), form.url, form.ask(text), form.headers);
    const streamed = await post(instantVendors(), form.streamUrl, { ...form.ask(text), ...form.stream }, form.headers);
    const pieces = eventsOf(streamed.text).map((event) => {
      if (event.type === 'response.output_text.delta') return String(event.delta);
      const delta = event.delta as Json | undefined;
      if (delta?.type === 'text_delta') return String(delta.text);
      const choice = (event.choices as Json[] | undefined)?.[0]?.delta as Json | undefined;
      if (typeof choice?.content === 'string') return choice.content;
      return event.candidates ? form.textOf(event) : '';
    });
    expect(pieces.join('')).toBe(form.textOf(complete.json));
    expect(form.textOf(complete.json).length).toBeGreaterThan(500);
  });
});

describe('seals', () => {
  const seals = createSeals('a secret');
  it('open only what was sealed here, under its kind, unchanged', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, place) => {
        const sealed = seals.seal('kind', { text });
        expect(seals.seal('kind', { text })).toBe(sealed);
        expect(seals.open('kind', sealed)).toEqual({ text });
        expect(seals.open('other', sealed)).toBeNull();
        expect(createSeals('another').open('kind', sealed)).toBeNull();
        const at = place % sealed.length;
        const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
        expect(seals.open('kind', changed)).toBeNull();
      }),
    );
    for (const junk of ['', 'AAAA', 'not base64', '{}', 'skip_thought_signature_validator'])
      expect(seals.open('kind', junk)).toBeNull();
  });
});

describe('addresses', () => {
  const vendors = instantVendors();
  it('nobody lives at others', async () => {
    const get = (url: string) => vendors.fetch(new Request(url));
    await expect(get('https://api.anthropic.com/v1/models')).rejects.toThrow('fetch failed');
    for (const host of ['anthropic', 'openai', 'chat', 'groq', 'gemini'])
      expect((await get(`https://${host}.practice.invalid/v2/nothing`)).status).toBe(404);
    const models = await get('https://gemini.practice.invalid/v1beta/models');
    expect(await models.json()).toMatchObject({ models: [{ name: 'models/practice-gemini' }] });
    const chat = await get('https://chat.practice.invalid/v1/models');
    expect(await chat.json()).toMatchObject({ object: 'list', data: [{ id: 'practice-chat' }] });
    const openai = await get('https://openai.practice.invalid/v1/models');
    expect(((await openai.json()) as { data: unknown[] }).data).toHaveLength(1);
  });

  it('refuse what is not JSON', async () => {
    for (const form of FORMS) {
      const reply = await post(vendors, form.url, '{"model":', form.headers);
      expect(reply.status).toBe(400);
      expect(form.errorOf(reply.json).message).toBeTruthy();
    }
  });
});
