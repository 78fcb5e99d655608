import { describe, expect, it } from 'vitest';
import { geminiCli } from './agent-exports.ts';
import { path, PNG, read } from './reading.ts';

const DATA = Buffer.from(PNG).toString('base64');
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const HEAD = {
  sessionId: 's1',
  projectHash: 'p',
  startTime: '2026-06-01T10:00:00.000Z',
  lastUpdated: '2026-06-01T10:00:00.000Z',
};
const said = (id: string, type: string, content: unknown, more: object = {}) => ({
  id,
  timestamp: '2026-06-01T10:00:01.000Z',
  type,
  content,
  ...more,
});
const answered = (id: string, content: unknown, more: object = {}) =>
  said(id, 'gemini', content, { model: 'gemini-3-pro-preview', ...more });
const call = (id: string, more: object = {}) => ({
  id,
  name: 'ls',
  args: { p: id },
  status: 'success',
  timestamp: '',
  ...more,
});
const response = (id: string, value: object) => ({ functionResponse: { id, name: 'ls', response: value } });

describe('a chat of the Gemini CLI', () => {
  it('has its thoughts, calls with results, tokens, model and summary, each message once', async () => {
    const { of, receipt } = await read(geminiCli());
    const history = of('5f01aa22-0000-4000-8000-000000000001');
    expect(path(history)).toEqual([
      'user: Count the piers.',
      'assistant: (Looking\n\nThey are in a file.) | I look. | read_file{"file_path":"piers.txt"}#read_file-1',
      'tool: #read_file-1 = East, West',
      'assistant: Two.',
    ]);
    expect(history.messages[1]).toMatchObject({
      stop: 'tool',
      createdAt: Date.parse('2026-06-01T10:00:03.000Z'),
      usage: { input: 1200, output: 50, cacheRead: 1000, thinking: 30 },
      // Signatures belong to a key that nobody knows here.
      origin: { vendor: 'gemini', model: 'gemini-3-pro-preview', endpoint: 'import:gemini-cli' },
    });
    expect(history.messages[3]).toMatchObject({ stop: 'end' });
    expect(history.session).toMatchObject({
      title: 'Count the piers',
      createdAt: Date.parse('2026-06-01T10:00:00.000Z'),
      updatedAt: Date.parse('2026-06-01T10:00:06.000Z'),
    });
    expect(receipt.skipped).toEqual([]);
  });

  it('was one object before, and may have both forms', async () => {
    const messages = [
      said('u1', 'user', 'Look at this.'),
      answered('g1', '', {
        toolCalls: [
          call('a', {
            result: [response('a', { output: 'seen' }), { inlineData: { mimeType: 'image/png', data: DATA } }],
          }),
          call('b', { status: 'error', result: [response('b', { error: 'no such file' })] }),
          call('c', { status: 'cancelled', result: [{ text: 'Cancelled by the user.' }] }),
          call('d', { status: 'executing' }),
        ],
      }),
      said('e1', 'error', 'Quota exceeded.'),
      said('i1', 'info', 'Switched to another model.'),
    ];
    const { of, all, receipt } = await read({
      'chats/session-a.json': { ...HEAD, messages },
      'chats/session-a.jsonl': lines(HEAD, ...messages, { $set: { sessionId: 's1' } }),
    });
    expect(path(of('s1'))).toEqual([
      'user: Look at this.',
      'assistant: ls{"p":"a"}#a | ls{"p":"b"}#b | ls{"p":"c"}#c | ls{"p":"d"}#d',
      'tool: #a = seen + <image/png 15> | #b = no such file | #c = Cancelled by the user.',
      'assistant: ',
      'user: {gemini-cli:info}',
    ]);
    expect(of('s1').messages[2]?.parts).toMatchObject([{ name: 'ls' }, { isError: true }, { isError: true }]);
    expect(of('s1').messages[3]?.error?.message).toBe('Quota exceeded.');
    expect(all.map(({ history }) => history.messages)).toEqual([of('s1').messages, of('s1').messages]);
    expect(receipt.dropped).toEqual([]);
  });

  it('keeps what was rewound as a branch', async () => {
    const { of, receipt } = await read({
      'a.jsonl': lines(
        HEAD,
        said('u1', 'user', [{ text: 'First' }]),
        answered('g1', 'One.'),
        said('u2', 'user', [{ text: 'Second' }]),
        answered('g2', 'Two.'),
        { $rewindTo: 'u2' },
        said('u3', 'user', [{ text: 'Third' }, { inlineData: { mimeType: 'image/png', data: DATA } }]),
        answered('g3', 'Three.'),
      ),
    });
    expect(receipt.dropped).toEqual([]);
    expect(path(of('s1'))).toEqual([
      'user: First',
      'assistant: One.',
      'user: Third | <image/png 15>',
      'assistant: Three.',
    ]);
    expect(of('s1').messages).toHaveLength(6);
  });

  it('keeps what was summarized, and has the summary behind it', async () => {
    const tools = answered('g1', '', {
      toolCalls: [call('a', { result: [response('a', { output: 'a long output' })] })],
    });
    const masked = {
      ...tools,
      content: [{ functionCall: { id: 'a', name: 'ls', args: { p: 'a' } }, thoughtSignature: 'c2ln' }],
    };
    const { of, receipt } = await read({
      'a.jsonl': lines(
        HEAD,
        said('u1', 'user', [{ text: 'First' }]),
        tools,
        {
          $set: {
            messages: [
              said('s1', 'user', [{ text: '<state_snapshot>So far.</state_snapshot>' }]),
              answered('s2', [{ text: 'Got it.' }]),
              masked,
              said('r1', 'user', [response('a', { output: '[cut]' })]),
              said('x', 'user', [{ text: 'First' }]),
            ],
          },
        },
        answered('g2', [{ text: 'Hm', thought: true, thoughtSignature: 'c2ln' }, { text: 'Done.' }], {
          thoughts: [{ subject: 'Hm', description: '' }],
        }),
      ),
    });
    expect(receipt.dropped).toEqual([]);
    expect(path(of('s1'))).toEqual([
      'user: First',
      'assistant: ls{"p":"a"}#a',
      'tool: #a = a long output',
      'user: <state_snapshot>So far.</state_snapshot>',
      'assistant: Got it.',
      'assistant: (Hm) | Done.',
    ]);
    expect(of('s1').messages.at(-1)?.parts[0]).toMatchObject({ signature: 'c2ln' });
  });

  it('has a file of its own for a subagent', async () => {
    const { all } = await read({
      'chats/session-a.jsonl': lines(HEAD, said('u1', 'user', 'Go')),
      'chats/s1/s2.jsonl': lines({ ...HEAD, sessionId: 's2', kind: 'subagent' }, said('u1', 'user', 'Look')),
    });
    expect(all.map(({ history }) => history.session.id)).toEqual(['gemini-cli:s2', 'gemini-cli:s1']);
  });
});

