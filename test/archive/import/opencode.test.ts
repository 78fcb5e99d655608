import { describe, expect, it } from 'vitest';
import { matchEarlierImport } from '#archive/import/base/match-earlier-import.ts';
import type { PackedFile } from '#archive/files.ts';
import { emptyReceipt } from '#archive/import/base/receipt.ts';
import { readImport, recognizeImport } from '#archive/import/read-import.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import { pieces } from '../memory-files.ts';
import { carriedOut, NOTHING_ELSE } from '../merged.ts';
import { opencode } from './agent-exports.ts';
import { databaseOf } from './exports.ts';
import { path, PNG, read, said } from './reading.ts';

const PICTURE = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;
const START = 1_768_000_000_000;

const session = (id: string, more: object = {}) => ({
  id,
  slug: 'x',
  version: '1.0.150',
  projectID: 'p',
  directory: '/x',
  title: 'Ferry',
  time: { created: START, updated: START + 9 },
  ...more,
});
const user = (id: string, at: number, more: object = {}) => ({
  id,
  sessionID: 'ses_1',
  role: 'user',
  time: { created: START + at },
  agent: 'build',
  model: { providerID: 'openai', modelID: 'gpt-5' },
  ...more,
});
const assistant = (id: string, at: number, more: object = {}) => ({
  id,
  sessionID: 'ses_1',
  role: 'assistant',
  time: { created: START + at, completed: START + at + 1 },
  parentID: 'msg_1',
  modelID: 'gpt-5',
  providerID: 'openai',
  mode: 'build',
  path: { cwd: '/x', root: '/' },
  cost: 0,
  tokens: { input: 10, output: 20, reasoning: 5, cache: { read: 0, write: 0 } },
  finish: 'stop',
  ...more,
});
const part = (id: string, type: string, more: object = {}) => ({ id, sessionID: 'ses_1', type, ...more });
const tool = (id: string, callID: string, state: object, more: object = {}) =>
  part(id, 'tool', {
    callID,
    tool: 'bash',
    state: { input: { command: callID }, time: { start: 1, end: 2 }, ...state },
    ...more,
  });
const exported = (info: object, messages: readonly object[]) => ({ 'x.json': { info, messages } });

