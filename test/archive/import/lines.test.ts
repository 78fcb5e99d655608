import { describe, expect, it } from 'vitest';
import { matchEarlierImport } from '#archive/import/base/match-earlier-import.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import type { SessionHistory } from '#archive/records.ts';
import { carriedOut, NOTHING_ELSE } from '../merged.ts';
import { path, PNG, read, said } from './reading.ts';

const lines = (...values: unknown[]) =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');
const at = { timestamp: '2025-06-01T10:00:00.000Z', sessionId: 'cc1', version: '1.0.0', cwd: '/home/x' };

describe('Claude Code', () => {
  const answer = (uuid: string, parentUuid: string, block: object, stop: string | null = null) => ({
    ...at,
    uuid,
    parentUuid,
    type: 'assistant',
    message: {
      id: 'msg_1',
      role: 'assistant',
      model: 'claude-opus-4-8',
      content: [block],
      stop_reason: stop,
      usage: { input_tokens: 3, cache_read_input_tokens: 10, output_tokens: 5 },
    },
  });
  const file = lines(
    { type: 'file-history-snapshot', messageId: 'x', snapshot: {} },
    { type: 'summary', summary: 'A fix', leafUuid: 'u5' },
    { ...at, uuid: 'u1', parentUuid: null, type: 'user', message: { role: 'user', content: 'Fix it.' } },
    answer('u2', 'u1', { type: 'thinking', thinking: 'Where?', signature: 'c2ln' }),
    answer('u3', 'u2', { type: 'tool_use', id: 't1', name: 'Read', input: { file: 'a.ts' } }, 'tool_use'),
    {
      ...at,
      uuid: 'u4',
      parentUuid: 'u3',
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'let a' }] }],
      },
      toolUseResult: {},
    },
    { ...at, uuid: 's1', parentUuid: 'u4', type: 'system', content: 'notice' },
    '{"cut',
    {
      ...at,
      uuid: 'u5',
      parentUuid: 's1',
      type: 'assistant',
      message: {
        id: 'msg_2',
        model: 'claude-opus-4-8',
        content: [{ type: 'text', text: 'Done.' }],
        stop_reason: 'end_turn',
      },
    },
  ).replace('{"cut\n', '');

  it('joins the lines of an answer, with signature and usage, and goes on behind notices', async () => {
    const { of } = await read({ 'cc1.jsonl': file });
    const history = of('cc1');
    expect(path(history)).toEqual([
      'user: Fix it.',
      'assistant: (Where?) | Read{"file":"a.ts"}#t1',
      'tool: #t1 = let a',
      'assistant: Done.',
    ]);
    expect(history.messages[1]).toMatchObject({
      stop: 'tool',
      usage: { input: 13, output: 5 },
      origin: { vendor: 'anthropic' },
    });
    expect(history.messages[1]?.parts[0]).toMatchObject({ signature: 'c2ln' });
    expect(history.session.title).toBe('A fix');
  });

  it('keeps both ways of a conversation that went on twice', async () => {
    const twice = `${file}\n${lines({ ...at, uuid: 'v', parentUuid: 'u1', type: 'assistant', message: { content: 'Other.' } })}`;
    const { of } = await read({ 'a.jsonl': twice });
    expect(of('cc1').messages.filter(({ parentId }) => parentId === 'claude-code:cc1:u1')).toHaveLength(2);
  });
});

