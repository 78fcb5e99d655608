import { describe, expect, it } from 'vitest';
import { planMerge } from '#archive/merge/plan-merge.ts';
import { carriedOut, NOTHING_ELSE } from '../merged.ts';
import { codex } from './agent-exports.ts';
import { path, PNG, read, said } from './reading.ts';

const PICTURE = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const line = (type: string, payload: object) => ({ timestamp: '2026-09-01T10:00:00.000Z', type, payload });
const item = (type: string, payload: object) => line('response_item', { type, ...payload });
const event = (type: string, payload: object = {}) => line('event_msg', { type, ...payload });
const META = line('session_meta', {
  id: 's1',
  timestamp: '2026-09-01T10:00:00.000Z',
  cwd: '/x',
  model_provider: 'openai',
});
const user = (text: string) => item('message', { role: 'user', content: [{ type: 'input_text', text }] });
const answer = (text: string) => item('message', { role: 'assistant', content: [{ type: 'output_text', text }] });
const counted = (input: number, output: number, total: number) =>
  event('token_count', {
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: {
        input_tokens: input,
        cached_input_tokens: 0,
        output_tokens: output,
        reasoning_output_tokens: 0,
      },
    },
  });

describe('a session of Codex', () => {
  it('has its answers with model, reasoning, calls, results and tokens, and the first words as its name', async () => {
    const { of, receipt } = await read(codex());
    const history = of('0199c1f0-0000-7000-8000-000000000001');
    expect(path(history)).toEqual([
      'user: {codex:context}',
      'user: Rename the pier.',
      'assistant: (**Looking for it**) | exec_command{"cmd":"rg pier"}#call_1',
      'tool: #call_1 = pier.ts:1',
      'assistant: Renamed.',
    ]);
    expect(history.messages[2]).toMatchObject({
      stop: 'tool',
      createdAt: Date.parse('2026-09-01T10:00:03.000Z'),
      usage: { input: 900, output: 60, cacheRead: 800, thinking: 40 },
      // OpenAI's encrypted reasoning belongs to an account that nobody knows here.
      origin: { vendor: 'openai', model: 'gpt-5.3-codex', endpoint: 'import:codex' },
      parts: [{ encrypted: 'gAAAAABo' }, {}],
    });
    expect(history.messages[4]).toMatchObject({ stop: 'end', parts: [{ phase: 'final_answer' }] });
    expect(history.messages[4]?.usage).toBeUndefined();
    expect(history.session).toMatchObject({
      title: 'Rename the pier.',
      createdAt: Date.parse('2026-09-01T10:00:00.000Z'),
    });
    expect(receipt.skipped).toEqual([]);
  });

  it('has parallel calls in one answer and their results in one message, with pictures, and text that is no JSON', async () => {
    const { of, receipt } = await read({
      'rollout-a.jsonl': lines(
        META,
        item('message', {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look.' },
            { type: 'input_image', image_url: PICTURE },
          ],
        }),
        item('function_call', { name: 'view_image', arguments: '{"path":"a.png"}', call_id: 'c1' }),
        item('custom_tool_call', { name: 'apply_patch', input: '*** Begin Patch', call_id: 'c2', status: 'completed' }),
        item('local_shell_call', { call_id: 'c3', status: 'completed', action: { type: 'exec', command: ['ls'] } }),
        counted(5, 6, 11),
        item('function_call_output', {
          call_id: 'c1',
          output: [
            { type: 'input_text', text: 'Seen' },
            { type: 'input_image', image_url: PICTURE },
          ],
        }),
        item('custom_tool_call_output', { call_id: 'c2', output: 'Success.' }),
        item('function_call_output', { call_id: 'c3', output: { content: 'denied', success: false } }),
        item('web_search_call', { status: 'completed', action: { type: 'search', query: 'piers' } }),
        item('image_generation_call', {
          id: 'ig_1',
          status: 'completed',
          revised_prompt: 'A pier',
          result: Buffer.from(PNG).toString('base64'),
        }),
        answer('Done.'),
      ),
    });
    expect(receipt.dropped).toEqual([]);
    expect(path(of('s1'))).toEqual([
      'user: Look. | <image/png 15>',
      'assistant: view_image{"path":"a.png"}#c1 | apply_patch{"input":"*** Begin Patch"}#c2 | local_shell{"type":"exec","command":["ls"]}#c3',
      'tool: #c1 = Seen + <image/png 15> | #c2 = Success. | #c3 = denied',
      'assistant: {web_search_call} | <image/png 15> | Done.',
    ]);
    expect(of('s1').messages[2]?.parts[2]).toMatchObject({ isError: true, name: 'local_shell' });
  });

  it('begins a new answer where the tokens of the one before were counted, and counts no answer twice', async () => {
    const { of, receipt } = await read({
      'a.jsonl': lines(
        META,
        user('Hi'),
        answer('One.'),
        counted(1, 2, 3),
        counted(1, 2, 3),
        answer('Two.'),
        counted(4, 5, 12),
      ),
    });
    expect(receipt.dropped).toEqual([]);
    expect(of('s1').messages.map(({ parts, usage }) => [said({ role: 'assistant', parts }), usage?.output])).toEqual([
      ['assistant: Hi', undefined],
      ['assistant: One.', 2],
      ['assistant: Two.', 5],
    ]);
  });

  it('keeps what was undone as a branch, and goes on from before it', async () => {
    const { of, receipt } = await read({
      'a.jsonl': lines(
        META,
        user('First'),
        answer('One.'),
        user('Second'),
        answer('Two.'),
        event('thread_rolled_back', { num_turns: 1 }),
        user('Third'),
        answer('Three.'),
      ),
    });
    expect(receipt.dropped).toEqual([]);
    expect(path(of('s1'))).toEqual(['user: First', 'assistant: One.', 'user: Third', 'assistant: Three.']);
    expect(of('s1').messages).toHaveLength(6);
  });

  it('says what was stopped, what failed, and what was summarized', async () => {
    const { of, receipt } = await read({
      'a.jsonl': lines(
        META,
        user('Go'),
        answer('I am'),
        event('turn_aborted', { reason: 'interrupted' }),
        user('<turn_aborted>\nThe user interrupted.\n</turn_aborted>'),
        event('error', { message: 'usage limit reached' }),
        line('compacted', {
          message: 'The pier was renamed.',
          replacement_history: [
            { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
            { type: 'compaction', encrypted_content: 'gAAA' },
          ],
        }),
        event('item_completed', { item: { type: 'Plan', id: 'p', text: 'First, look.' } }),
        line('inter_agent_communication', { author: 'root', recipient: 'child', content: 'Look there.' }),
        line('world_state', { full: true, state: {} }),
      ),
    });
    expect(path(of('s1'))).toEqual([
      'user: Go',
      'assistant: I am',
      'user: {codex:context}',
      'assistant: ',
      'assistant: The pier was renamed. | {codex:compaction} | First, look.',
      'user: Look there.',
    ]);
    expect(of('s1').messages[1]?.stop).toBe('aborted');
    expect(of('s1').messages[3]?.error?.message).toBe('usage limit reached');
    expect(receipt.dropped).toEqual([]);
  });

  it.each(['😀', '한', '\u{20000}'])('has a name that ends with a whole letter: %s', async (letter) => {
    const { of } = await read({ 'a.jsonl': lines(META, user('x'.repeat(79) + letter + letter)) });
    expect(of('s1').session.title.isWellFormed()).toBe(true);
  });

  it('is its own where it was forked, has the name that it was given, and is archived where it was', async () => {
    const parent = { ...META, payload: { ...META.payload, id: 's0' } };
    const { of, all, receipt } = await read({
      'session_index.jsonl': lines(
        { id: 's1', thread_name: 'Old name', updated_at: '2026-09-01T10:00:00Z' },
        { id: 's1', thread_name: 'Piers', updated_at: '2026-09-01T11:00:00Z' },
        { id: 'gone', thread_name: 'Elsewhere', updated_at: '2026-09-01T11:00:00Z' },
      ),
      'archived_sessions/rollout-b.jsonl': lines(META, parent, user('Before'), answer('Yes.'), user('After')),
    });
    expect(all).toHaveLength(1);
    expect(of('s1').session).toMatchObject({ title: 'Piers' });
    expect(of('s1').session.archivedAt).toBeGreaterThan(0);
    expect(receipt.skipped).toEqual([]);
  });

  it('is named where it was compressed', async () => {
    const packed = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x7b, 1, 2, 3, 0xff, 0x5b, 0);
    const { receipt, all } = await read({ 'a.jsonl': lines(META, user('Hi')), 'b.jsonl.zst': packed });
    expect(all).toHaveLength(1);
    expect(receipt.skipped.map(({ where }) => where.split(',')[0])).toEqual(['b.jsonl.zst']);
  });

  it('says that what it went on from is in another file', async () => {
    const base = { thread_id: 's0', end_ordinal_exclusive: 9, end_byte_offset: 4_000 };
    const { receipt } = await read({
      'a.jsonl': lines({ ...META, payload: { ...META.payload, history_base: base } }, user('Go on')),
    });
    expect(receipt.dropped.map(({ field }) => field)).toEqual(['history_base']);
    expect(receipt.notes).toEqual(['begins-elsewhere']);
  });

  const ORIGIN = '0199c1f0-0000-7000-8000-00000000000a';
  const FORK = '0199c1f0-0000-7000-8000-00000000000b';
  const LATER = '0199c1f0-0000-7000-8000-00000000000c';
  const numbered = (start: number, ...all: object[]) =>
    lines(...all.map((one, index) => ({ ...one, ordinal: start + index })));
  const meta = (id: string, from?: [file: string, end: number]) => ({
    ...META,
    payload: {
      ...META.payload,
      id,
      ...(from && {
        history_mode: 'paginated',
        history_base: { thread_id: from[0], end_ordinal_exclusive: from[1], end_byte_offset: 4_000 },
      }),
    },
  });

  it('goes on from the file that it was forked from, and from what that one goes on from', async () => {
    const files = {
      [`a/rollout-1-${ORIGIN}.jsonl`]: numbered(0, meta(ORIGIN), user('Hi'), answer('Hello.'), user('Not here')),
      [`b/rollout-2-${FORK}.jsonl`]: numbered(
        3,
        meta(FORK, [ORIGIN, 3]),
        user('And?'),
        answer('So.'),
        user('Nor this'),
      ),
      [`c/rollout-3-${LATER}.jsonl`]: numbered(5, meta(LATER, [FORK, 5]), user('Last')),
    };
    const { of, receipt } = await read(files);
    expect(path(of(ORIGIN))).toEqual(['user: Hi', 'assistant: Hello.', 'user: Not here']);
    expect(path(of(FORK))).toEqual(['user: Hi', 'assistant: Hello.', 'user: And?', 'assistant: So.', 'user: Nor this']);
    expect(path(of(LATER))).toEqual(['user: Hi', 'assistant: Hello.', 'user: And?', 'user: Last']);
    expect(of(FORK).session.title).toBe('Hi');
    expect(receipt).toMatchObject({ dropped: [], notes: [] });
  });

  it('is one conversation where it was too long for one file', async () => {
    const files = {
      [`a/rollout-1-${ORIGIN}.jsonl`]: numbered(0, meta(ORIGIN), user('Hi'), answer('Hello.')),
      [`a/rollout-2-${ORIGIN}_${LATER}.jsonl`]: numbered(3, meta(ORIGIN, [ORIGIN, 3]), user('And?'), answer('So.')),
    };
    const { all, receipt } = await read(files);
    const [first, whole] = all.map(({ history }) => history);
    if (!first || !whole) throw new Error('not read');
    expect(path(whole)).toEqual(['user: Hi', 'assistant: Hello.', 'user: And?', 'assistant: So.']);
    const merged = carriedOut(first, planMerge(whole, first, NOTHING_ELSE));
    expect(merged.messages).toHaveLength(4);
    expect(path(merged)).toEqual(path(whole));
    expect(planMerge(first, merged, NOTHING_ELSE).kind).toBe('same');
    expect(receipt.notes).toEqual([]);
  });

  it('ends where files go on from each other', async () => {
    const files = {
      [`rollout-1-${ORIGIN}.jsonl`]: numbered(9, meta(ORIGIN, [FORK, 9]), user('One')),
      [`rollout-2-${FORK}.jsonl`]: numbered(9, meta(FORK, [ORIGIN, 9]), user('Two')),
    };
    const { all, receipt } = await read(files);
    expect(all).toHaveLength(2);
    expect(receipt.notes).toEqual(['begins-elsewhere']);
  });
});

