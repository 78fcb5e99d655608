import { describe, expect, it } from 'vitest';
import { HOSTS, requestOf, say, user } from './support/chat.ts';
import { checkCases } from './support/cases.ts';
import { CEREBRAS, GROQ, MISTRAL, NAMED } from './support/compatible-cases.ts';
import { instantVendors, type Json, post } from './support/vendors.ts';

const vendors = instantVendors();
const hi = user('Hello');
const thought = { reasoning_content: 'I think' };
const gpt = requestOf('gpt-oss-120b');
const large = requestOf('mistral-large-4');

describe('rules of Groq, DeepSeek, Fireworks, Ollama and local servers', () => {
  checkCases(vendors, [...GROQ, ...NAMED], ({ json }) => {
    const error = json.error as Json;
    return { message: String(error.message), error };
  });
});

describe('rules of Cerebras', () => {
  // The error is the body itself, not a field of it.
  checkCases(vendors, CEREBRAS, ({ json }) => ({ message: String(json.message), error: json }));

  it('C3: overflow has no body', async () => {
    const reply = await post(vendors, HOSTS.cerebras, gpt([user('word '.repeat(120_000))]));
    expect(reply.status).toBe(400);
    expect(reply.text).toBe('');
  });
});

describe('rules of Mistral', () => {
  checkCases(vendors, MISTRAL, ({ json }) => ({ message: String(json.message), error: json }));

  it('refuses unknown fields with its validator', async () => {
    const reply = await post(vendors, HOSTS.mistral, large([hi, say('Hm.', thought), user('And?')]));
    expect(reply.status).toBe(422);
    expect(reply.json.message).toEqual({
      detail: [
        {
          type: 'extra_forbidden',
          loc: ['body', 'messages', 1, 'assistant', 'reasoning_content'],
          msg: 'Extra inputs are not permitted',
          input: 'I think',
        },
      ],
    });
  });

  it('M4: takes its own thinking chunks back', async () => {
    const ask = [user('Hello\n!think 1')];
    const first = await post(vendors, HOSTS.mistral, large(ask, { reasoning_effort: 'high' }));
    const message = (first.json.choices as Json[])[0]?.message as { content: Json[] };
    expect(message.content.map((chunk) => chunk.type)).toEqual(['thinking', 'text']);
    const back = await post(
      vendors,
      HOSTS.mistral,
      large([...ask, { role: 'assistant', content: message.content }, hi]),
    );
    expect(back.status).toBe(200);
    const [chunk = {}, ...rest] = message.content;
    const altered = { ...chunk, thinking: [{ type: 'text', text: 'Else' }] };
    const refused = await post(
      vendors,
      HOSTS.mistral,
      large([...ask, { role: 'assistant', content: [altered, ...rest] }, hi]),
    );
    expect(refused.status).toBe(400);
  });
});

describe('rules of OpenRouter (P1, P2)', () => {
  const claude = requestOf('anthropic/claude-sonnet-5.5');
  const gpt = requestOf('openai/gpt-6-sol');
  const ask = [user('Hello\n!think 1\n!redacted')];

  async function answered(): Promise<{ content: string; details: Json[] }> {
    const reply = await post(vendors, HOSTS.openrouter, claude(ask));
    const message = (reply.json.choices as Json[])[0]?.message as Json;
    return { content: String(message.content), details: message.reasoning_details as Json[] };
  }
  const back = (model: typeof claude, content: string, reasoning_details: unknown) =>
    post(vendors, HOSTS.openrouter, model([...ask, say(content, { reasoning_details }), user('And?')]));

  it('takes reasoning_details back whole, in order and unchanged', async () => {
    const { content, details } = await answered();
    expect(details.map((one) => [one.type, one.format])).toEqual([
      ['reasoning.text', 'anthropic-claude-v1'],
      ['reasoning.encrypted', 'anthropic-claude-v1'],
    ]);
    expect((await back(claude, content, details)).status).toBe(200);
    const [text = {}, encrypted = {}] = details;
    const changes: Json[][] = [
      [encrypted, text],
      [text],
      [{ ...text, text: 'Else' }, encrypted],
      [{ type: 'reasoning.text', text: 'x', format: 'anthropic-claude-v1', index: 0 }],
    ];
    for (const changed of changes) {
      const reply = await back(claude, content, changed);
      expect(reply.status).toBe(400);
      const error = reply.json.error as {
        message: string;
        code: number;
        metadata: { raw: string; provider_name: string };
      };
      expect(error).toMatchObject({ message: 'Provider returned error', code: 400 });
      expect(error.metadata.provider_name).toBe('Anthropic');
      expect(error.metadata.raw).toContain('Invalid `signature` in `thinking` block');
    }
  });

  it('refuses them at another family', async () => {
    const { content, details } = await answered();
    const reply = await back(gpt, content, details);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('invalid_encrypted_content');
    expect((await back(gpt, content, undefined)).status).toBe(200);
  });

  it('P5: says how long the endpoint is', async () => {
    const reply = await post(vendors, HOSTS.openrouter, claude([user('word '.repeat(200_000))]));
    expect((reply.json.error as Json).message).toContain(
      "This endpoint's maximum context length is 200000 tokens. However, you requested about",
    );
  });
});
