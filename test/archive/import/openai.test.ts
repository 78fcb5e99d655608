import { describe, expect, it } from 'vitest';
import { path, PNG, read, said } from './reading.ts';

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