describe('older sessions of Codex', () => {
  const items = [
    { type: 'message', id: null, role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [
        { type: 'summary_text', text: 'A' },
        { type: 'summary_text', text: 'B' },
      ],
      encrypted_content: null,
    },
    { type: 'function_call', id: 'fc_1', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' },
    { type: 'function_call_output', call_id: 'c1', output: '{"output":"a","metadata":{"exit_code":0}}' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'A file.' }] },
  ];
  const PATH = [
    'user: Hi',
    'assistant: (A\n\nB) | shell{"command":["ls"]}#c1',
    'tool: #c1 = {"output":"a","metadata":{"exit_code":0}}',
    'assistant: A file.',
  ];

  it('have a header and then the items', async () => {
    const head = { id: 'b1', timestamp: '2025-08-18T01:16:13.522Z', instructions: null, git: { branch: 'main' } };
    const { of, receipt } = await read({ 'rollout-b.jsonl': lines(head, { record_type: 'state' }, ...items) });
    expect(path(of('b1'))).toEqual(PATH);
    expect(of('b1').messages[0]?.createdAt).toBe(Date.parse(head.timestamp));
    expect(receipt.dropped).toEqual([]);
  });

  it('are one object', async () => {
    const session = { id: 'c1', timestamp: '2025-05-07T17:24:21.000Z', instructions: 'Be brief.' };
    const { of, receipt } = await read({ 'rollout-c.json': { session, items } });
    expect(path(of('c1'))).toEqual(PATH);
    expect(receipt.dropped.map(({ field }) => field)).toEqual(['instructions']);
  });
});
