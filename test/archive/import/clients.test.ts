import { describe, expect, it } from 'vitest';
import { matchEarlierImport } from '#archive/import/base/match-earlier-import.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import { NOTHING_ELSE } from '../merged.ts';
import { path, PNG, read, said } from './reading.ts';

const DATA_PNG = 'data:image/png;base64,iVBORw0KGgo=';

describe('LibreChat', () => {
  const message = (messageId: string, parentMessageId: string, isCreatedByUser: boolean, more: object) => ({
    messageId,
    parentMessageId,
    isCreatedByUser,
    sender: isCreatedByUser ? 'User' : 'GPT',
    createdAt: '2025-01-01T00:00:00Z',
    ...more,
  });
  const root = '00000000-0000-0000-0000-000000000000';
  const content = [
    { type: 'think', think: 'Hm' },
    { type: 'tool_call', tool_call: { id: 't', name: 'calc', args: '{"a":1}', output: '2' } },
    { type: 'text', text: 'Two.' },
    { type: 'agent_update', agent_update: {} },
  ];
  const flat = [
    message('q', root, true, {
      text: 'One and one?',
      files: [{ file_id: 'f', filename: 'a.pdf', type: 'application/pdf' }],
    }),
    message('a', 'q', false, { text: '', content, model: 'claude-sonnet-4', endpoint: 'anthropic' }),
    message('b', 'q', false, { text: 'The server failed.', error: true }),
  ];

  it('reads lists and trees alike', async () => {
    const nested = [{ ...flat[0], children: [flat[1], flat[2]] }];
    for (const one of [{ messages: flat }, { messagesTree: nested, recursive: true }]) {
      const { of, receipt } = await read({
        'x.json': { conversationId: 'l1', endpoint: 'openAI', title: 'T', ...one },
      });
      expect(of('l1').messages.map(said)).toEqual([
        'user: One and one? | [a.pdf]',
        'assistant: (Hm) | calc{"a":1}#t',
        'tool: #t = 2',
        'assistant: Two. | {librechat:agent_update}',
        'assistant: ',
      ]);
      expect(of('l1').messages[1]?.origin).toMatchObject({ vendor: 'anthropic', model: 'claude-sonnet-4' });
      expect(of('l1').messages.at(-1)?.error?.message).toBe('The server failed.');
      // What follows the results is the same answer.
      expect(of('l1').messages.map(({ stop }) => stop)).toEqual([undefined, 'tool', undefined, undefined, 'error']);
      expect(receipt).toMatchObject({ notes: ['files-elsewhere'], raw: { 'librechat:agent_update': 1 } });
    }
  });
});

describe('a conversation of LibreChat', () => {
  it('may have hundreds of messages, each inside the one before', async () => {
    let tree: object[] = [];
    for (let index = 400; index > 0; index--)
      tree = [
        { messageId: `m${index}`, isCreatedByUser: index % 2 === 1, sender: 'x', text: `${index}`, children: tree },
      ];
    const { of, receipt } = await read({ 'x.json': { conversationId: 'l3', recursive: true, messagesTree: tree } });
    expect(path(of('l3'))).toHaveLength(400);
    expect(receipt.dropped).toEqual([]);
  });
});

describe('answers of LibreChat', () => {
  const root = '00000000-0000-0000-0000-000000000000';
  const one = (messages: object[], more: object = {}) => ({ 'x.json': { conversationId: 'l2', messages, ...more } });

  it('that failed keep what was said before', async () => {
    const content = [
      { type: 'text', text: 'It is' },
      { type: 'error', error: 'Overloaded' },
    ];
    const { of } = await read(
      one([{ messageId: 'a', parentMessageId: root, sender: 'GPT', error: true, text: '', content }]),
    );
    expect(of('l2').messages.map(said)).toEqual(['assistant: It is']);
    expect(of('l2').messages[0]?.error?.message).toBe('Overloaded');
  });

  it('keep the calls of assistants, whose form depends on the tool', async () => {
    const content = [
      { type: 'function', id: 'f', function: { name: 'weather', arguments: '{"in":"Bern"}', output: 'Rain' } },
      { type: 'code_interpreter', id: 'c', code_interpreter: { input: '1+1', outputs: [{ type: 'logs', logs: '2' }] } },
      { type: 'retrieval', id: 'r', retrieval: {} },
    ].map((call) => ({ type: 'tool_call', tool_call: call }));
    const { of } = await read(one([{ messageId: 'a', parentMessageId: root, sender: 'GPT', content }]));
    expect(of('l2').messages.map(said)).toEqual([
      'assistant: weather{"in":"Bern"}#f',
      'tool: #f = Rain',
      'assistant: code_interpreter{"input":"1+1"}#c',
      'tool: #c = 2',
      'assistant: retrieval{}#r',
    ]);
  });

  it('without an id or a model of their own are kept, with the model of the conversation', async () => {
    const { of } = await read(one([{ sender: 'GPT', text: 'Hi' }], { options: { model: 'claude-3' } }));
    expect(of('l2').messages.map(said)).toEqual(['assistant: Hi']);
    expect(of('l2').messages[0]?.origin).toMatchObject({ vendor: 'anthropic', model: 'claude-3' });
  });
});

