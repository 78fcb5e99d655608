import { describe, expect, it } from 'vitest';
import { checkCases } from './support/cases.ts';
import {
  answer,
  assistant,
  errorOf,
  output,
  request,
  send,
  TOOLS,
  URL as url,
  user,
  XAI,
} from './support/responses.ts';
import { RESPONSES_CASES } from './support/responses-cases.ts';
import { eventsOf, instantVendors, type Json } from './support/vendors.ts';

const vendors = instantVendors();
const hi = user('Hello');

describe('rules of the Responses API', () => {
  checkCases(vendors, RESPONSES_CASES, (reply) => ({ message: String(errorOf(reply).message), error: errorOf(reply) }));
});

describe('encrypted reasoning (R1-R3)', () => {
  const ask = user('Hello\n!think 2');
  const next = user('And?');
  const verdict = async (body: Json, headers: Record<string, string> = {}, at = url): Promise<string> => {
    const reply = await send(vendors, body, headers, at);
    if (reply.status === 200) return 'accepted';
    const error = reply.json.error;
    return typeof error === 'string' ? error : String((error as Json).message);
  };
  const without = (item: Json, field: string) =>
    Object.fromEntries(Object.entries(item).filter(([key]) => key !== field));

  it('is accepted as it came, and without item ids', async () => {
    const items = await answer(vendors, request([ask]));
    expect(items.map((item) => item.type)).toEqual(['reasoning', 'message']);
    expect(items[0]?.encrypted_content).toEqual(expect.any(String));
    expect(await verdict(request([ask, ...items, next]))).toBe('accepted');
    expect(await verdict(request([ask, ...items.map((item) => without(item, 'id')), next]))).toBe('accepted');
  });

  it('R3: is refused when altered, renamed, or at home elsewhere', async () => {
    const [reasoning = {}, message = {}] = await answer(vendors, request([ask]));
    const other = await answer(vendors, request([user('Hi\n!think 1')]));
    const back = (item: Json, more: Json = {}) => request([ask, item, message, next], more);
    const sealed = String(reasoning.encrypted_content);
    const broken = { ...reasoning, encrypted_content: `${sealed.slice(0, -8)}AAAAAA==` };
    const reply = await send(vendors, back(broken));
    expect(errorOf(reply)).toMatchObject({
      type: 'invalid_request_error',
      code: 'invalid_encrypted_content',
      message: `The encrypted content for item ${String(reasoning.id)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
    });
    expect(await verdict(back({ ...reasoning, id: other[0]?.id }))).toContain(
      'Reason: Encrypted content item_id did not match the target item id.',
    );
    expect(await verdict(back(reasoning, { model: 'gpt-5.5' }))).toContain('could not be decrypted or parsed.');
    expect(await verdict(back(reasoning), { authorization: 'Bearer other' })).toContain(
      'Reason: Encrypted content organization_id did not match',
    );
    const elsewhere = await answer(instantVendors('another'), request([ask]));
    expect(await verdict(request([ask, ...elsewhere, next]))).toContain('could not be decrypted or parsed.');
  });

  it('R8: is complete only when its item is done', async () => {
    const reply = await send(vendors, request([ask], { stream: true }));
    const of = (type: string) => eventsOf(reply.text).find((event) => event.type === type)?.item as Json;
    const [early, done] = [of('response.output_item.added'), of('response.output_item.done')];
    expect(done.encrypted_content).not.toBe(early.encrypted_content);
    const message = assistant('Hm.');
    expect(await verdict(request([ask, early, message, next]))).toContain('could not be decrypted or parsed.');
    expect(await verdict(request([ask, done, message, next]))).toBe('accepted');
  });

  it('R1: stands directly before what it produced', async () => {
    const [reasoning = {}, message = {}] = await answer(vendors, request([ask]));
    const lonely = `Item '${String(reasoning.id)}' of type 'reasoning' was provided without its required following item.`;
    expect(await verdict(request([ask, reasoning]))).toBe(lonely);
    expect(await verdict(request([ask, reasoning, next]))).toBe(lonely);
    expect(await verdict(request([ask, message, reasoning, next]))).toContain('without its required');

    const tools = { tools: TOOLS };
    const looked = await answer(vendors, request([user('!tool look')], tools));
    expect(looked.map((item) => item.type)).toEqual(['reasoning', 'message', 'function_call']);
    const [thought = {}, , made = {}] = looked;
    const result = output(String(made.call_id));
    expect(await verdict(request([user('!tool look'), ...looked, result], tools))).toBe('accepted');
    expect(await verdict(request([user('!tool look'), thought, made, result], tools))).toContain(
      'required following item',
    );
  });

  it('R2: an item that keeps its id wants its reasoning', async () => {
    const [reasoning = {}, message = {}] = await answer(vendors, request([ask]));
    expect(await verdict(request([ask, message, next]))).toBe(
      `Item '${String(message.id)}' of type 'message' was provided without its required 'reasoning' item: '${String(reasoning.id)}'.`,
    );
    expect(await verdict(request([ask, without(message, 'id'), next]))).toBe('accepted');
    const looked = await answer(vendors, request([user('!tool look')], { tools: TOOLS }));
    const plain = looked.slice(1).map((item, index) => (index === 0 ? without(item, 'id') : item));
    const result = output(String(looked[2]?.call_id));
    expect(await verdict(request([user('!tool look'), ...plain, result], { tools: TOOLS }))).toContain(
      `Item '${String(looked[2]?.id)}' of type 'function_call' was provided without its required 'reasoning' item`,
    );
  });

  it('R4: a stored item may come back by its name alone', async () => {
    const stored = { store: true };
    const items = await answer(vendors, request([ask], stored));
    expect(items[0]).not.toHaveProperty('encrypted_content');
    expect(await verdict(request([ask, ...items, next], stored))).toBe('accepted');
    expect(await verdict(request([ask, ...items, next]))).toContain(
      "Items are not persisted when 'store' is set to false.",
    );
  });

  it('R13: refuses a compaction item of someone else', async () => {
    const item = { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAA' };
    expect(await verdict(request([item, next]))).toBe(
      'The encrypted content for item cmp_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    );
  });

  it('X2: xAI says so without a code', async () => {
    const grok = (input: Json[], more: Json = {}) => request(input, { model: 'grok-4.7', ...more });
    const [reasoning = {}, message = {}] = await answer(vendors, grok([ask]), {}, XAI);
    expect(await verdict(grok([ask, reasoning, message, next]), {}, XAI)).toBe('accepted');
    const broken = { ...reasoning, encrypted_content: 'AAAA' };
    const reply = await send(vendors, grok([ask, broken, message, next]), {}, XAI);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({
      error:
        'Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.',
    });
    // OpenAI's is not xAI's.
    const foreign = await answer(vendors, request([ask]));
    expect(await verdict(grok([ask, ...foreign, next]), {}, XAI)).toContain('Could not decrypt');
  });

  it('X3: refuses what xAI does not know', async () => {
    expect(await verdict(request([hi], { model: 'grok-4.7', instructions: 'Be kind.' }), {}, XAI)).toBe(
      'Argument not supported on this model: instructions',
    );
    const fixed = request([hi], { model: 'grok-4.20-reasoning', reasoning: { effort: 'low' } });
    expect(await verdict(fixed, {}, XAI)).toBe('Argument not supported on this model: reasoningEffort');
  });
});