describe('opencode', () => {
  it('has the results of a step after all of its calls, with signature, usage and time of thinking', async () => {
    const { of, receipt } = await read(opencode());
    expect(path(of('ses_5f01'))).toEqual([
      'user: When does the ferry leave?',
      'assistant: (The times are in a file.) | I look. | read{"filePath":"times.txt"}#toolu_1',
      'tool: #toolu_1 = 09:00 Busan',
    ]);
    const [, answer] = of('ses_5f01').messages;
    expect(answer).toMatchObject({
      origin: { vendor: 'anthropic', model: 'claude-sonnet-4-5', endpoint: 'https://api.anthropic.com' },
      stop: 'tool',
      usage: { input: 110, output: 25, thinking: 5, cacheRead: 90, cacheWrite: 10 },
    });
    expect(answer?.parts[0]).toEqual({
      type: 'thinking',
      text: 'The times are in a file.',
      signature: 'c2lnbmVk',
      durationMs: 1_500,
    });
    expect(of('ses_5f01').session).toMatchObject({ title: 'Ferry timetable', createdAt: START });
    expect(receipt.skipped).toEqual([]);
  });

  it('keeps several steps of one message, parallel calls, pictures, and calls that failed or were stopped', async () => {
    const { of, receipt } = await read(
      exported(session('ses_1', { title: `New session - ${new Date(START).toISOString()}` }), [
        {
          info: user('msg_1', 0),
          parts: [
            part('a', 'text', { text: 'Draw @a.ts' }),
            part('b', 'text', { text: 'Called the Read tool: let a', synthetic: true }),
            part('c', 'file', { mime: 'text/plain', filename: 'a.ts', url: 'file:///x/a.ts' }),
            part('d', 'file', { mime: 'image/png', filename: 'a.png', url: PICTURE }),
            part('e', 'text', { text: 'Only shown.', ignored: true }),
          ],
        },
        {
          info: assistant('msg_2', 1),
          parts: [
            part('f', 'step-start'),
            part('g', 'reasoning', {
              text: '',
              time: { start: 1, end: 1 },
              metadata: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAAA' } },
            }),
            tool('h', 'c1', {
              status: 'completed',
              output: 'one',
              title: '',
              metadata: {},
              attachments: [part('h1', 'file', { mime: 'image/png', url: PICTURE })],
            }),
            tool('i', 'c2', {
              status: 'error',
              error: 'Tool execution aborted',
              metadata: { interrupted: true, output: 'tw' },
            }),
            part('j', 'step-finish', {
              reason: 'tool-calls',
              cost: 0,
              tokens: { input: 1, output: 2, reasoning: 0, cache: { read: 0, write: 0 } },
            }),
            part('k', 'step-start'),
            part('l', 'text', { text: 'Half' }),
            tool('m', 'c3', { status: 'running' }),
          ],
        },
        { info: user('msg_3', 2), parts: [part('n', 'text', { text: 'Go on.' })] },
        {
          info: assistant('msg_4', 3, { error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } }),
          parts: [part('o', 'text', { text: 'I' })],
        },
        {
          info: assistant('msg_5', 4, {
            error: { name: 'APIError', data: { message: 'Overloaded', isRetryable: true } },
          }),
          parts: [],
        },
      ]),
    );
    const history = of('ses_1');
    expect(path(history)).toEqual([
      'user: Draw @a.ts | Called the Read tool: let a | <image/png 15> | {opencode:ignored}',
      'assistant: () | bash{"command":"c1"}#c1 | bash{"command":"c2"}#c2',
      'tool: #c1 = one + <image/png 15> | #c2 = tw\n\nTool execution aborted',
      'assistant: Half | bash{"command":"c3"}#c3',
      'user: Go on.',
      'assistant: I',
      'assistant: ',
    ]);
    expect(history.messages.map(({ stop }) => stop)).toEqual([
      undefined,
      'tool',
      undefined,
      'tool',
      undefined,
      'aborted',
      'error',
    ]);
    expect(history.messages[1]?.parts[0]).toMatchObject({ encrypted: 'gAAAA', itemId: 'rs_1' });
    // OpenAI's encrypted reasoning belongs to an account that nobody knows here.
    expect(history.messages[1]?.origin?.endpoint).toBe('import:opencode');
    expect(history.messages[1]?.usage).toMatchObject({ input: 1, output: 2 });
    expect(history.messages[6]?.error?.message).toBe('Overloaded');
    expect(history.session).toMatchObject({ title: 'Draw @a.ts', titleBy: 'auto' });
    expect(receipt).toMatchObject({ skipped: [], dropped: [] });
  });

  it('ends before what was undone, which stays', async () => {
    const messages = [
      { info: user('msg_1', 0), parts: [part('a', 'text', { text: 'One' })] },
      { info: assistant('msg_2', 1), parts: [part('b', 'text', { text: 'Two' })] },
      { info: user('msg_3', 2), parts: [part('c', 'text', { text: 'Three' })] },
    ];
    const { of } = await read(exported(session('ses_1', { revert: { messageID: 'msg_3', snapshot: 's' } }), messages));
    expect(path(of('ses_1'))).toEqual(['user: One', 'assistant: Two']);
    expect(of('ses_1').messages).toHaveLength(3);
  });

  it('keeps the summary of what was compacted, archives, and a subagent as a conversation of its own', async () => {
    const compacted = exported(session('ses_1', { time: { created: START, updated: START, archived: START + 5 } }), [
      { info: user('msg_1', 0), parts: [part('a', 'text', { text: 'Begin' })] },
      { info: user('msg_2', 1), parts: [part('b', 'compaction', { auto: true })] },
      { info: assistant('msg_3', 2, { summary: true }), parts: [part('c', 'text', { text: 'So far: begun.' })] },
      {
        info: user('msg_4', 3),
        parts: [part('d', 'subtask', { prompt: 'Look at all', description: 'l', agent: 'general' })],
      },
    ]);
    const child = exported(session('ses_2', { parentID: 'ses_1' }), [
      { info: user('msg_9', 0), parts: [part('e', 'text', { text: 'Look.' })] },
    ]);
    const { of, all, receipt } = await read({ 'a.json': compacted['x.json'], 'b.json': child['x.json'] });
    expect(receipt.dropped).toEqual([]);
    expect(path(of('ses_1'))).toEqual(['user: Begin', 'assistant: So far: begun.', 'user: Look at all']);
    expect(of('ses_1').session.archivedAt).toBeGreaterThan(0);
    expect(all).toHaveLength(2);
  });
});

