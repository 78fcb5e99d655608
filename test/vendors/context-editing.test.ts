import { describe, expect, it } from 'vitest';
import type { StreamEvent } from '#core/stream-event.ts';
import type { NormalizedRequest, Target } from '#core/request.ts';
import { captureRequest } from '#test/vendors/capture-request.ts';
import { ANTHROPIC } from '#core/vendors/anthropic.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { opaqueStrings, Lab, practiceVendors, seatTarget, TOOLS, WELL, outcome } from './practice-lab.ts';
import { answering, eventsOf, fixture, HELLO, requestOf, serviceFor, targetOf } from './support.ts';

const BETA = 'context-management-2025-06-27';

const capture = async (target: Target, request: NormalizedRequest = HELLO) => {
  const service = await serviceFor(target.model.protocol, () => Promise.reject(new Error('no network in this test')));
  const { body, headers } = await captureRequest(service, request, target);
  return { body: body as Record<string, unknown>, beta: headers['anthropic-beta'] };
};
const offered = (change: Partial<Target> = {}): Target =>
  targetOf('anthropic', { of: { contextEditing: true }, contextEditing: true, ...change });

describe('context editing by Anthropic', () => {
  it('is asked for by field and header where the user wants it, and nothing else of the request differs', async () => {
    const { contextEditing: _on, ...plain } = offered();
    const without = await capture(plain);
    const expected = await capture(offered());
    expect(expected.beta).toBe(BETA);
    expect(expected.body).toEqual({
      ...without.body,
      context_management: {
        edits: [
          {
            type: 'clear_tool_uses_20250919',
            trigger: { type: 'input_tokens', value: 100_000 },
            keep: { type: 'tool_uses', value: 3 },
            clear_at_least: { type: 'input_tokens', value: 5_000 },
          },
        ],
      },
    });
    expect(without.body).not.toHaveProperty('context_management');
    expect(without.beta).toBeUndefined();
  });

  it('stands beside other betas', async () => {
    const { beta } = await capture(offered(), requestOf(HELLO.messages, { dropMismatchedThinking: true }));
    expect(beta?.split(',')).toEqual(['thinking-binding-controls-2026-08-01', BETA]);
  });

  it.each<[string, Target]>([
    ['of a model that does not have it', offered({ of: {} } as Partial<Target>)],
    ['of a model that nobody knows', offered({ model: findModel('anthropic', 'claude-of-tomorrow', 'anthropic') })],
    ['of a gateway', offered({ endpoint: 'https://gateway.practice.invalid' })],
    ['of a server that only speaks the same protocol', offered({ endpoint: 'http://127.0.0.1:4000' })],
    ['of another vendor', { ...targetOf('openai-responses'), contextEditing: true }],
    ['of another vendor’s chat', { ...targetOf('openai-chat'), contextEditing: true }],
    ['of Gemini', { ...targetOf('gemini'), contextEditing: true }],
  ])('is not asked %s', async (_name, target) => {
    const { body, beta } = await capture(target);
    expect(body).not.toHaveProperty('context_management');
    expect(beta).toBeUndefined();
  });

  it('is not asked again of a model that refused it, by the header either', async () => {
    const learned = { omit: ['context_management'], chat: {} };
    const { body, beta } = await capture(offered(), { ...HELLO, learned });
    expect(body).not.toHaveProperty('context_management');
    expect(beta).toBeUndefined();
  });

  it('is in the catalog for all Claude models, dated spellings included', () => {
    expect(ANTHROPIC.models.filter(({ contextEditing }) => !contextEditing)).toEqual([]);
    expect(findModel('anthropic', 'claude-haiku-4-5-20251001', 'anthropic').contextEditing).toBe(true);
    expect(findModel('openai', 'gpt-6-sol', 'openai-responses').contextEditing).toBeUndefined();
  });
});

describe('what Anthropic cleared', () => {
  const endOf = async (management: unknown): Promise<StreamEvent | undefined> => {
    const plain = new TextDecoder().decode(fixture('anthropic-small'));
    const reported = plain.replaceAll(
      '{"type":"message_delta",',
      `{"type":"message_delta","context_management":${JSON.stringify(management)},`,
    );
    expect(reported).not.toBe(plain);
    return (await eventsOf('anthropic', answering(reported))).at(-1);
  };
  const edit = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 8, cleared_input_tokens: 50_000 };

  it('is told with its counts', async () => {
    expect(await endOf({ applied_edits: [edit] })).toEqual({
      type: 'end',
      stop: 'end',
      notes: [{ rule: 'vendor-cleared-tool-uses', detail: '8 tool uses, 50000 tokens' }],
    });
  });

  it.each([null, {}, { applied_edits: [] }, { applied_edits: [{ ...edit, type: 'clear_thinking_20251015' }] }])(
    'is nothing where the answer says %j',
    async (management) => {
      expect(await endOf(management)).toEqual({ type: 'end', stop: 'end' });
    },
  );
});

describe('a conversation with the practice vendor', () => {
  const vendors = practiceVendors();
  const output = (): string => 'word'.repeat(25_000);
  const ask = '!think 2\n!tool clock__now {}';

  it('goes on over the trigger, with its signatures and its history as they were', async () => {
    const target = seatTarget('Claude, bound signatures', { tools: TOOLS, contextEditing: true });
    const lab = new Lab((input, init) => vendors.fetch(new Request(input, init)));
    for (let round = 0; round < 4; round++) expect(outcome(await lab.say(ask, target, output))).toEqual(WELL);
    const before = JSON.stringify(lab.history);
    const signatures = opaqueStrings(lab.history.flatMap(({ parts }) => parts));
    expect(signatures.length).toBeGreaterThan(3);

    const answers = await lab.say('!think 1\nAnd now?', target, output);
    expect(outcome(answers)).toEqual(WELL);
    expect(JSON.stringify(lab.history.slice(0, -2))).toBe(before);
    const bodies = lab.sent.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(new Set(bodies.map((body) => JSON.stringify(body.context_management))).size).toBe(1);
    // Clearing is up to the vendor: everything is sent, and the next request begins like the previous one.
    const sent = lab.sent.at(-1)?.body ?? '';
    expect(sent.split('word'.repeat(25_000))).toHaveLength(5);
    for (const signature of signatures) expect(sent).toContain(signature);
    expect(answers.at(-1)?.usage?.input).toBeLessThan(100_000);
  });
});