describe('a checkpoint of the Gemini CLI', () => {
  const history = [
    { role: 'user', parts: [{ text: 'Count.' }] },
    {
      role: 'model',
      parts: [
        { text: 'They are here.', thought: true },
        { functionCall: { name: 'ls', args: { p: '.' } }, thoughtSignature: 'c2ln' },
        { functionCall: { name: 'ls', args: { p: 'x' } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'ls', response: { output: 'a b' } } },
        { functionResponse: { name: 'ls', response: { output: 'c' } } },
        { text: 'And then?' },
      ],
    },
    { role: 'model', parts: [{ text: 'Three.' }] },
  ];
  const PATH = [
    'user: Count.',
    'assistant: (They are here.) | ls{"p":"."}#2-2 | ls{"p":"x"}#2-3',
    'tool: #2-2 = a b | #2-3 = c',
    'user: And then?',
    'assistant: Three.',
  ];

  it.each([
    ['of today', { history, authType: 'oauth-personal' }],
    ['of the first versions', history],
  ])('%s has the calls with their results, though they have no ids', async (_, content) => {
    const { all, receipt } = await read({ 'tmp/p/checkpoint-my%20piers.json': content });
    const [found] = all;
    if (!found) throw new Error(JSON.stringify(receipt));
    expect(path(found.history)).toEqual(PATH);
    expect(found.history.messages[1]?.parts[1]).toMatchObject({ signature: 'c2ln' });
    expect(found.history.session.title).toBe('my piers');
    expect(receipt.dropped).toEqual([]);
    expect(all).toHaveLength(1);
  });
});