describe('a conversation without an id', () => {
  it('is named, and the others come', async () => {
    const said = { role: 'user', content: 'Hi' };
    const response = { response: { _id: 'm', sender: 'human', message: 'Hi' } };
    const { all, receipt } = await read({
      'grok.json': {
        conversations: [
          { conversation: { title: 'Nameless' }, responses: [response] },
          { conversation: { id: 'g' }, responses: [response] },
        ],
      },
      'typingmind.json': {
        data: {
          chats: [
            { chatTitle: 'Without', messages: [said] },
            { chatID: 't', messages: [said] },
          ],
        },
      },
    });
    expect(all.map(({ history }) => history.session.id)).toEqual(['grok:g', 'typingmind:t']);
    expect(receipt.skipped.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['incomplete', 'Nameless'],
      ['incomplete', 'Without'],
    ]);
  });
});

describe('Grok', () => {
  it('reads ids in the form of a database, and lists in which a message has none', async () => {
    const list = (ids: unknown[]) =>
      ids.map((_id, index) => ({
        response: { _id, sender: index % 2 === 0 ? 'human' : 'assistant', message: `${index}` },
      }));
    const { of } = await read({
      'grok.json': {
        conversations: [
          { conversation: { id: 'g1' }, responses: list([{ $oid: 'a' }, { $oid: 'b' }]) },
          { conversation: { id: 'g2' }, responses: list(['a', undefined]) },
        ],
      },
    });
    expect(path(of('g1'))).toEqual(['user: 0', 'assistant: 1']);
    expect(of('g1').messages[1]?.id).toBe('grok:g1:b');
    expect(path(of('g2'))).toEqual(['user: 0', 'assistant: 1']);
  });
});

describe('a file of an export', () => {
  it('is found by its own name, not by the beginning of a longer one', async () => {
    const file = (name: string) => ({ file_name: name });
    const { of } = await read({
      'grok.json': {
        conversations: [
          {
            conversation: { id: 'g' },
            responses: [
              { _id: 'm', sender: 'human', message: 'Hi', file_attachments: ['a.png', 'photo', 'id1'].map(file) },
            ],
          },
        ],
      },
      'a.png.txt': 'no',
      'a.png': PNG,
      'photographs.zip': 'no',
      'id1-title.png': PNG,
    });
    expect(path(of('g'))).toEqual(['user: Hi | <image/png 15> | [photo] | <image/png 15>']);
  });
});

describe('Cherry Studio', () => {
  it('keeps generated images', async () => {
    const images = [DATA_PNG, DATA_PNG.slice(DATA_PNG.indexOf(',') + 1)];
    const { of, receipt } = await read({
      'data.json': {
        localStorage: {},
        indexedDB: {
          topics: [{ id: 't', messages: [{ id: 'm', role: 'assistant', blocks: ['b'] }] }],
          message_blocks: [{ id: 'b', type: 'image', metadata: { generateImageResponse: { type: 'base64', images } } }],
        },
      },
    });
    expect(path(of('t'))).toEqual(['assistant: <image/png 8> | <image/png 8>']);
    expect(receipt.dropped).toEqual([]);
  });
});