describe('the files of opencode before 1.2', () => {
  const storage = {
    'storage/session/p/ses_1.json': session('ses_1'),
    'storage/message/ses_1/msg_2.json': assistant('msg_2', 1),
    'storage/message/ses_1/msg_1.json': user('msg_1', 0),
    'storage/part/msg_1/prt_1.json': part('prt_1', 'text', { text: 'When?', messageID: 'msg_1' }),
    'storage/part/msg_2/prt_3.json': part('prt_3', 'text', { text: 'At nine.', messageID: 'msg_2' }),
    'storage/part/msg_2/prt_2.json': part('prt_2', 'step-start', { messageID: 'msg_2' }),
    'storage/session_diff/ses_1.json': [],
    'storage/todo/ses_1.json': [{ content: 'Ask', status: 'pending', priority: 'high', id: '1' }],
    'storage/project/global.json': { id: 'global', worktree: '/x', vcs: 'git', time: { created: START } },
  };

  it('are one conversation, whose pieces are read with it', async () => {
    const { of, all, receipt } = await read(storage);
    expect(path(of('ses_1'))).toEqual(['user: When?', 'assistant: At nine.']);
    expect(all).toHaveLength(1);
    expect(receipt.skipped).toEqual([]);
    const files = Object.entries(storage).map(([name, content]) => {
      const bytes = new TextEncoder().encode(JSON.stringify(content));
      return { name, bytes: bytes.length, read: () => pieces(bytes) };
    });
    const { sources, others } = await recognizeImport(files);
    expect(sources).toEqual([{ source: 'opencode', files: 1 }]);
    expect(others).toEqual({ empty: 0, blank: 0, 'cut-off': 0, unknown: 0 });
  });

  it('are read once where a version moved them and left copies', async () => {
    const copies = Object.entries(storage)
      .filter(([name]) => /^storage\/(?:message|part)\//.test(name))
      .map(([name, content]) => [`project/x/storage/session/${name.slice('storage/'.length)}`, content]);
    const stale = part('prt_3', 'text', { text: 'At', messageID: 'msg_2' });
    const { of } = await read({
      ...Object.fromEntries(copies),
      'project/x/storage/session/part/msg_2/prt_3.json': stale,
      'project/x/storage/session/info/ses_1.json': session('ses_1'),
      ...storage,
    });
    expect(path(of('ses_1'))).toEqual(['user: When?', 'assistant: At nine.']);
  });

  it('are opened side by side, since there are many and opening takes longest', async () => {
    let [open, most] = [0, 0];
    const files = Object.entries(storage).map(([name, content]): PackedFile => {
      const bytes = new TextEncoder().encode(JSON.stringify(content));
      return {
        name,
        bytes: bytes.length,
        async *read() {
          most = Math.max(most, ++open);
          await Promise.resolve();
          yield bytes;
          open--;
        },
      };
    });
    const found = [];
    for await (const { history } of readImport(files, emptyReceipt(), { now: START })) found.push(path(history));
    expect(found).toEqual([['user: When?', 'assistant: At nine.']]);
    expect(most).toBeGreaterThan(1);
  });

  it('are no other program’s, whatever a folder is called', async () => {
    const chat = { 'storage/project/chat.json': { id: 'o1', messages: [{ role: 'user', content: 'Hi' }] } };
    const { receipt } = await read({ ...storage, ...chat });
    expect(receipt.sources).toMatchObject({ opencode: { conversations: 1 }, openai: { conversations: 1 } });
  });

  it('are named where their session is missing, or where one is damaged', async () => {
    const { of, receipt } = await read({
      ...storage,
      'storage/part/msg_1/prt_1.json': '{"type":"te',
      'storage/message/ses_8/msg_8.json': user('msg_8', 0),
    });
    expect(of('ses_1').messages.map(said)).toEqual(['assistant: At nine.']);
    expect(receipt.skipped).toEqual([
      { where: 'storage/part/msg_1/prt_1.json', reason: 'cut-off' },
      { where: 'storage/message/ses_8', reason: 'incomplete' },
    ]);
  });

  it('had the parts in the message at first', async () => {
    const { of, receipt } = await read({
      'storage/session/info/ses_1.json': session('ses_1', { projectID: undefined }),
      'storage/session/message/ses_1/msg_1.json': {
        id: 'msg_1',
        role: 'user',
        parts: [
          { type: 'text', text: 'When?' },
          { type: 'file', mediaType: 'image/png', filename: 'a.png', url: PICTURE },
        ],
        metadata: { time: { created: START }, sessionID: 'ses_1', tool: {} },
      },
      'storage/session/message/ses_1/msg_2.json': {
        id: 'msg_2',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          {
            type: 'tool-invocation',
            toolInvocation: {
              state: 'result',
              step: 0,
              toolCallId: 'c',
              toolName: 'read',
              args: { f: 1 },
              result: '09:00',
            },
          },
          { type: 'step-start' },
          { type: 'text', text: 'At nine.' },
        ],
        metadata: {
          time: { created: START + 1, completed: START + 2 },
          sessionID: 'ses_1',
          tool: { c: { title: 'r', time: { start: 1, end: 2 } } },
          assistant: {
            system: ['You are opencode.'],
            modelID: 'claude-sonnet-4-20250514',
            providerID: 'anthropic',
            path: { cwd: '/x', root: '/' },
            cost: 0,
            tokens: { input: 3, output: 4, reasoning: 0, cache: { read: 0, write: 0 } },
          },
        },
      },
    });
    expect(path(of('ses_1'))).toEqual([
      'user: When? | <image/png 15>',
      'assistant: read{"f":1}#c',
      'tool: #c = 09:00',
      'assistant: At nine.',
    ]);
    expect(of('ses_1').messages.at(-1)).toMatchObject({ stop: 'end', usage: { input: 3, output: 4 } });
    expect(receipt.dropped.map(({ field }) => field)).toEqual(['info.system']);
  });
});

