import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { EVERY_MESSAGE } from '#core/normalize/base/overlays.ts';
import type { Target } from '#core/request.ts';
import type { Origin } from '#core/vendor.ts';
import { EVERY_SESSION } from '#storage/overlay-repository.ts';
import { bodyDigest } from '#vendors/base/body-text.ts';
import { practiceTarget, seatTarget, TOOLS, withOwnTools } from '../vendors/practice-lab.ts';
import {
  answerOf,
  type Asked,
  CALL,
  callOf,
  long,
  RecoveryLab,
  refusesWhile,
  RESULT,
  thought,
  user,
  withModel,
} from './recovery-lab.ts';

const said = ({ message }: Asked) => message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
/** A conversation whose next request is refused once. */
interface Case {
  target: Target;
  /** Before the question. */
  history?: readonly HistoryMessage[];
  ask?: string | null;
  gate?: RecoveryLab['gate'];
  kind: string;
  /** Kinds of the stored overlays. */
  without: readonly string[];
  /** What the answer is said to lack meanwhile. Default: `without`. */
  shown?: readonly string[];
  /** Text that the accepted body no longer contains. */
  removed?: RegExp;
  /** Text that it contains. */
  there?: RegExp;
  /** Applies in other conversations too. */
  fact?: true;
}

