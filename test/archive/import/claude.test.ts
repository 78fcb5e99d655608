import { describe, expect, it } from 'vitest';
import { path, read, said } from './reading.ts';

const ROOT = '00000000-0000-4000-8000-000000000000';
const message = (uuid: string, sender: string, content: unknown, more: object = {}) => ({
  uuid,
  sender,
  text: 'flat text',
  content,
  created_at: '2025-05-01T10:00:00.000000+00:00',
  updated_at: '2025-05-01T10:00:00.000000+00:00',
  attachments: [],
  files: [],
  ...more,
});
const textBlock = (text: string) => [{ type: 'text', text, citations: [] }];

const TREE = {
  uuid: 'k1',
  name: 'Tree',
  model: 'claude-sonnet-4-5',
  created_at: '2025-05-01T09:00:00Z',
  updated_at: '2025-05-02T09:00:00Z',
  current_leaf_message_uuid: 'm3',
  chat_messages: [
    message('m1', 'human', textBlock('Look it up.'), {
      parent_message_uuid: ROOT,
      attachments: [{ file_name: 'a.txt', file_size: 5, file_type: 'txt', extracted_content: 'hello' }],
      files: [{ file_name: 'photo.png' }],
    }),
    message('m2', 'assistant', textBlock('An abandoned answer.'), { parent_message_uuid: 'm1' }),
    message(
      'm3',
      'assistant',
      [
        { type: 'thinking', thinking: 'Let me see.' },
        { type: 'text', text: 'One moment.' },
        { type: 'tool_use', id: 't1', name: 'web_search', input: { query: 'x' } },
        {
          type: 'tool_result',
          tool_use_id: 't1',
          name: 'web_search',
          content: [{ type: 'knowledge', title: 'T', url: 'https://x.example', text: 'Found.' }],
          is_error: false,
        },
        { type: 'text', text: 'Here.' },
        { type: 'token_budget' },
      ],
      { parent_message_uuid: 'm1', stop_reason: 'stop_sequence' },
    ),
  ],
};

const LIST = {
  uuid: 'k2',
  name: '',
  created_at: '2024-01-01T00:00:00Z',
  chat_messages: [
    message('b', 'assistant', [], { index: 2, text: 'Only text.' }),
    message('a', 'human', undefined, { index: 1, text: '<script>alert(1)</script>' }),
  ],
};

describe('Claude.ai', () => {
  it('keeps branches, thinking, and what tools gave between what was said', async () => {
    const { of, receipt } = await read({ 'conversations.json': [TREE], 'users.json': [{ uuid: 'u' }] });
    expect(path(of('k1'))).toEqual([
      'user: Look it up. | <a.txt 5> | [photo.png]',
      'assistant: (Let me see.) | One moment. | web_search{"query":"x"}#t1',
      'tool: #t1 = T https://x.example\nFound.',
      'assistant: Here. | {claude:token_budget}',
    ]);
    expect(of('k1').messages.map(said)).toContain('assistant: An abandoned answer.');
    expect(of('k1').messages[1]?.origin).toMatchObject({ vendor: 'anthropic', model: 'claude-sonnet-4-5' });
    expect(receipt.skipped).toEqual([
      { where: 'conversations.json, k1', reason: 'attachment-missing', detail: 'photo.png' },
      { where: 'users.json', reason: 'unknown-shape' },
    ]);
    expect(receipt.notes).toEqual(['files-elsewhere']);
  });

  it('reads lists by their index, and leaves script in texts text', async () => {
    const { of } = await read({ 'conversations.jsonl': `${JSON.stringify(LIST)}\n${JSON.stringify(TREE)}\n` });
    expect(path(of('k2'))).toEqual(['user: <script>alert(1)</script>', 'assistant: Only text.']);
    expect(of('k1').messages).toHaveLength(5);
  });

  it('names one without a name after its first question', async () => {
    const first = message('a', 'human', textBlock('## When does the *ferry* leave?\n\nAt noon?'));
    const { of } = await read({ 'c.json': [{ uuid: 'k5', name: '', chat_messages: [first] }] });
    expect(of('k5').session).toMatchObject({ title: 'When does the ferry leave?', titleBy: 'auto' });
  });

  it('reads lists whose index begins with zero, and lists in which one message has no id', async () => {
    const listed = ['Q', 'A', 'R'].map((said, index) =>
      message(said, index % 2 === 0 ? 'human' : 'assistant', undefined, { index, text: said }),
    );
    const { of } = await read({
      'c.json': [
        { uuid: 'k3', chat_messages: listed },
        { uuid: 'k4', chat_messages: listed.map((one, index) => (index === 1 ? { ...one, uuid: undefined } : one)) },
      ],
    });
    for (const id of ['k3', 'k4']) expect(path(of(id))).toEqual(['user: Q', 'assistant: A', 'user: R']);
  });

  it('reads what is readable of damaged ones', async () => {
    const damaged = [
      {
        uuid: 'x',
        chat_messages: [null, 7, { sender: 'human' }, message('m', 'human', [null, 'plain', { type: 'text' }])],
      },
      { chat_messages: [] },
    ];
    const { of, receipt } = await read({ 'c.json': damaged });
    expect(path(of('x'))).toEqual(['user: plain']);
    expect(receipt.skipped).toEqual([{ where: 'c.json, 2', reason: 'incomplete' }]);
  });
});