describe('the database of opencode', () => {
  const row = (info: { id: string; time: { created: number } }) => {
    const { id, ...data } = info;
    return { id, session_id: 'ses_1', time_created: info.time.created, time_updated: info.time.created, data };
  };
  const partRow = (message: string, value: { id: string }) => {
    const { id, ...data } = value;
    return { id, message_id: message, session_id: 'ses_1', time_created: 1, time_updated: 1, data };
  };
  const head = (id: string, more: object = {}) => ({
    id,
    project_id: 'p',
    parent_id: null,
    slug: 'x',
    directory: '/x',
    title: 'Ferry',
    version: '1.2.0',
    share_url: null,
    revert: null,
    time_created: START,
    time_updated: START + 9,
    time_archived: null,
    ...more,
  });
  const first = {
    session: [head('ses_1')],
    message: [row(assistant('msg_2', 1)), row(user('msg_1', 0))],
    part: [
      partRow('msg_2', part('prt_3', 'text', { text: 'At nine.' })),
      partRow('msg_1', part('prt_1', 'text', { text: 'When?' })),
      partRow('msg_1', part('prt_2', 'text', { text: 'Called the Read tool', synthetic: true })),
    ],
  };
  /** What version 2 makes of these rows when it takes them over, and what is said in it afterwards. */
  const second = {
    session_v2: [
      head('ses_1', { title: 'Ferry', version: '2.0.12', fork_session_id: null, idle_outcome: 'succeeded' }),
    ],
    session_message: [
      { type: 'user', id: 'msg_1', data: { time: { created: START }, text: 'When?' } },
      { type: 'synthetic', id: 'msg_1x', data: { time: { created: START }, text: 'Called the Read tool' } },
      {
        type: 'assistant',
        id: 'msg_2',
        data: {
          time: { created: START + 1, completed: START + 2 },
          agent: 'build',
          model: { id: 'gpt-5', providerID: 'openai', variant: 'default' },
          content: [{ type: 'text', text: 'At nine.' }],
        },
      },
      {
        type: 'user',
        id: 'msg_3',
        data: {
          time: { created: START + 20 },
          text: 'And this?',
          files: [
            { data: Buffer.from(PNG).toString('base64'), mime: 'image/png', name: 'a.png', source: { type: 'inline' } },
          ],
        },
      },
      {
        type: 'assistant',
        id: 'msg_4',
        data: {
          time: { created: START + 21, streamed: START + 22, completed: START + 23 },
          agent: 'build',
          model: { id: 'claude-sonnet-4-5', providerID: 'anthropic', variant: 'default' },
          content: [
            {
              type: 'reasoning',
              text: 'A pier.',
              state: { signature: 'c2ln' },
              time: { created: START + 21, completed: START + 22 },
            },
            {
              type: 'tool',
              id: 'toolu_1',
              name: 'shell',
              executed: false,
              state: {
                status: 'completed',
                input: { command: 'ls' },
                content: [
                  { type: 'text', text: 'a.png' },
                  { type: 'file', uri: PICTURE, mime: 'image/png', name: 'b.png' },
                ],
                metadata: { truncated: false },
              },
              time: { created: START + 21, ran: START + 22, completed: START + 23 },
            },
            {
              type: 'tool',
              id: 'toolu_2',
              name: 'shell',
              state: { status: 'error', input: {}, error: { type: 'tool.execution', message: 'boom' } },
              time: { created: START + 21 },
            },
          ],
          finish: 'tool-calls',
          rawFinish: 'tool_use',
          cost: 0.1,
          tokens: { input: 6, output: 20, reasoning: 9, cache: { read: 4, write: 0 } },
        },
      },
      {
        type: 'shell',
        id: 'msg_5',
        data: {
          time: { created: START + 30 },
          shellID: 'sh_1',
          command: 'ls',
          status: 'exited',
          exit: 0,
          output: { output: 'a.png', cursor: 5, size: 5, truncated: false },
        },
      },
      {
        type: 'compaction',
        id: 'msg_6',
        data: {
          time: { created: START + 31 },
          status: 'completed',
          reason: 'auto',
          summary: 'So far.',
          recent: '[User]: When?',
        },
      },
      { type: 'idle', id: 'msg_7', data: { time: { created: START + 32 }, outcome: 'succeeded' } },
    ].map((one, seq) => ({ ...one, session_id: 'ses_1', seq, time_created: one.data.time.created, time_updated: 1 })),
  };
  const NEWER = [
    'user: And this? | <image/png 15>',
    'assistant: (A pier.) | shell{"command":"ls"}#toolu_1 | shell{}#toolu_2',
    'tool: #toolu_1 = a.png + <image/png 15> | #toolu_2 = boom',
    'user: ```\n$ ls\na.png\n```',
    'assistant: So far.',
  ];

  it('is read with the tables of version 1', async () => {
    const { of, receipt } = await read({ 'opencode.db': databaseOf(first) });
    expect(path(of('ses_1'))).toEqual(['user: When? | Called the Read tool', 'assistant: At nine.']);
    expect(of('ses_1').session).toMatchObject({ title: 'Ferry', createdAt: START });
    expect(receipt.dropped).toEqual([]);
  });

  it('is read with those of version 2, also when nothing is left of the first', async () => {
    const { of, receipt } = await read({ 'opencode.db': databaseOf(second) });
    expect(path(of('ses_1'))).toEqual(['user: When?', 'user: Called the Read tool', 'assistant: At nine.', ...NEWER]);
    expect(of('ses_1').messages[4]).toMatchObject({
      origin: { endpoint: 'https://api.anthropic.com' },
      usage: { input: 10, output: 29, thinking: 9 },
      parts: [{ signature: 'c2ln', durationMs: 1 }, {}, {}],
    });
    expect(receipt.dropped).toEqual([]);
  });

  it('adds what was said in version 2 to what was imported of version 1, and nothing twice', async () => {
    const before = (await read({ 'opencode.db': databaseOf(first) })).of('ses_1');
    const { all } = await read({ 'opencode.db': databaseOf({ ...first, ...second }) });
    const [found] = all;
    if (!found || all.length !== 1) throw new Error('not one');
    expect(path(found.history)).toEqual(['user: When? | Called the Read tool', 'assistant: At nine.', ...NEWER]);
    const plan = planMerge(matchEarlierImport(before, found), before, NOTHING_ELSE);
    expect(plan.add.messages.map(said)).toEqual(NEWER);
    expect(carriedOut(before, plan).messages).toHaveLength(7);
  });

  it('has the same conversation as the files before it and an export', async () => {
    const { info, messages } = opencode()['session.json'] as {
      info: { id: string; title: string; version: string; time: { created: number; updated: number } };
      messages: { info: { id: string; time: { created: number } }; parts: { id: string }[] }[];
    };
    const columns = { id: info.id, title: info.title, version: info.version };
    const times = { time_created: info.time.created, time_updated: info.time.updated };
    const rows = {
      session: [{ ...columns, ...times }],
      message: messages.map((one) => ({ ...row(one.info), session_id: info.id })),
      part: messages.flatMap((one) =>
        one.parts.map((value) => ({ ...partRow(one.info.id, value), session_id: info.id })),
      ),
    };
    const files = messages.flatMap((one) => [
      [`storage/message/${info.id}/${one.info.id}.json`, one.info],
      ...one.parts.map((value) => [`storage/part/${one.info.id}/${value.id}.json`, value]),
    ]);
    const { of } = await read(opencode());
    const database = await read({ 'opencode.db': databaseOf(rows) });
    expect(database.of(info.id)).toEqual(of(info.id));
    const storage = await read({ [`storage/session/p/${info.id}.json`]: info, ...Object.fromEntries(files) });
    expect(storage.of(info.id)).toEqual(of(info.id));
  });

  it('says so where a row is damaged, and reads the others', async () => {
    const damaged = {
      ...first,
      part: [...first.part, { ...partRow('msg_2', part('prt_9', 'text')), data: '{"type":' }],
    };
    const { of, receipt } = await read({ 'opencode.db': databaseOf(damaged) });
    expect(path(of('ses_1'))).toHaveLength(2);
    expect(receipt.skipped).toEqual([{ where: 'opencode.db, 1', reason: 'unreadable', detail: 'prt_9' }]);
  });

  it('is exported by version 2 as a list of its rows', async () => {
    const messages = second.session_message.slice(3).map(({ id, type, data }) => ({ id, type, ...data }));
    const info = { ...session('ses_1'), location: { directory: '/x' }, cost: 0, tokens: {} };
    const { of, receipt } = await read(exported(info, messages));
    expect(path(of('ses_1'))).toEqual(NEWER);
    expect(receipt.dropped).toEqual([]);
  });
});