const claude = practiceTarget('practice-claude');
const gpt = practiceTarget('practice-gpt');
const gemini = practiceTarget('practice-gemini', { tools: TOOLS });
const CLAUDE_DETAILS = JSON.stringify([
  { type: 'reasoning.text', text: 'Hm.', signature: 'bm90IG1pbmU=', format: 'anthropic-claude-v1', index: 0 },
]);
const HOLOGRAM: Part = {
  type: 'vendor_block',
  kind: 'hologram',
  data: '{"type":"hologram","holo":{"depth":3},"id":"blk_1"}',
};
const BY_BUDGET = {
  kind: 'anthropic',
  manual: true,
  adaptive: false,
  off: true,
  efforts: [],
  binding: 'none',
} as const;
const EFFORTS = { kind: 'effort', off: true, efforts: ['low', 'medium', 'high'] } as const;
const local = seatTarget('a local server', { thinking: 'off' });
const CASES: Readonly<Record<string, Case>> = {
  'a signature that Anthropic did not make (A21)': {
    target: claude,
    history: [user('q'), answerOf(claude, thought({ signature: 'c2lnbmF0dXJl' }))],
    kind: 'invalid_signature',
    without: ['strip-state'],
    removed: /c2lnbmF0dXJl/,
  },
  'encrypted reasoning that OpenAI cannot read (R3)': {
    target: gpt,
    history: [user('q'), answerOf(gpt, thought({ encrypted: 'Z0FBQQ==', itemId: 'rs_1' }))],
    kind: 'invalid_signature',
    without: ['strip-state'],
    removed: /Z0FBQQ|"reasoning","/,
  },
  'a thought signature of somebody else (G12)': {
    target: gemini,
    history: [user('q'), { ...callOf(gemini), parts: [{ ...CALL, signature: 'Z2VtaW5p' }] }, RESULT],
    ask: null,
    kind: 'invalid_signature',
    without: ['strip-state'],
    removed: /Z2VtaW5p/,
    there: /skip_thought_signature_validator/,
  },
  'what OpenRouter wraps of another vendor (P2)': {
    target: seatTarget('OpenRouter'),
    history: [user('q'), answerOf(seatTarget('OpenRouter'), thought({ details: CLAUDE_DETAILS }))],
    kind: 'invalid_signature',
    without: ['strip-state'],
    removed: /bm90IG1pbmU/,
  },
  'a model without tools (L1)': {
    target: withModel(seatTarget('Ollama', { tools: TOOLS, thinking: 'off' }), { id: 'gemma3:4b', tools: true }),
    history: [user('q'), callOf(claude), RESULT, answerOf(claude)],
    kind: 'unsupported_parameter',
    without: ['no-tools'],
    removed: /"tools"|"tool_calls"/,
    there: /Called the tool clock__now/,
    fact: true,
  },
  'a model without thinking (L2)': {
    target: withModel(seatTarget('Ollama', { thinking: 'high' }), { id: 'llama3.1:8b', thinking: EFFORTS }),
    kind: 'unsupported_parameter',
    without: ['thinking-off', 'omit-field'],
    removed: /reasoning_effort/,
    fact: true,
  },
  'a model that wants max_completion_tokens (O8)': {
    target: withModel(
      { ...local, vendor: 'fireworks', endpoint: 'https://openai.practice.invalid/v1' },
      { id: 'gpt-5.1', vendor: 'fireworks', thinking: EFFORTS },
    ),
    kind: 'unsupported_parameter',
    without: ['chat-switch'],
    removed: /"max_tokens"/,
    there: /"max_completion_tokens"/,
    fact: true,
  },
  'tools beside reasoning on Chat Completions (O9)': {
    target: {
      ...withModel(local, { id: 'gpt-5.6-sol', thinking: { ...EFFORTS, efforts: ['none', 'low', 'medium', 'high'] } }),
      endpoint: 'https://openai.practice.invalid/v1',
      simulated: true,
      tools: TOOLS,
      thinking: 'high',
    },
    kind: 'unsupported_parameter',
    without: ['thinking-off'],
    there: /"reasoning_effort":"none"/,
  },
  'a block of its own that the server does not take back': {
    target: claude,
    history: [user('q'), { ...answerOf(claude), parts: [HOLOGRAM, { type: 'text', text: 'Seen.' }] }],
    kind: 'unsupported_parameter',
    without: ['omit-block'],
    removed: /hologram/,
    there: /Seen\./,
    fact: true,
  },
  'a field of such a block': {
    target: claude,
    history: [user('q'), { ...answerOf(claude), parts: [HOLOGRAM, { type: 'text', text: 'Seen.' }] }],
    gate: refusesWhile(
      (body) => JSON.stringify(body).includes('hologram'),
      'messages.1.content.0.holo.depth: Extra inputs are not permitted',
    ),
    kind: 'unsupported_parameter',
    without: ['omit-block'],
    removed: /hologram/,
    fact: true,
  },
  'a model that thinks adaptively (A27)': {
    target: withModel(seatTarget('Claude, adaptive', { thinking: 'high' }), { thinking: BY_BUDGET }),
    kind: 'unsupported_parameter',
    without: ['thinking-form'],
    removed: /budget_tokens/,
    there: /"thinking":\{"type":"adaptive".*"effort":"high"/,
    fact: true,
  },
  'a server that knows no adaptive thinking (A27)': {
    target: withModel(seatTarget('Claude, manual', { thinking: 'high' }), {
      thinking: { ...BY_BUDGET, manual: false, adaptive: true, efforts: ['low', 'high'] },
    }),
    gate: refusesWhile(
      (body) => JSON.stringify(body).includes('"adaptive"'),
      "thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'",
    ),
    kind: 'unsupported_parameter',
    without: ['thinking-form'],
    removed: /adaptive|effort/,
    there: /"type":"enabled","budget_tokens":24576/,
    fact: true,
  },
  'a model that always thinks (A27)': {
    target: withModel(seatTarget('Claude, adaptive', { thinking: 'off' }), {
      id: 'claude-fable-5',
      thinking: { ...BY_BUDGET, manual: false, adaptive: true, efforts: ['low', 'high'] },
    }),
    kind: 'unsupported_parameter',
    without: ['thinking-form'],
    removed: /"disabled"/,
    there: /"type":"adaptive".*"effort":"low"/,
    fact: true,
  },
  'an effort that the model does not have (O8)': {
    target: {
      ...withModel(local, { id: 'gpt-5.1', thinking: { ...EFFORTS, efforts: ['minimal', 'max'] } }),
      endpoint: 'https://openai.practice.invalid/v1',
      simulated: true,
      thinking: 'high',
    },
    kind: 'unsupported_parameter',
    without: ['thinking-form'],
    there: /"reasoning_effort":"high"/,
    fact: true,
  },
  'a budget where the model has levels (G14)': {
    target: withModel(seatTarget('Gemini 3', { thinking: 'high' }), {
      thinking: { kind: 'gemini-budget', off: true, min: 0, max: 24_576 },
    }),
    gate: refusesWhile(
      (body) => JSON.stringify(body).includes('thinkingBudget'),
      'thinking_budget is not supported by this model. Please use thinking_level instead.',
    ),
    kind: 'unsupported_parameter',
    without: ['thinking-form'],
    removed: /thinkingBudget/,
    there: /"thinkingLevel":"HIGH"/,
    fact: true,
  },
  'a budget of nothing where the model always thinks (G14)': {
    target: withModel(seatTarget('Gemini 2.5', { thinking: 'off' }), {
      id: 'gemini-2.5-pro',
      thinking: { kind: 'gemini-budget', off: true, min: 128, max: 24_576 },
    }),
    kind: 'invalid_parameter',
    without: ['thinking-form'],
    removed: /"thinkingBudget":0/,
    there: /"thinkingBudget":1024/,
    fact: true,
  },
  'a developer role that the server does not know (O7)': {
    target: {
      ...withModel(local, { id: 'gpt-5.1', thinking: EFFORTS }),
      endpoint: 'https://openai.practice.invalid/v1',
      simulated: true,
      system: 'Be brief.',
    },
    gate: refusesWhile(
      (body) => JSON.stringify(body).includes('"role":"developer"'),
      'Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`',
    ),
    kind: 'unsupported_parameter',
    without: ['chat-switch'],
    there: /"role":"system"/,
    fact: true,
  },
  'a stream, for an organization that OpenAI has not verified (R15)': {
    target: gpt,
    gate: refusesWhile(
      (body) => body['stream'] === true,
      'Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.',
    ),
    kind: 'unsupported_parameter',
    without: ['omit-field'],
    removed: /"stream":true/,
    fact: true,
  },
  'a stream with tools (Z5)': {
    target: { ...local, tools: TOOLS },
    gate: refusesWhile(
      (body) => body['stream'] === true || 'stream_options' in body,
      "This model doesn't support tool use in streaming mode.",
    ),
    kind: 'unsupported_parameter',
    without: ['omit-field'],
    removed: /"stream":true/,
    fact: true,
  },
  'a model whose template has no system message (O7)': {
    target: { ...local, system: 'Be brief.' },
    gate: refusesWhile((body) => JSON.stringify(body).includes('"role":"system"'), 'System role not supported'),
    kind: 'unsupported_parameter',
    without: ['chat-switch'],
    there:
      /"messages":\[{"role":"user","content":"Be brief."},{"role":"assistant","content":"Understood."},{"role":"user"/,
    fact: true,
  },
  'a template that only says that roles must alternate (O7)': {
    target: { ...local, system: 'Be brief.' },
    gate: refusesWhile(
      (body) => JSON.stringify(body).includes('"role":"system"'),
      'Conversation roles must alternate user/assistant/user/assistant/...',
    ),
    kind: 'tool_pairing',
    without: ['chat-switch'],
    there:
      /"messages":\[{"role":"user","content":"Be brief."},{"role":"assistant","content":"Understood."},{"role":"user"/,
    fact: true,
  },
  'stream_options (Z5)': {
    target: withModel(
      { ...local, vendor: 'fireworks', endpoint: 'https://mistral.practice.invalid/v1' },
      { id: 'mistral-medium-3.5', vendor: 'fireworks' },
    ),
    kind: 'unsupported_parameter',
    without: ['omit-field'],
    removed: /stream_options/,
    fact: true,
  },
  'reasoning_content at Cerebras (C1)': {
    target: withModel(
      { ...local, vendor: 'fireworks', endpoint: 'https://cerebras.practice.invalid/v1' },
      { id: 'gpt-oss-120b', vendor: 'fireworks' },
    ),
    history: [user('q'), { ...answerOf(local, thought({})), origin: fireworksAtCerebras() }],
    kind: 'unsupported_parameter',
    without: ['chat-switch'],
    removed: /reasoning_content/,
    fact: true,
  },
  'reasoning_content that DeepSeek wants back (D1)': {
    target: {
      ...withModel(local, { id: 'deepseek-v4-pro', thinking: { kind: 'none' } }),
      endpoint: 'https://deepseek.practice.invalid',
      tools: TOOLS,
    },
    history: [user('q'), callOf(claude), RESULT],
    ask: null,
    kind: 'thinking_block_order',
    without: ['chat-switch'],
    there: /"reasoning_content":""/,
    fact: true,
  },
  'a tool that the vendor cannot read (A16)': {
    target: {
      ...gpt,
      tools: [
        ...TOOLS,
        { name: 'broken.one', inputSchema: { type: 'object', properties: { list: { type: 'array' } } } },
      ],
    },
    gate: refusesWhile(
      (body) => JSON.stringify(body).includes('broken_one'),
      "Invalid schema for function 'broken_one': In context=('properties', 'list'), array schema missing items.",
    ),
    kind: 'invalid_tool_schema',
    without: ['quarantine-tool'],
    removed: /broken_one/,
    there: /clock__now/,
  },
  'calls and results that do not pair (A10)': {
    target: { ...claude, tools: TOOLS },
    history: [user('q'), callOf(gpt), RESULT],
    ask: null,
    gate: refusesWhile(
      (body) => JSON.stringify(body).includes('"tool_use"'),
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01.',
    ),
    kind: 'tool_result_missing',
    without: ['strip-state', 'flatten-calls'],
    removed: /"tool_use"|"tool_result"/,
    there: /Result of the tool clock__now/,
  },
  'a picture of an earlier message (A34)': {
    target: claude,
    history: [user('look', { type: 'image', mime: 'image/png', data: 'iVBORw0KGgo=' }), answerOf(claude)],
    kind: 'invalid_parameter',
    without: ['omit-media'],
    removed: /iVBORw/,
    there: /An image/,
  },
  'an answer longer than the model gives': {
    target: withModel(claude, { maxOutput: 64_000 }),
    gate: refusesWhile(
      ({ max_tokens: most }) => Number(most) > 16_000,
      'max_tokens: 32000 > 16000, which is the maximum allowed number of output tokens for practice-claude',
    ),
    kind: 'invalid_parameter',
    without: ['model-output'],
    there: /"max_tokens":16000/,
    fact: true,
  },
  'a conversation longer than the window (A35)': {
    target: withModel({ ...claude, window: { messages: 200 } }, { contextWindow: null }),
    history: long(20, claude),
    gate: refusesWhile(
      (body) => JSON.stringify(body).length > 30_000,
      'prompt is too long: 12400 tokens > 8000 maximum',
    ),
    kind: 'context_overflow',
    without: ['model-window', 'smaller-window'],
    removed: /Question 0:/,
    there: /And now\?/,
    fact: true,
  },
  'an answer that takes more than a minute’s tokens (Q4)': {
    target: withModel({ ...local }, { contextWindow: 131_072, maxOutput: 65_536 }),
    gate: refusesWhile(
      (body) => Number(body['max_tokens']) > 8_000,
      'Request too large for model `openai/gpt-oss-120b` in organization `org_01` service tier `on_demand` on tokens per minute (TPM): Limit 8000, Requested 32079, please reduce your message size and try again.',
      413,
    ),
    kind: 'context_overflow',
    without: ['model-window'],
    shown: ['model-output'],
    there: /"max_tokens":2000/,
    fact: true,
  },
  'a conversation that takes more than a minute’s tokens (Q4)': {
    target: withModel({ ...local, window: { messages: 200 } }, { contextWindow: 131_072, maxOutput: 65_536 }),
    history: long(20, local),
    gate: refusesWhile(
      (body) => JSON.stringify(body).length > 30_000,
      'Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 8000, Requested 12400. The input or output tokens must be reduced in order to run successfully.',
      429,
    ),
    kind: 'context_overflow',
    without: ['model-window'],
    removed: /Question 0:/,
    there: /And now\?/,
    fact: true,
  },
};

function fireworksAtCerebras(): Origin {
  return {
    vendor: 'fireworks',
    model: 'gpt-oss-120b',
    endpoint: 'https://cerebras.practice.invalid/v1',
    account: 'practice',
  };
}

const ANYTHING = /./;
const NOTHING = /(?!)/;

describe.each(Object.entries(CASES))('%s', (_name, one) => {
  it('is refused once, answered by a stricter request, and remembered', async () => {
    const lab = await RecoveryLab.open();
    if (one.gate) lab.gate = one.gate;
    if (one.history) await lab.put(...one.history);
    const ask = one.ask === undefined ? 'And now?' : one.ask;
    const before = await lab.stored();
    const asked = await lab.ask(ask, one.target);

    expect(asked.message.error).toBeUndefined();
    expect(said(asked)).not.toBe('');
    expect(asked.bodies).toHaveLength(2);
    const [refused, accepted] = asked.bodies;
    expect(bodyDigest(accepted)).not.toBe(bodyDigest(refused));
    expect(JSON.stringify(refused)).toMatch(one.removed ?? ANYTHING);
    expect(JSON.stringify(accepted)).not.toMatch(one.removed ?? NOTHING);
    expect(JSON.stringify(accepted)).toMatch(one.there ?? ANYTHING);

    expect(asked.send).toMatchObject({ digest: bodyDigest(accepted), repairs: [{ kind: one.kind }] });
    expect([...new Set(asked.added.map(({ kind }) => kind))].toSorted()).toEqual([...one.without].toSorted());
    const [repair] = asked.send?.repairs ?? [];
    expect(asked.added.map(({ reason }) => reason)).toEqual(asked.added.map(() => repair?.message));
    expect(asked.views.findLast(({ repaired }) => repaired)?.repaired).toMatchObject({
      kind: one.kind,
      reason: repair?.message,
      without: expect.arrayContaining([...(one.shown ?? one.without)]) as unknown,
    });
    // No earlier message has changed; only the question and its answer were added.
    expect((await lab.stored()).startsWith(before.slice(0, -1))).toBe(true);

    const third = await lab.ask('Go on.', one.target);
    expect(third.message.error).toBeUndefined();
    expect(third.bodies).toHaveLength(1);
    expect(third.send?.repairs).toEqual([]);
    expect(lab.errors).toEqual([]);

    const about = asked.added.filter(({ target }) => target.message === EVERY_MESSAGE);
    expect(about.some(({ sessionId }) => sessionId === EVERY_SESSION)).toBe(
      one.fact ?? one.kind === 'context_overflow',
    );
    const other = await lab.another();
    if (one.gate) other.gate = one.gate;
    if (one.history) await other.put(...one.history);
    expect((await other.ask(ask, one.target)).bodies).toHaveLength(one.fact ? 1 : 2);
  });
});

describe('a block that only its server knows', () => {
  it('goes back byte for byte until the server refuses it, and other kinds beside it still do', async () => {
    const lab = await RecoveryLab.open();
    const first = await lab.ask('!search tea\nWhat is it?', withOwnTools(claude));
    const second = await lab.ask('!block\nAnd this?', claude);
    expect(second.message.parts.map((part) => ('kind' in part ? part.kind : part.type))).toContain('hologram');
    // The search was accepted back unchanged.
    // Citations stand in the block of their text.
    const blocks = first.message.parts.flatMap((part) =>
      part.type === 'vendor_block' && part.kind !== 'citations' ? [part.data] : [],
    );
    const wire = (body: unknown) => JSON.stringify(body);
    expect(blocks).toHaveLength(2);
    for (const data of blocks) expect(wire(second.bodies[0])).toContain(data);
    const third = await lab.ask('And now?', claude);
    expect(third.message.error).toBeUndefined();
    expect(third.bodies.map((body) => wire(body).includes('"type":"hologram"'))).toEqual([true, false]);
    for (const data of blocks) expect(wire(third.bodies[1])).toContain(data);
    expect(third.added).toMatchObject([{ kind: 'omit-block', data: { block: 'hologram' } }]);
    const fourth = await lab.ask('Go on.', claude);
    expect(fourth.bodies).toHaveLength(1);
    expect(fourth.message.error).toBeUndefined();
  });

  it.each(['practice-gpt', 'practice-gemini', 'practice-chat'])(
    '%s: an answer with one is followed by others',
    async (id) => {
      const lab = await RecoveryLab.open();
      const target = practiceTarget(id, { thinking: 'off' });
      for (const question of ['!block hologram\nWhat is it?', 'And now?', 'Go on.']) {
        const asked = await lab.ask(question, target);
        expect(asked.message.error).toBeUndefined();
        expect(asked.bodies).toHaveLength(1);
      }
    },
  );
});

describe('signatures bound to another prefix (A24)', () => {
  it('are left out once the vendor has said so, on an endpoint that offers nothing else', async () => {
    const lab = await RecoveryLab.open();
    const target = seatTarget('Claude, bound signatures', {
      system: 'Be brief.',
      endpoint: 'https://gateway.practice.invalid',
    });
    expect((await lab.ask('!think 2\nFirst.', target)).message.error).toBeUndefined();
    // As after an import: the prefix of the block is unknown.
    await lab.db.messages.toCollection().modify(({ parts }) => {
      for (const part of parts) if (part.type === 'thinking') delete part.prefixDigest;
    });
    const changed = { ...target, system: 'Be very brief.' };
    const asked = await lab.ask('Second.', changed);
    expect(asked.send?.repairs).toMatchObject([{ kind: 'prefix_binding' }]);
    expect(asked.bodies.map((body) => JSON.stringify(body.messages).includes('"signature"'))).toEqual([true, false]);
    expect(asked.added).toMatchObject([{ kind: 'strip-state', data: { vendor: 'anthropic' } }]);
    expect((await lab.ask('Third.', changed)).bodies).toHaveLength(1);
  });
});

describe('an open loop that does not begin with thinking (A19)', () => {
  it('goes on without thinking until the user says something new', async () => {
    const lab = await RecoveryLab.open();
    const target = practiceTarget('practice-claude-manual', { tools: TOOLS });
    const call = await lab.ask('!think 1\n!tool clock__now {}\nWhat time?', target);
    const [, { id } = { id: '' }] = call.message.parts as { id: string }[];
    await lab.put({ role: 'tool', parts: [{ type: 'tool_result', callId: id, text: '12:00' }] });
    const thinks = (body: Record<string, unknown>) => JSON.stringify(body.thinking ?? null).includes('enabled');
    lab.gate = refusesWhile(
      thinks,
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block',
    );
    const asked = await lab.ask(null, target);
    expect(asked.message.error).toBeUndefined();
    expect(asked.bodies.map(thinks)).toEqual([true, false]);
    expect(asked.added).toMatchObject([{ kind: 'thinking-off' }]);
    lab.gate = () => null;
    const next = await lab.ask('And tomorrow?', target);
    expect(next.bodies.map(thinks)).toEqual([true]);
    expect(next.message.error).toBeUndefined();
  });
});
