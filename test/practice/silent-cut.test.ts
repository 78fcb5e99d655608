import { describe, expect, it } from 'vitest';
import { HOSTS, requestOf, say, system, user } from './support/chat.ts';
import { instantVendors, type Json, post } from './support/vendors.ts';

const vendors = instantVendors();
const tokensOf = (body: Json) => Number((body.usage as Json).prompt_tokens);
const long = (word: string) => `${word} ${'and so on '.repeat(1200)}`;
const HISTORY = [
  system('Be kind.'),
  user(long('First')),
  say('One.'),
  user(long('Second')),
  say('Two.'),
  user('!show recall'),
];
const ask = (model: string, messages: Json[], more: Json = {}) =>
  post(vendors, HOSTS.ollama, requestOf(model)(messages, more));
const saidBy = ({ json }: { json: Json }) => JSON.stringify(json.choices);

describe('a server that cuts its prompt without a word (L4)', () => {
  it('loses the oldest messages, answers as if they had never been, and reports what it read', async () => {
    const cut = await ask('llama3.1:8b', HISTORY);
    expect(cut.status).toBe(200);
    expect(tokensOf(cut.json)).toBeLessThanOrEqual(4096);
    expect(saidBy(cut)).not.toContain('First');
    expect(saidBy(cut)).toContain('Second');
  });

  it('reads everything with a context of its own, and not with the option that this API ignores', async () => {
    const full = await ask('qwen3:8b-32k', HISTORY);
    expect(saidBy(full)).toContain('First');
    expect(tokensOf(full.json)).toBeGreaterThan(5000);
    expect(tokensOf((await ask('llama3.1:8b', HISTORY, { options: { num_ctx: 32_768 } })).json)).toBeLessThanOrEqual(
      4096,
    );
  });

  it('loses the beginning of a newest message that is too long by itself', async () => {
    const cut = await ask('llama3.1:8b', [user(`BEGIN ${'word '.repeat(6000)}\n!show recall`)]);
    expect(cut.status).toBe(200);
    expect(tokensOf(cut.json)).toBeLessThanOrEqual(4096);
    expect(saidBy(cut)).not.toContain('BEGIN');
  });

  it('does so at its own API, too, unless the request forbids it', async () => {
    const chat = (more: Json) =>
      post(vendors, HOSTS.ownOllama, { model: 'llama3.1:8b', messages: HISTORY, stream: false, ...more });
    const cut = await chat({});
    expect(JSON.stringify(cut.json)).not.toContain('First');
    expect(Number(cut.json.prompt_eval_count)).toBeLessThanOrEqual(4096);
    expect(await chat({ truncate: false })).toMatchObject({ status: 400 });
    const wide = await chat({ truncate: false, options: { num_ctx: 32_768 } });
    expect(JSON.stringify(wide.json)).toContain('First');
  });
});
