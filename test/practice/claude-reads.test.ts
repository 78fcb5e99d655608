import { describe, expect, it } from 'vitest';
import { ADAPTIVE, answer, assistant, BINDING, errorOf, request, send, user } from './support/anthropic.ts';
import { instantVendors, type Json } from './support/vendors.ts';

const vendors = instantVendors();
const FIRST = user('Hello\n!think 1');
const ask = (model: string, messages: Json[]): Json => request(messages, { model, thinking: ADAPTIVE });

const NEWEST = ['claude-fable-5-2', 'claude-fable-5-1', 'claude-mythos-5-1', 'claude-opus-5-5', 'claude-haiku-5-5'];
const EARLIER = ['claude-opus-5', 'claude-sonnet-4-6', 'claude-fable-5'];
const MODELS = [...NEWEST, ...EARLIER];

/** Models whose thinking a reader accepts besides its own (A25). */
const READS: Record<string, string[]> = {
  'claude-fable-5-1': ['claude-mythos-5-1', 'claude-opus-5-5', ...EARLIER],
  'claude-mythos-5-1': ['claude-fable-5-1', 'claude-opus-5-5', ...EARLIER],
  'claude-opus-5-5': ['claude-opus-5', 'claude-sonnet-4-6'],
};

const reasonsFor = async (body: Json, headers: Record<string, string>) => {
  const reply = await send(vendors, body, { ...BINDING, ...headers });
  if (reply.status !== 200) throw new Error(errorOf(reply).message);
  return (reply.json.input_transformations as Json[]).map(({ reason }) => reason);
};

describe('which Claude reads the thinking of which (A25)', () => {
  it.each(MODELS.flatMap((reader) => MODELS.map((writer) => [reader, writer] as const)))(
    '%s and thinking of %s',
    async (reader, writer) => {
      const content = await answer(vendors, ask(writer, [FIRST]));
      const dropped = await reasonsFor(ask(reader, [FIRST, assistant(content), user('And?')]), {});
      const reads = reader === writer || (READS[reader]?.includes(writer) ?? false);
      expect(dropped).toEqual(reads ? [] : ['model_binding_mismatch']);
    },
  );

  it('leaves prefixes of older models unchecked, whoever reads them', async () => {
    const content = await answer(vendors, ask('claude-opus-5', [FIRST]));
    const changed = ask('claude-opus-5-5', [user('Something else'), assistant(content), user('And?')]);
    expect((await send(vendors, changed)).status).toBe(200);
    const own = await answer(vendors, ask('claude-opus-5-5', [FIRST]));
    const bound = ask('claude-opus-5-5', [user('Something else'), assistant(own), user('And?')]);
    expect(errorOf(await send(vendors, bound)).message).toContain('bound to a different conversation');
  });

  it.each([
    ['claude-sonnet-5-5', ['organization_binding_mismatch']],
    ['claude-haiku-5-5', ['organization_binding_mismatch']],
    ['claude-fable-5-1', []],
  ])('%s under another key', async (model, expected) => {
    const key = (name: string) => ({ 'x-api-key': name });
    const content = await answer(vendors, ask(model, [FIRST]), key('one'));
    expect(await reasonsFor(ask(model, [FIRST, assistant(content), user('And?')]), key('two'))).toEqual(expected);
  });
});