describe('a session of Claude Code', () => {
  const line = (uuid: string, parentUuid: string | null, content: unknown, more: object = {}) => ({
    ...at,
    uuid,
    parentUuid,
    type: 'user',
    message: { role: 'user', content },
    ...more,
  });
  const answered = (uuid: string, parentUuid: string, id: string, block: object, output = 1) =>
    line(uuid, parentUuid, [], {
      type: 'assistant',
      message: { id, role: 'assistant', model: 'claude-x', content: [block], usage: { output_tokens: output } },
    });
  const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} });
  const result = (id: string, content: unknown = id) => [{ type: 'tool_result', tool_use_id: id, content }];

  it('has the results of parallel calls on one path, though each is below its own call', async () => {
    const { of } = await read({
      'a.jsonl': lines(
        line('u1', null, 'Read both.'),
        answered('a1', 'u1', 'm1', { type: 'text', text: '\n\n' }),
        answered('a2', 'a1', 'm1', call('t1'), 2),
        line('r1', 'a2', result('t1')),
        answered('a3', 'a2', 'm1', call('t2'), 30),
        line('r2', 'a3', result('t2')),
        answered('a4', 'r1', 'm2', { type: 'text', text: 'Read.' }),
      ),
    });
    const history = of('cc1');
    expect(path(history)).toEqual([
      'user: Read both.',
      'assistant: Read{}#t1 | Read{}#t2',
      'tool: #t1 = t1',
      'tool: #t2 = t2',
      'assistant: Read.',
    ]);
    expect(history.messages[1]?.usage?.output).toBe(30);
  });

  it('shows an image that a tool returned, instead of its bytes as text', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: Buffer.from(PNG).toString('base64') },
    };
    const { of } = await read({
      'a.jsonl': lines(
        line('u1', null, 'Look.'),
        answered('a1', 'u1', 'm1', call('t1')),
        line('r1', 'a1', result('t1', [{ type: 'text', text: 'Seen' }, image])),
      ),
    });
    expect(path(of('cc1'))).toEqual(['user: Look.', 'assistant: Read{}#t1', 'tool: #t1 = Seen + <image/png 15>']);
  });

  it('goes on where its context was summarized, and is called what the user called it', async () => {
    const { of } = await read({
      'a.jsonl': lines(
        { type: 'queue-operation', operation: 'enqueue', sessionId: 'cc1' },
        line('u1', null, 'Begin.'),
        line('c1', null, undefined, { type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'u1' }),
        line('u2', 'c1', 'The summary.'),
        // Copied when the session was resumed.
        line('u2', 'c1', 'The summary.'),
        line('s1', null, 'Of a subagent.', { isSidechain: true }),
        { type: 'ai-title', aiTitle: 'Guessed', sessionId: 'cc1' },
        { type: 'custom-title', customTitle: 'Given', sessionId: 'cc1' },
      ),
    });
    expect(path(of('cc1'))).toEqual(['user: Begin.', 'user: The summary.']);
    expect(of('cc1').session.title).toBe('Given');
  });

  it('is called what the user said first, not what the program said', async () => {
    const { of } = await read({
      'a.jsonl': lines(
        line('u1', null, 'Caveat: the messages below …', { isMeta: true }),
        line('u2', 'u1', '<command-name>/clear</command-name>'),
        line('u3', 'u2', 'Fix the tests.\nAll of them.'),
      ),
    });
    expect(of('cc1').session.title).toBe('Fix the tests.');
  });

  it('may have more lines than a function has arguments', async () => {
    const many = Array.from({ length: 150_000 }, (_, index) =>
      line(`u${index}`, index === 0 ? null : `u${index - 1}`, ''),
    );
    const file = [...many, line('end', 'u149999', 'Here.')].map((one) => JSON.stringify(one)).join('\n');
    const { of } = await read({ 'a.jsonl': file });
    expect(path(of('cc1'))).toEqual(['user: Here.']);
  }, 60_000);
});

