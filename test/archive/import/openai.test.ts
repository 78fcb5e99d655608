import { describe, expect, it } from 'vitest';
import { matchEarlierImport } from '#archive/import/base/match-earlier-import.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import { NOTHING_ELSE } from '../merged.ts';
import { NOW, path, PNG, read, said } from './reading.ts';

const CHAT = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?\nAnd why?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
    ],
  },
  {
    role: 'assistant',
    content: null,
    reasoning_content: 'Hm.',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":1}' } },
      { id: 'c2', function: { name: 'look', arguments: '{broken' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'A cat.' },
  { role: 'assistant', content: 'A cat.', model: 'gpt-4o' },
];
const SAID = [
  'user: What is this?\nAnd why? | <image/png 8> | [https://x.example/a.png]',
  'assistant: (Hm.) | look{"at":1}#c1 | look{}#c2',
  'tool: #c1 = A cat.',
  'assistant: A cat.',
];

describe('messages in the form of OpenAI', () => {
  it('are one conversation as an array, and one each as lines or objects', async () => {
    for (const files of [
      { 'a.json': CHAT },
      { 'a.json': { messages: CHAT } },
      { 'a.jsonl': `${JSON.stringify({ messages: CHAT })}\n` },
      { 'no ending': JSON.stringify([{ messages: CHAT }]) },
    ]) {
      const { all, receipt } = await read(files);
      const history = all[0]?.history;
      expect(history && path(history)).toEqual(SAID);
      expect(history?.session).toMatchObject({ system: 'Be brief.', title: 'What is this?' });
      expect(receipt.sources.openai?.conversations).toBe(1);
    }
  });

  it('are the same conversation again by what they hold', async () => {
    const ids = async (value: unknown) =>
      (await read({ 'x.jsonl': `${JSON.stringify(value)}\n` })).all.map(({ history }) => history.session.id);
    expect(await ids({ messages: CHAT })).toEqual(await ids({ messages: CHAT, extra: 1 }));
    expect(await ids({ messages: CHAT })).not.toEqual(await ids({ messages: CHAT.slice(0, 3) }));
    expect(await ids({ id: 'mine', messages: CHAT })).toEqual(['openai:mine']);
  });

  it('keep arguments that are nested too deeply as text, and signatures and images of Anthropic', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const less = '['.repeat(400) + ']'.repeat(400);
    const source = { type: 'base64', media_type: 'image/png', data: Buffer.from(PNG).toString('base64') };
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image', source },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: 'Hm', signature: 'c2ln' }],
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'f', arguments: deep } },
          { id: 'd', type: 'function', function: { name: 'f', arguments: JSON.parse(less) } },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'c',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${source.data}` } }],
      },
    ];
    const { all } = await read({ 'x.json': { id: 'deep', messages } });
    expect(all[0]?.history.messages.map(said)).toEqual([
      'user: Look | <image/png 15>',
      'assistant: (Hm) | f{}#c | f{}#d',
      'tool: #c =  + <image/png 15>',
    ]);
    expect(all[0]?.history.messages[1]?.parts).toMatchObject([
      { signature: 'c2ln' },
      { rawArgs: deep },
      { rawArgs: less },
    ]);
  });

  it('keep arguments that are no JSON as they were, and name lines that are no conversation', async () => {
    const { all, receipt } = await read({
      'x.jsonl': `${JSON.stringify({ messages: CHAT })}\n{"messages":[]}\n{oops}\n`,
    });
    expect(all[0]?.history.messages[1]?.parts[2]).toMatchObject({ rawArgs: '{broken' });
    expect(receipt.skipped.map(({ where, reason }) => `${where} ${reason}`)).toContain('x.jsonl, 2 incomplete');
    expect(receipt.skipped.map(({ where, reason }) => `${where} ${reason}`)).toContain('x.jsonl, 3 unreadable');
  });
});

describe('messages of several conversations in one list', () => {
  const message = (id: string, threadId: string, role: string, second: number) => ({
    id,
    threadId,
    role,
    content: `${role} in ${threadId}`,
    created_at: new Date(1_735_689_600_000 + second * 1000).toISOString(),
  });
  const messages = [
    message('3', 'a', 'assistant', 1),
    message('1', 'a', 'user', 0),
    message('2', 'b', 'user', 5),
    message('4', 'b', 'assistant', 9),
  ];
  const threads = [
    { id: 'a', title: 'Alpha', pinned: true, created_at: '2025-01-01T00:00:00Z' },
    { threadId: 'b', title: 'Beta' },
    { id: 'c', title: 'Nothing said' },
  ];

  it('stay apart, with the titles of the list beside', async () => {
    const { of, all, receipt } = await read({ 'threads.json': { version: 1, threads, messages } });
    expect(all).toHaveLength(2);
    expect(path(of('a'))).toEqual(['user: user in a', 'assistant: assistant in a']);
    expect(path(of('b'))).toEqual(['user: user in b', 'assistant: assistant in b']);
    expect([of('a').session, of('b').session]).toMatchObject([
      { title: 'Alpha', pinned: 1 },
      { title: 'Beta', pinned: 0 },
    ]);
    expect(receipt.skipped).toEqual([{ where: 'threads.json, 1', reason: 'empty', detail: 'Nothing said' }]);
    expect(receipt.dropped).toEqual([{ source: 'openai', of: 'conversation', field: 'version', count: 1 }]);
  });

  it('are one conversation where only the answers name one', async () => {
    const answered = messages.slice(0, 2).map((one, index) => ({ ...one, ...(index > 0 && { threadId: undefined }) }));
    const { all } = await read({ 'x.json': { messages: answered } });
    expect(all).toHaveLength(1);
  });

  it('stay apart without such a list', async () => {
    const { all } = await read({ 'x.jsonl': messages.map((one) => JSON.stringify(one)).join('\n') });
    expect(all.map(({ history }) => history.session.title)).toEqual(['user in a', 'user in b']);
  });
});

it('takes the time that an export calls createdAt, and recognizes what was imported without it', async () => {
  const messages = [
    { role: 'user', content: 'When?', createdAt: '2025-01-01T00:00:00Z' },
    { role: 'assistant', content: 'Now.', createdAt: '2025-01-01T00:00:05Z' },
  ];
  const { all } = await read({ 'chat.json': messages });
  const [one] = all;
  if (!one) throw new Error('nothing was read');
  expect(one.history.messages.map(({ createdAt }) => createdAt)).toEqual([1_735_689_600_000, 1_735_689_605_000]);
  const { history } = one;
  const before = {
    ...history,
    session: { ...history.session, createdAt: NOW, updatedAt: NOW },
    messages: history.messages.map((message) => ({ ...message, createdAt: NOW })),
  };
  const plan = planMerge(matchEarlierImport(before, one), before, NOTHING_ELSE);
  expect(plan.add.messages).toEqual([]);
});