describe('citations of Cherry Studio 1', () => {
  const page = (one: string) => ({ title: one, url: `https://${one}.example/` });
  const exported = (citation: object) => ({
    'data.json': {
      localStorage: {},
      indexedDB: {
        topics: [{ id: 't', messages: [{ id: 'm', role: 'assistant', blocks: ['c', 'b'] }] }],
        message_blocks: [
          { id: 'c', type: 'citation', ...citation },
          { id: 'b', type: 'main_text', content: 'Dry [1].' },
        ],
      },
    },
  });

  it.each([
    ['Cherry’s own search', { results: { results: [{ ...page('a'), content: 'C' }, page('b')] } }],
    ['a vendor’s list', { results: [page('a'), { type: 'url_citation', url_citation: page('b') }] }],
    ['addresses alone', { results: ['https://a.example/', 'https://b.example/'] }],
    [
      'Gemini',
      { results: { groundingChunks: [{ web: { uri: page('a').url, title: 'a' } }, { web: { uri: page('b').url } }] } },
    ],
  ])('are listed below the answer in their order: %s', async (_name, response) => {
    const { of } = await read(exported({ response }));
    const [said = ''] = path(of('t'));
    expect(said).toMatch(
      /^assistant: \{cherry:citation\} \| Dry \[1\]\. \| Sources:\n\n1\. \[a[^\]]*\]\(https:\/\/a\.example\/\)\n2\. \[b/,
    );
  });

  it('from a knowledge base are named behind those of the web', async () => {
    const knowledge = [
      { id: 1, content: 'Text', sourceUrl: 'https://k.example/' },
      { id: 2, sourceUrl: '/home/a/notes.pdf' },
    ];
    const { of } = await read(exported({ response: { results: [page('a')] }, knowledge }));
    expect(path(of('t'))[0]).toContain('1. [a](https://a.example/)\n2. [k.example](https://k.example/)\n3. notes.pdf');
  });

  it('add nothing to an answer that was imported without the list', async () => {
    const { all } = await read(exported({ response: { results: [page('a')] } }));
    const [found] = all;
    if (!found) throw new Error('not read');
    const before = found.history.messages.map((message) => ({ ...message, parts: message.parts.slice(0, -1) }));
    const stored = { ...found.history, messages: before };
    expect(planMerge(matchEarlierImport(stored, found), stored, NOTHING_ELSE).kind).toBe('same');
  });
});

describe('Open WebUI', () => {
  const messages = {
    q: {
      id: 'q',
      parentId: null,
      childrenIds: ['a', 'b'],
      role: 'user',
      content: 'Hi',
      timestamp: 1_700_000_000,
      files: [
        { type: 'image', url: DATA_PNG },
        { type: 'file', id: 'f', name: 'x.txt' },
      ],
    },
    a: {
      id: 'a',
      parentId: 'q',
      role: 'assistant',
      model: 'gpt-4o',
      content: 'shown',
      usage: { prompt_tokens: 4, completion_tokens: 5 },
      output: [
        { type: 'reasoning', content: [{ type: 'output_text', text: 'T' }], duration: 2 },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'R' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'Done' }] },
      ],
    },
    b: {
      id: 'b',
      parentId: 'q',
      role: 'assistant',
      model: 'llama3',
      content:
        '<details type="reasoning" done="true">\n<summary>Thought</summary>\n> a &lt; b\n</details>\nFine. <details type="code_interpreter">x</details>',
    },
  };

  it('keeps answers of several models as siblings, and takes folded thinking apart', async () => {
    const { of } = await read({
      'x.json': [
        {
          id: 'w1',
          title: 'W',
          pinned: true,
          updated_at: 1_700_000_100,
          chat: { models: ['gpt-4o'], history: { currentId: 'b', messages } },
        },
      ],
    });
    const history = of('w1');
    expect(path(history)).toEqual([
      'user: Hi | <image/png 8> | [x.txt]',
      'assistant: (a < b) | Fine. | {openwebui:code_interpreter}',
    ]);
    expect(history.messages.map(said)).toEqual(
      expect.arrayContaining(['assistant: (T) | f{}#c', 'tool: #c = R', 'assistant: Done']),
    );
    expect(history.session.pinned).toBe(1);
    expect(history.messages.find((one) => said(one) === 'assistant: Done')?.usage).toEqual({ input: 4, output: 5 });
  });

  it('reads the bare chat of old exports, and a circle of parents', async () => {
    const circle = {
      x: { id: 'x', parentId: 'y', role: 'user', content: '1' },
      y: { id: 'y', parentId: 'x', role: 'assistant', content: '2' },
    };
    const { of } = await read({ 'x.json': { id: 'w2', title: 'Old', history: { currentId: 'y', messages: circle } } });
    expect(of('w2').messages.map(said).toSorted()).toEqual(['assistant: 2', 'user: 1']);
  });
});

