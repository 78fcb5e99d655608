import { describe, expect, it } from 'vitest';
import { errorOf, request, send, user } from './support/responses.ts';
import { instantVendors, type Json } from './support/vendors.ts';

const vendors = instantVendors();
const stored = (input: unknown, more: Json = {}): Json => request(input, { store: true, ...more });
const key = (name: string) => ({ authorization: `Bearer ${name}` });

const first = await send(vendors, stored([user('My name is Mina.')]));
const previous_response_id = first.json.id;
const output = first.json.output as Json[];

describe('responses that a request asked to store (R4, R7)', () => {
  it('are gone on from, chain after chain', async () => {
    const second = await send(vendors, stored([user('!show recall')], { previous_response_id }));
    expect(JSON.stringify(second.json.output)).toContain('Mina');
    const third = await send(vendors, stored([user('!show recall')], { previous_response_id: second.json.id }));
    expect(JSON.stringify(third.json.output)).toContain('Mina');
  });

  it('give their items by name', async () => {
    const said = output.find(({ type }) => type === 'message');
    const reference = { type: 'item_reference', id: said?.id };
    const reasoned = output
      .filter(({ type }) => type === 'reasoning')
      .map(({ id }) => ({ type: 'item_reference', id }));
    const reply = await send(vendors, stored([user('x'), ...reasoned, reference, user('And?')]));
    expect(reply.text.slice(0, 200)).not.toContain('"message": "Item');
    expect(reply.status).toBe(200);
  });

  it('are refused when they are sent again on top of themselves', async () => {
    const again = await send(vendors, stored([...output, user('And?')], { previous_response_id }));
    expect(errorOf(again).message).toMatch(/^Duplicate item found with id (rs|msg)_\w+\. Remove duplicate items/);
  });

  it.each<[string, Json, Record<string, string>, string]>([
    ['that were never made', { previous_response_id: 'resp_1' }, {}, "Previous response with id 'resp_1' not found."],
    [
      'of another account',
      { previous_response_id },
      key('two'),
      `Previous response with id '${String(previous_response_id)}' not found.`,
    ],
    ['in a conversation', { conversation: 'conv_1' }, {}, "Conversation with id 'conv_1' not found."],
  ])('%s are not found', async (_name, more, headers, message) => {
    const reply = await send(vendors, stored([user('And?')], more), headers);
    expect({ status: reply.status, message: errorOf(reply).message }).toEqual({ status: 404, message });
  });

  it('are not there for items of a request that stores nothing', async () => {
    const made = await send(vendors, request([user('Hello')]));
    const item = (made.json.output as Json[]).find(({ type }) => type === 'message');
    const reply = await send(vendors, request([{ type: 'item_reference', id: item?.id }, user('And?')]));
    expect(errorOf(reply).message).toBe(
      `Item with id '${String(item?.id)}' not found. Items are not persisted when 'store' is set to false. Try again with 'store' set to true, or remove this item from your input.`,
    );
    const rejected = await send(vendors, request([user('And?')], { previous_response_id: made.json.id }));
    expect(rejected.status).toBe(404);
  });
});