describe('pi', () => {
  const file = lines(
    { type: 'session', version: 3, id: 'p1', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/x' },
    { type: 'model_change', id: 'm', parentId: null, provider: 'anthropic', modelId: 'x' },
    {
      type: 'message',
      id: 'a',
      parentId: 'm',
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'image', mimeType: 'image/png', data: Buffer.from(PNG).toString('base64') },
        ],
      },
    },
    {
      type: 'message',
      id: 'b',
      parentId: 'a',
      message: {
        role: 'assistant',
        provider: 'google',
        model: 'gemini-3-pro',
        stopReason: 'toolUse',
        usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 0 },
        content: [
          { type: 'thinking', thinking: 'T', thinkingSignature: 'sig' },
          { type: 'toolCall', id: 'c', name: 'ls', arguments: { p: '.' } },
        ],
      },
    },
    {
      type: 'message',
      id: 'r',
      parentId: 'b',
      message: {
        role: 'toolResult',
        toolCallId: 'c',
        toolName: 'ls',
        isError: true,
        content: [{ type: 'text', text: 'no' }],
      },
    },
    { type: 'compaction', id: 'k', parentId: 'r', summary: 'S' },
    {
      type: 'message',
      id: 'd',
      parentId: 'k',
      message: { role: 'assistant', content: [{ type: 'text', text: 'End' }] },
    },
    { type: 'message', id: 'e', parentId: 'a', message: { role: 'assistant', content: 'Branch' } },
  );

  it('reads sessions of the first version, and what failed', async () => {
    const { of } = await read({
      'x.jsonl': lines(
        { type: 'session', id: 'p0', timestamp: '2025-01-01T00:00:00.000Z', cwd: '/x', provider: 'anthropic' },
        { type: 'message', message: { role: 'user', content: 'Hi' } },
        {
          type: 'message',
          message: { role: 'assistant', content: [], stopReason: 'error', errorMessage: 'Overloaded' },
        },
        { type: 'message', message: { role: 'assistant', content: 'Hello' } },
      ),
    });
    expect(path(of('p0'))).toEqual(['user: Hi', 'assistant: ', 'assistant: Hello']);
    expect(of('p0').messages[1]).toMatchObject({ stop: 'error', error: { message: 'Overloaded' } });
  });

  it('keeps the tree, thinking with its signature, calls and results', async () => {
    const { of, receipt } = await read({ 'x.jsonl': file });
    expect(of('p1').messages.map(said)).toEqual([
      'user: Hi | <image/png 15>',
      'assistant: (T) | ls{"p":"."}#c',
      'tool: #c = no',
      'user: {pi:compaction}',
      'assistant: End',
      'assistant: Branch',
    ]);
    expect(path(of('p1'))).toEqual(['user: Hi | <image/png 15>', 'assistant: Branch']);
    expect(of('p1').messages[1]).toMatchObject({ origin: { vendor: 'gemini' }, usage: { input: 4 }, stop: 'tool' });
    expect(receipt.raw).toEqual({ 'pi:compaction': 1 });
  });
});