describe('Chatbox', () => {
  const says = (id: string, role: string, text: string, more: object = {}) => ({
    id,
    role,
    contentParts: [{ type: 'text', text }],
    timestamp: 1_700_000_000_000,
    ...more,
  });
  const session = {
    id: 's1',
    name: 'Box',
    settings: { provider: 'claude', modelId: 'claude-3-5' },
    messages: [
      says('sys', 'system', 'Be kind.'),
      says('q', 'user', 'Q', {
        files: [
          { name: 'n.txt', storageKey: 'file:1' },
          { name: 'gone.bin', storageKey: 'file:2' },
        ],
      }),
      {
        id: 'a',
        role: 'assistant',
        timestamp: 1,
        contentParts: [
          { type: 'reasoning', text: 'R' },
          { type: 'tool-call', state: 'result', toolCallId: 't', toolName: 'w', args: { x: 1 }, result: { ok: true } },
          { type: 'image', storageKey: 'picture:1' },
        ],
      },
    ],
    messageForksHash: {
      q: {
        position: 1,
        lists: [
          { id: '1', messages: [says('a2', 'assistant', 'Left behind'), says('q2', 'user', 'And on')] },
          { id: '2', messages: [] },
        ],
      },
      a2: { lists: [{ messages: [says('q3', 'user', 'Deeper'), says('a2', 'assistant', 'Circle')] }] },
    },
    threads: [{ id: 'th', name: 'Before', messages: [says('z', 'user', 'Earlier')] }],
  };

  it('keeps what was left behind at forks, files inside the export, and threads of their own', async () => {
    const { of, receipt } = await read({
      'x.json': {
        'chat-sessions-list': [
          { id: 's1', name: 'Box', starred: true },
          { id: 'lost', name: 'Lost' },
        ],
        'session:s1': session,
        'picture:1': DATA_PNG,
        'file:1': 'noted',
        settings: { apiKey: 'sk-secret' },
      },
    });
    const history = of('s1');
    expect(path(history)).toEqual([
      'user: Q | <n.txt 5> | [gone.bin]',
      'assistant: (R) | w{"x":1}#t',
      'tool: #t = {"ok":true}',
      'assistant: <image/png 8>',
    ]);
    expect(history.messages.map(said)).toEqual(
      expect.arrayContaining(['assistant: Left behind', 'user: And on', 'user: Deeper']),
    );
    expect(history.session).toMatchObject({ system: 'Be kind.', pinned: 1, lastVendor: 'anthropic' });
    expect(path(of('s1/th'))).toEqual(['user: Earlier']);
    expect(receipt.skipped.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['incomplete', 'Lost'],
      ['attachment-missing', 'gone.bin'],
    ]);
    expect(JSON.stringify(history)).not.toContain('sk-secret');
  });

  it('keeps messages without an id, and every instruction', async () => {
    const messages = [
      { role: 'system', content: 'Be kind.', id: 's' },
      { role: 'user', content: 'Q' },
      { role: 'system', content: 'Be brief.', id: 't' },
      { role: 'assistant', content: 'A' },
    ];
    const { of } = await read({ 'x.json': { 'chat-sessions': [{ id: 'o2', messages }] } });
    expect(path(of('o2'))).toEqual(['user: Q', 'assistant: A']);
    expect(of('o2').session.system).toBe('Be kind.\n\nBe brief.');
  });

  it('reads sessions of old exports with plain texts', async () => {
    const { of } = await read({
      'x.json': {
        'chat-sessions': [{ id: 'o', name: 'Old', messages: [{ id: 'm', role: 'user', content: 'Plain' }] }],
      },
    });
    expect(path(of('o'))).toEqual(['user: Plain']);
  });
});

