import { describe, expect, it } from 'vitest';
import { ADAPTIVE, assistant, call, errorOf, request, result, send, TOOLS, user } from './support/anthropic.ts';
import { eventsOf, instantVendors, type Json } from './support/vendors.ts';

const BETA = { 'anthropic-beta': 'context-management-2025-06-27' };
const vendors = instantVendors();

const clearing = (edit: Json = {}): Json => ({
  context_management: { edits: [{ type: 'clear_tool_uses_20250919', ...edit }] },
});
/** The given number of tool uses, each with a result of about `tokens`. */
const rounds = (count: number, tokens: number): Json[] => [
  user('Look.'),
  ...Array.from({ length: count }, (_, index) => [
    assistant([call(`toolu_${index}`, { at: 'x'.repeat(80) })]),
    user([result(`toolu_${index}`, 'word'.repeat(tokens))]),
  ]).flat(),
];
const asked = (messages: Json[], edit?: Json, more: Json = {}): Json =>
  request(messages, { tools: TOOLS, ...clearing(edit), ...more });
const editsOf = (json: Json) => (json.context_management as { applied_edits: Json[] } | undefined)?.applied_edits;
const inputOf = ({ usage }: Json): number =>
  Object.entries(usage as Json).reduce(
    (sum, [name, count]) => (name.endsWith('input_tokens') ? sum + Number(count) : sum),
    0,
  );

describe('the context_management field', () => {
  const refusals: [name: string, body: Json, headers: Record<string, string>, message: string][] = [
    ['without the beta header', asked(rounds(1, 5)), {}, 'context_management: Extra inputs are not permitted'],
    [
      'with an edit of another name',
      asked(rounds(1, 5), { type: 'clear_everything_20260101' }),
      BETA,
      "context_management.edits.0: Input tag 'clear_everything_20260101' found using 'type' does not match",
    ],
    [
      'with a setting that no edit has',
      asked(rounds(1, 5), { forget: true }),
      BETA,
      'context_management.edits.0.clear_tool_uses_20250919.forget: Extra inputs are not permitted',
    ],
    [
      'with a trigger of another kind',
      asked(rounds(1, 5), { trigger: { type: 'messages', value: 3 } }),
      BETA,
      "clear_tool_uses_20250919.trigger: Input tag 'messages' found",
    ],
  ];
  it.each(refusals)('is refused %s', async (_name, body, headers, message) => {
    const refused = await send(vendors, body, headers);
    expect(refused.status).toBe(400);
    expect(errorOf(refused).message).toContain(message);
  });

  it('is not known to a gateway, whatever header there is', async () => {
    const refused = await send(vendors, asked(rounds(1, 5)), BETA, 'https://gateway.practice.invalid/v1/messages');
    expect(errorOf(refused).message).toBe('context_management: Extra inputs are not permitted');
  });

  it('changes nothing below the trigger, and says so', async () => {
    const reply = await send(vendors, asked(rounds(5, 1_000)), BETA);
    expect(editsOf(reply.json)).toEqual([]);
    const plain = await send(vendors, request(rounds(5, 1_000), { tools: TOOLS }));
    expect(plain.json).not.toHaveProperty('context_management');
    expect(inputOf(reply.json)).toBe(inputOf(plain.json));
  });

  it('takes out the oldest results above it, tells how many, and counts what is left', async () => {
    const reply = await send(vendors, asked(rounds(5, 25_000)), BETA);
    const [edit] = editsOf(reply.json) ?? [];
    expect(edit).toMatchObject({ type: 'clear_tool_uses_20250919', cleared_tool_uses: 2 });
    const plain = await send(vendors, request(rounds(5, 25_000), { tools: TOOLS }));
    expect(Number(edit?.cleared_input_tokens)).toBeGreaterThan(49_000);
    expect(inputOf(plain.json) - inputOf(reply.json)).toBe(edit?.cleared_input_tokens);
  });

  it('tells it in the last event of a stream', async () => {
    const reply = await send(vendors, asked(rounds(5, 25_000), {}, { stream: true }), BETA);
    const reported = eventsOf(reply.text).filter((event) => 'context_management' in event);
    expect(reported).toMatchObject([{ type: 'message_delta', context_management: { applied_edits: [{}] } }]);
  });

  it('spares named tools and what would not be worth it, and clears arguments only when asked', async () => {
    const trigger = { type: 'input_tokens', value: 1_000 };
    const cleared = async (edit: Json) => editsOf((await send(vendors, asked(rounds(5, 1_000), edit), BETA)).json);
    expect(await cleared({ trigger, exclude_tools: ['look'] })).toEqual([]);
    expect(await cleared({ trigger, clear_at_least: { type: 'input_tokens', value: 5_000 } })).toEqual([]);
    const [results] = (await cleared({ trigger })) ?? [];
    const [full] = (await cleared({ trigger, clear_tool_inputs: true })) ?? [];
    expect(Number(full?.cleared_input_tokens)).toBeGreaterThan(Number(results?.cleared_input_tokens));
    const byUses = { trigger: { type: 'tool_uses', value: 4 }, keep: { type: 'tool_uses', value: 1 } };
    expect(await cleared(byUses)).toMatchObject([{ cleared_tool_uses: 4 }]);
  });

  it('makes room where the whole would not fit, and counts both', async () => {
    const long = rounds(6, 40_000);
    expect(errorOf(await send(vendors, request(long, { tools: TOOLS }))).message).toContain('prompt is too long');
    expect((await send(vendors, asked(long), BETA)).status).toBe(200);
    const { max_tokens: _none, ...counting } = asked(long);
    const counted = await send(vendors, counting, BETA, 'https://anthropic.practice.invalid/v1/messages/count_tokens');
    const { original_input_tokens: original } = counted.json.context_management as Json;
    expect(Number(original)).toBeGreaterThan(200_000);
    expect(counted.json.input_tokens).toBeLessThan(200_000);
  });

  it('leaves signatures good, which are bound to the request as it was sent', async () => {
    const thinks = { thinking: ADAPTIVE };
    const first = asked([...rounds(5, 25_000), user('!think 2\nAnd?')], {}, thinks);
    const answered = await send(vendors, first, BETA);
    const content = answered.json.content as Json[];
    expect(content.map(({ type }) => type)).toContain('thinking');
    const messages = [...(first.messages as Json[]), assistant(content), user('And now?')];
    const next = await send(vendors, asked(messages, {}, thinks), BETA);
    expect(next.status).toBe(200);
    expect(editsOf(next.json)).toMatchObject([{ cleared_tool_uses: 2 }]);
  });
});