describe('SillyTavern', () => {
  const header = { user_name: 'Me', character_name: 'Seraphina', chat_metadata: { integrity: 'int-2' } };
  const file = lines(
    {
      user_name: 'Me',
      character_name: 'Seraphina',
      create_date: '2025-6-1@15h04m',
      chat_metadata: { integrity: 'int-1' },
    },
    { name: 'Me', is_user: true, send_date: 'June 1, 2025 3:04pm', mes: 'Hello', extra: {} },
    {
      name: 'Seraphina',
      is_user: false,
      send_date: 'June 1, 2025 3:05pm',
      mes: 'Second, edited',
      swipes: ['First', 'Second', 'Third'],
      swipe_id: 1,
      swipe_info: [{ send_date: 'June 1, 2025 3:05pm', extra: { model: 'a' } }, {}, {}],
      extra: { reasoning: 'Hm', model: 'claude-3', api: 'claude', image: 'user/images/gone.png' },
    },
    { name: 'Me', is_user: true, mes: 'More', send_date: 1_748_790_300_000 },
  );

  const one = (name: string, mes: string, more: object = {}) => ({
    name,
    is_user: name === 'Me',
    is_system: false,
    send_date: '2025-06-01T10:00:00.000Z',
    mes,
    ...more,
  });

  it('says who spoke in a group, whose chats may have no header', async () => {
    const said = [one('Me', 'Hi'), one('Alice', 'Hello.'), one('Bob', '```\ncode\n```')];
    const unused = { user_name: 'unused', character_name: 'unused', chat_metadata: { integrity: 'g' } };
    const { all } = await read({
      'group chats/a.jsonl': lines(...said),
      'group chats/b.jsonl': lines(unused, ...said),
    });
    for (const [index, { history }] of all.entries()) {
      expect(path(history)).toEqual([
        'user: Hi',
        'assistant: **Alice**\n\nHello.',
        'assistant: **Bob**\n\n```\ncode\n```',
      ]);
      expect(history.session.title).toBe(['a', 'b'][index]);
    }
    expect(all).toHaveLength(2);
  });

  it('keeps calls of tools with their results', async () => {
    const invocations = [
      { id: 'c', name: 'Roll', displayName: 'Dice', parameters: '{"sides":6}', result: '4' },
      { id: 'd', name: 'Roll', displayName: 'Dice', parameters: '{"sides":8}', result: '7' },
    ];
    const calls = one('System', '<details>…</details>', { is_system: true, extra: { tool_invocations: invocations } });
    const { of, receipt } = await read({
      'a.jsonl': lines(header, one('Me', 'Roll'), calls, one('Seraphina', 'A 4.')),
    });
    expect(path(of('int-2'))).toEqual([
      'user: Roll',
      'assistant: Roll{"sides":6}#c | Roll{"sides":8}#d',
      'tool: #c = 4 | #d = 7',
      'assistant: A 4.',
    ]);
    expect(receipt.dropped).toEqual([]);
  });

  it('takes a branch, which has a file of its own, as one of its chat', async () => {
    const branched = { ...header, chat_metadata: { integrity: 'int-2', main_chat: 'Main' } };
    const begun = [one('Me', 'Hi'), one('Seraphina', 'Hello.')];
    const { all } = await read({
      'Branch #1.jsonl': lines(branched, ...begun, one('Me', 'This way')),
      'Main.jsonl': lines(header, ...begun, one('Me', 'That way'), one('Seraphina', 'Fine.')),
    });
    let stored: SessionHistory | null = null;
    for (const found of all)
      stored = carriedOut(stored, planMerge(matchEarlierImport(stored, found), stored, NOTHING_ELSE));
    expect(stored?.session.title).toBe('Seraphina: Main');
    expect(stored?.messages.map(said)).toEqual([
      'user: Hi',
      'assistant: Hello.',
      'user: This way',
      'user: That way',
      'assistant: Fine.',
    ]);
  });

  it('knows which swipe is which where some have no details, and keeps the text of one that was never finished', async () => {
    const some = one('Seraphina', 'B', {
      swipes: ['A', 'B'],
      swipe_id: 1,
      swipe_info: [null, { send_date: '2025-06-02T10:00:00.000Z', extra: { model: 'b' } }],
    });
    const { of } = await read({
      'a.jsonl': lines(header, one('Me', 'Hi'), some, one('Seraphina', 'Edited', { swipes: ['C'], swipe_id: 1 })),
    });
    const [, first, second] = of('int-2').messages;
    expect([first, second].map((message) => message?.origin?.model)).toEqual([undefined, 'b']);
    expect(path(of('int-2')).slice(1)).toEqual(['assistant: B', 'assistant: Edited']);
    expect(of('int-2').messages.map(said)).toContain('assistant: C');
  });

  it('reads the dates of older versions, and attached files', async () => {
    const extra = {
      media: [{ type: 'image', url: '/user/images/a.png' }],
      files: [{ name: 'n.txt', url: '/user/files/1.txt', text: 'Notes' }],
    };
    const { of } = await read({
      'chats/a.jsonl': lines(header, one('Me', 'Hi', { send_date: '2024-7-12 @01h 31m 37s 123ms', extra })),
      'user/images/a.png': PNG,
    });
    expect(path(of('int-2'))).toEqual(['user: Hi | <image/png 15> | <n.txt 5>']);
    expect(of('int-2').messages[0]?.createdAt).toBe(new Date(2024, 6, 12, 1, 31, 37, 123).getTime());
  });

  it('makes swipes siblings and goes on from the chosen one', async () => {
    const { of, receipt } = await read({ 'chats/Seraphina/First chat.jsonl': file });
    const history = of('int-1');
    expect(path(history)).toEqual([
      'user: Hello',
      'assistant: (Hm) | Second, edited | [user/images/gone.png]',
      'user: More',
    ]);
    expect(history.messages.map(said)).toEqual(expect.arrayContaining(['assistant: First', 'assistant: Third']));
    expect(
      new Set(history.messages.filter(({ role }) => role === 'assistant').map(({ parentId }) => parentId)).size,
    ).toBe(1);
    expect(history.session.title).toBe('Seraphina: First chat');
    expect(history.messages[0]?.createdAt).toBe(new Date('June 1, 2025 3:04 pm').getTime());
    expect(receipt.skipped.map(({ reason }) => reason)).toEqual(['attachment-missing']);
  });
});