describe('LobeChat', () => {
  const call = { id: 't', identifier: 'search', apiName: 'web', arguments: '{"q":1}' };
  const rows = [
    {
      id: 'b',
      role: 'assistant',
      parentId: 'a',
      content: '',
      createdAt: 1_700_000_002_000,
      topicId: 'tp',
      sessionId: 's',
      extra: { model: 'gpt-4o', provider: 'openai' },
      tools: [call],
    },
    {
      id: 'a',
      role: 'user',
      content: 'Look',
      createdAt: 1_700_000_001_000,
      topicId: 'tp',
      sessionId: 's',
      files: ['f1'],
    },
    {
      id: 'c',
      role: 'tool',
      parentId: 'b',
      content: 'Found',
      createdAt: 1_700_000_003_000,
      topicId: 'tp',
      tool_call_id: 't',
      plugin: { identifier: 'search', apiName: 'web' },
    },
    {
      id: 'd',
      role: 'assistant',
      content: 'Sorry',
      createdAt: 1_700_000_004_000,
      topicId: 'tp',
      error: { message: 'Quota' },
    },
    { id: 'e', role: 'user', content: 'No topic', createdAt: 1_700_000_001_000, sessionId: 's' },
  ];
  const tables = {
    messages: rows,
    sessions: [{ id: 's', meta: { title: 'Agent' }, config: { systemRole: 'You help.' } }],
    topics: [{ id: 'tp', title: 'Topic', sessionId: 's', favorite: true }],
  };
  const SAID = ['user: Look | [f1]', 'assistant: search__web{"q":1}#t', 'tool: #t = Found', 'assistant: Sorry'];

  it('makes a conversation of each topic, and one of what has none', async () => {
    const { of } = await read({ 'x.json': { exportType: 'all', version: 7, state: tables } });
    expect(path(of('tp'))).toEqual(SAID);
    expect(of('tp').session).toMatchObject({ title: 'Topic', pinned: 1, system: 'You help.' });
    expect(of('tp').messages.at(-1)?.error?.message).toBe('Quota');
    expect(path(of('session:s'))).toEqual(['user: No topic']);
  });

  it('pins what is pinned there, but not every topic of a pinned assistant', async () => {
    const sessions = tables.sessions.map((session) => ({ ...session, pinned: true }));
    const topics = tables.topics.map((topic) => ({ ...topic, favorite: false }));
    const { of } = await read({ 'x.json': { exportType: 'all', version: 7, state: { ...tables, sessions, topics } } });
    expect(of('tp').session.pinned).toBe(0);
    expect(of('session:s').session.pinned).toBe(1);
  });

  it('keeps agents apart whose messages have neither a topic nor a session', async () => {
    const said = (id: string, agentId: string, more: object = {}) => ({
      id,
      role: 'user',
      content: `To ${agentId}`,
      createdAt: 1_700_000_001_000,
      agentId,
      sessionId: null,
      topicId: null,
      ...more,
    });
    const data = {
      agents: [
        { id: 'one', title: 'One', systemRole: 'You are one.' },
        { id: 'two', title: 'Two' },
      ],
      messages: [said('1', 'one'), said('2', 'two'), said('3', 'one', { groupId: 'g', content: 'To all' })],
    };
    const { of, all } = await read({ 'x.json': { mode: 'pglite', schemaHash: 'h', data } });
    expect(all).toHaveLength(3);
    expect(path(of('agent:one'))).toEqual(['user: To one']);
    expect(of('agent:one').session).toMatchObject({ title: 'One', system: 'You are one.' });
    expect(path(of('agent:two'))).toEqual(['user: To two']);
    expect(path(of('group:g'))).toEqual(['user: To all']);
  });

  it('keeps the results of parallel calls on the path, and a repeated one beside it', async () => {
    const at = (second: number) => ({ createdAt: 1_700_000_000_000 + second * 1_000, topicId: 'tp' });
    const messages = [
      { id: 'q', role: 'user', content: 'Both', ...at(0) },
      { id: 'a', role: 'assistant', parentId: 'q', content: '', tools: [call, { ...call, id: 'u' }], ...at(1) },
      { id: 'r1', role: 'tool', parentId: 'a', tool_call_id: 't', content: 'One', ...at(2) },
      { id: 'r2', role: 'tool', parentId: 'a', tool_call_id: 'u', content: 'Two', ...at(3) },
      { id: 'r3', role: 'tool', parentId: 'a', tool_call_id: 'u', content: 'Again', ...at(4) },
      { id: 'b', role: 'assistant', parentId: 'r1', content: 'Done', ...at(5) },
    ];
    const { of } = await read({ 'x.json': { exportType: 'all', state: { ...tables, messages } } });
    expect(path(of('tp')).slice(2)).toEqual(['tool: #t = One', 'tool: #u = Two', 'assistant: Done']);
    expect(of('tp').messages.map(said)).toContain('tool: #u = Again');
  });

  it('keeps threads beside the conversation, who answered, why it failed, and what it cites', async () => {
    const at = (second: number) => ({ createdAt: 1_700_000_000_000 + second * 1_000, topicId: 'tp' });
    const citations = [{ title: 'Go', url: 'https://verbs.example/go', favicon: 'x' }];
    const messages = [
      { id: 'q', role: 'user', content: 'Q', ...at(0) },
      {
        id: 'a',
        role: 'supervisor',
        content: 'A',
        search: { citations },
        metadata: { totalInputTokens: 9, totalOutputTokens: 4, inputCachedTokens: 2, tps: 1 },
        ...at(1),
      },
      { id: 't', role: 'user', content: 'In a thread', threadId: 'th', ...at(2) },
      { id: 'u', role: 'assistant', content: 'There', threadId: 'th', ...at(3) },
      { id: 'b', role: 'user', content: 'Onward', ...at(4) },
      { id: 'c', role: 'assistant', content: '', error: { type: 'NoQuota' }, ...at(5) },
      { id: 'd', role: 'tool', tool_call_id: 'x', content: 'broken', pluginError: { message: 'no' }, ...at(6) },
    ];
    const threads = [{ id: 'th', sourceMessageId: 'q' }];
    const { of, receipt } = await read({ 'x.json': { exportType: 'all', state: { ...tables, messages, threads } } });
    const history = of('tp');
    expect(path(history)).toEqual([
      'user: Q',
      'assistant: A | Sources:\n\n1. [Go](https://verbs.example/go)',
      'user: Onward',
      'assistant: ',
      'tool: #x = broken',
    ]);
    expect(history.messages[1]?.usage).toEqual({ input: 9, output: 4, cacheRead: 2 });
    expect(history.messages.find(({ id }) => id.endsWith(':t'))?.parentId).toBe('lobechat:tp:q');
    expect(history.messages.find(({ id }) => id.endsWith(':c'))?.error?.message).toBe('NoQuota');
    expect(history.messages.at(-1)?.parts).toMatchObject([{ isError: true }]);
    expect(receipt.dropped.map(({ field }) => field)).toEqual(['pluginError.message']);
  });

  it('joins the tables of the newer form', async () => {
    const plain = rows.map(
      ({
        topicId,
        sessionId,
        parentId,
        tool_call_id: _c,
        plugin: _p,
        files: _f,
        ...rest
      }: Record<string, unknown>) => ({
        ...rest,
        topic_id: topicId,
        session_id: sessionId,
        parent_id: parentId,
        reasoning: rest.id === 'd' ? { content: 'Hm', signature: 'x' } : null,
      }),
    );
    const data = {
      ...tables,
      messages: plain,
      messagePlugins: [{ id: 'c', identifier: 'search', apiName: 'web', toolCallId: 't' }],
      messagesFiles: [{ messageId: 'a', fileId: 'f1' }],
      files: [{ id: 'f1', name: 'a.txt' }],
    };
    const { of } = await read({ 'x.json': { data, mode: 'pglite', schemaHash: 'h' } });
    expect(path(of('tp'))).toEqual(['user: Look | [a.txt]', ...SAID.slice(1, 3), 'assistant: (Hm) | Sorry']);
  });
});

describe('a subagent of Claude Code', () => {
  it('is a conversation of its own, and leaves the one that began it as it is', async () => {
    const line = (uuid: string, parentUuid: string | null, type: string, content: string, more = {}) =>
      JSON.stringify({ uuid, parentUuid, sessionId: 'b0', type, message: { role: type, content }, ...more });
    const own = { isSidechain: true, agentId: '1' };
    const { of } = await read({
      'agent-1.jsonl': `${line('x1', null, 'user', 'Subtask', own)}\n${line('x2', 'x1', 'assistant', 'Done', own)}`,
      'b0.jsonl': `${line('m1', null, 'user', 'Question')}\n${line('m2', 'm1', 'assistant', 'Answer')}`,
    });
    expect(path(of('b0'))).toEqual(['user: Question', 'assistant: Answer']);
    expect(path(of('b0/1'))).toEqual(['user: Subtask', 'assistant: Done']);
  });
});
