import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Source } from '#archive/import/source.ts';
import { codex, geminiCli, opencode } from './agent-exports.ts';

/*
 * Small exports as the programs write them today. Additions to a conversation and to one of its messages are placed
 * where the program would write them.
 */

export interface Extra {
  conversation?: object;
  message?: object;
}

export type MakeExport = (extra?: Extra) => Record<string, unknown>;

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const PUA = (kind: string, ...rest: string[]) => `\uE200${[kind, ...rest].join('\uE202')}\uE201`;

export const CITE = PUA('cite', 'turn0search0', 'turn0news1');
export const ENTITY = PUA('entity', '["city","Busan","port city"]');
export const ANSWER = `The ferry leaves at nine.${CITE} ${ENTITY} is nice.${PUA('cite', 'turn0search7')} citeturn0search9`;

const node = (id: string, parent: string | null, message: object | null) => ({
  [id]: { id, parent, children: [], message },
});
const says = (role: string, text: string, more: object = {}) => ({
  id: 'x',
  author: { role, name: null, metadata: {} },
  create_time: 1_760_000_000.5,
  content: { content_type: 'text', parts: [text] },
  status: 'finished_successfully',
  end_turn: true,
  weight: 1,
  recipient: 'all',
  channel: 'final',
  ...more,
});
const canvas = { name: 'Packing', type: 'document', content: '# Packing\n\nSocks.' };

const chatgpt: MakeExport = ({ conversation, message } = {}) => ({
  'conversations.json': [
    {
      title: 'Ferry',
      create_time: 1_760_000_000,
      update_time: 1_760_000_900,
      moderation_results: [],
      conversation_id: 'c1',
      id: 'c1',
      default_model_slug: 'gpt-5',
      gizmo_id: 'g-p-68aa11bb22cc',
      gizmo_type: 'snorlax',
      is_archived: true,
      is_starred: null,
      current_node: 'e',
      mapping: {
        ...node('root', null, null),
        ...node('a', 'root', says('user', 'When does the ferry leave?', message)),
        ...node(
          'b',
          'a',
          says('assistant', ANSWER, {
            metadata: {
              model_slug: 'gpt-5-thinking',
              request_id: 'r',
              content_references: [
                {
                  matched_text: CITE,
                  start_idx: ANSWER.indexOf(CITE),
                  end_idx: ANSWER.indexOf(CITE) + CITE.length,
                  type: 'grouped_webpages',
                  alt: null,
                  items: [
                    {
                      title: 'Ferry times',
                      url: 'https://ferry.example/times?utm_source=chatgpt.com',
                      attribution: 'Ferry Line',
                      supporting_websites: [{ title: 'Harbor', url: 'https://harbor.example/(nine)' }],
                    },
                  ],
                },
                {
                  matched_text: ' ',
                  start_idx: ANSWER.length,
                  end_idx: ANSWER.length,
                  type: 'sources_footnote',
                  sources: [{ title: 'Timetable', url: 'https://timetable.example/' }],
                },
              ],
            },
          }),
        ),
        ...node(
          'c',
          'b',
          says('assistant', '', {
            recipient: 'canmore.create_textdoc',
            content: { content_type: 'code', language: 'json', text: JSON.stringify(canvas) },
          }),
        ),
        ...node(
          'd',
          'c',
          says('tool', '', {
            author: { role: 'tool', name: 'python', metadata: {} },
            content: { content_type: 'execution_output', text: 'drawn' },
            metadata: {
              aggregate_result: {
                status: 'success',
                run_id: 'r',
                code: 'plot()',
                messages: [{ message_type: 'image', image_url: 'file-service://file-PLOT', width: 1, height: 1 }],
              },
            },
          }),
        ),
        ...node('e', 'd', says('assistant', 'Have a good trip.')),
      },
      ...conversation,
    },
  ],
  'file-PLOT.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1, 2, 3),
});

const claude: MakeExport = ({ conversation, message } = {}) => ({
  'conversations.json': [
    {
      uuid: 'k1',
      name: 'Pottery',
      summary: '',
      model: null,
      created_at: '2026-05-01T09:00:00Z',
      updated_at: '2026-05-01T10:00:00Z',
      account: { uuid: 'me' },
      project_uuid: 'p1',
      chat_messages: [
        {
          uuid: 'm1',
          sender: 'human',
          text: 'How hot?',
          content: [{ type: 'text', text: 'How hot?', citations: [] }],
          created_at: '2026-05-01T09:00:00Z',
          updated_at: '2026-05-01T09:00:00Z',
          attachments: [],
          files: [],
          ...message,
        },
        {
          uuid: 'm2',
          sender: 'assistant',
          text: 'flat',
          content: [
            {
              type: 'text',
              text: 'Fire it at 1240 degrees. Slowly.',
              citations: [
                {
                  uuid: 'q',
                  start_index: 0,
                  end_index: 24,
                  details: { type: 'web_search_citation', url: 'https://kiln.example/a', title: 'Kiln guide' },
                },
              ],
            },
            {
              type: 'tool_use',
              id: 't1',
              name: 'artifacts',
              input: {
                id: 'plan',
                type: 'application/vnd.ant.code',
                language: 'python',
                title: 'Ramp',
                command: 'create',
                content: 'print(1240)',
              },
            },
            { type: 'tool_result', tool_use_id: 't1', name: 'artifacts', content: [{ type: 'text', text: 'OK' }] },
            { type: 'text', text: 'Here is the ramp.', citations: [] },
          ],
          created_at: '2026-05-01T09:01:00Z',
          attachments: [],
          files: [],
          parent_message_uuid: 'm1',
        },
      ],
      ...conversation,
    },
  ],
  'projects.json': [
    {
      uuid: 'p1',
      name: 'Ceramics',
      description: '',
      prompt_template: 'Answer as a potter.',
      docs: [{ uuid: 'd', filename: 'glazes.txt', content: 'Celadon' }],
    },
    { uuid: 'p2', name: 'Unused', prompt_template: '', docs: [] },
  ],
});

const gemini: MakeExport = ({ message } = {}) => ({
  'Takeout/My Activity/Gemini Apps/MyActivity.json': [
    {
      header: 'Gemini Apps',
      title: 'Prompted Show a table',
      time: '2026-03-01T10:00:05.123Z',
      products: ['Gemini Apps'],
      activityControls: ['Gemini Apps Activity'],
      safeHtmlItem: [
        {
          html: '<p>See <a href="https://x.example/a">the page</a>.</p><pre><code class="language-python">a = 1\nb = 2</code></pre><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table><ol><li>One</li><li>Two</li></ol>',
        },
      ],
      ...message,
    },
    {
      header: 'Gemini Apps',
      title: 'Used an assistant feature',
      time: '2026-03-01T09:50:00Z',
      products: ['Gemini Apps'],
    },
  ],
});

const deepseek: MakeExport = ({ conversation, message } = {}) => ({
  'conversations.json': [
    {
      id: 'd1',
      title: 'Tea',
      inserted_at: '2026-01-01T10:00:00.000000+08:00',
      updated_at: '2026-01-01T10:01:00.000000+08:00',
      mapping: {
        root: { id: 'root', parent: null, children: ['1'], message: null },
        '1': {
          id: '1',
          parent: 'root',
          children: ['2', '3'],
          message: {
            files: [],
            model: 'deepseek-reasoner',
            inserted_at: '2026-01-01T10:00:00.000000+08:00',
            fragments: [{ type: 'REQUEST', content: 'Which tea?' }],
            ...message,
          },
        },
        '2': {
          id: '2',
          parent: '1',
          children: [],
          message: {
            files: [],
            model: 'deepseek-reasoner',
            inserted_at: '2026-01-01T10:00:30.000000+08:00',
            fragments: [
              { type: 'SEARCH', results: [{ url: 'https://tea.example/', title: 'Tea', snippet: 's' }] },
              { type: 'THINK', content: 'Green or black.' },
              { type: 'RESPONSE', content: 'Green.' },
            ],
          },
        },
        '3': {
          id: '3',
          parent: '1',
          children: [],
          message: { model: 'deepseek-chat', inserted_at: '2026-01-01T10:02:00+08:00', content: 'Black.', files: [] },
        },
      },
      ...conversation,
    },
  ],
});

const grok: MakeExport = ({ conversation, message } = {}) => ({
  'ttl/30d/export_data/x/prod-grok-backend.json': {
    conversations: [
      {
        conversation: {
          id: 'g1',
          user_id: 'u',
          title: 'Rockets',
          create_time: '2026-02-01T10:00:00.000Z',
          modify_time: '2026-02-01T10:05:00.000Z',
          starred: true,
          ...conversation,
        },
        responses: [
          {
            response: {
              _id: 'r1',
              conversation_id: 'g1',
              message: 'How high?',
              sender: 'human',
              create_time: { $date: { $numberLong: '1769940000000' } },
              ...message,
            },
          },
          {
            response: {
              _id: 'r2',
              conversation_id: 'g1',
              parent_response_id: 'r1',
              message:
                'Very.<grok:render card_id="a" type="render_inline_citation"><argument name="x">0</argument></grok:render>',
              sender: 'assistant',
              model: 'grok-4',
              create_time: { $date: { $numberLong: '1769940001000' } },
              cited_web_search_results: [{ url: 'https://rocket.example/', title: 'Rocket', preview: 'p' }],
            },
          },
        ],
      },
    ],
    projects: [],
    tasks: [],
    media_posts: [],
  },
});

const librechat: MakeExport = ({ conversation, message } = {}) => ({
  'x.json': {
    conversationId: 'l1',
    endpoint: 'openAI',
    title: 'Bread',
    exportAt: '10:00 2026',
    branches: true,
    recursive: false,
    tags: ['baking'],
    options: { endpoint: 'openAI', promptPrefix: 'Be a baker.', temperature: 0.2 },
    messages: [
      {
        messageId: 'q',
        parentMessageId: '00000000-0000-0000-0000-000000000000',
        isCreatedByUser: true,
        sender: 'User',
        text: 'Rye?',
        createdAt: '2026-01-01T00:00:00Z',
        ...message,
      },
    ],
    ...conversation,
  },
});

const CALL =
  '<details type="tool_calls" done="true" id="call_1" name="search" arguments="&quot;{\\&quot;q\\&quot;:\\&quot;rye\\&quot;}&quot;" result="&quot;Found &lt;rye&gt;&quot;" files="" embeds="">\n<summary>Tool Executed</summary>\n</details>';

const openwebui: MakeExport = ({ conversation, message } = {}) => ({
  'chats.json': [
    {
      id: 'w1',
      user_id: 'u',
      title: 'Seeds',
      pinned: false,
      archived: true,
      folder_id: 'f2',
      meta: { tags: ['garden', 'spring'] },
      created_at: 1_760_000_000,
      updated_at: 1_760_000_100,
      chat: {
        title: 'Seeds',
        models: ['llama3'],
        history: {
          currentId: 'b',
          messages: {
            a: {
              id: 'a',
              parentId: null,
              childrenIds: ['b'],
              role: 'user',
              content: 'What is in the file?',
              timestamp: 1_760_000_000,
              files: [
                {
                  type: 'file',
                  id: 'file1',
                  name: 'seeds.txt',
                  file: { id: 'file1', filename: 'seeds.txt', data: { content: 'rye, oats' } },
                },
              ],
              ...message,
            },
            b: {
              id: 'b',
              parentId: 'a',
              childrenIds: [],
              role: 'assistant',
              model: 'llama3',
              timestamp: 1_760_000_010,
              content: `<details type="reasoning" done="true" duration="2">\n<summary>Thought</summary>\n> Look.\n</details>\nLet me see.\n\n${CALL}\n\nRye and oats [1].`,
              sources: [
                {
                  source: { name: 'Seeds page', url: 'https://seeds.example/' },
                  document: ['rye'],
                  metadata: [{ source: 'https://seeds.example/rye', title: 'Rye' }],
                },
                {
                  source: { name: 'seeds.txt', id: 'file1' },
                  document: ['oats'],
                  metadata: [{ name: 'seeds.txt', source: 'seeds.txt' }],
                },
              ],
            },
          },
        },
      },
      ...conversation,
    },
  ],
  'folders.json': [
    { id: 'f1', parent_id: null, user_id: 'u', name: 'Home' },
    { id: 'f2', parent_id: 'f1', user_id: 'u', name: 'Garden' },
  ],
});

const cherry: MakeExport = ({ conversation, message } = {}) => ({
  'data.json': {
    time: 1,
    version: 5,
    localStorage: {
      'persist:cherry-studio': JSON.stringify({
        assistants: JSON.stringify({
          assistants: [
            { id: 'as', name: 'Teacher', prompt: 'Teach.', topics: [{ id: 't1', name: 'Verbs', prompt: 'Slowly.' }] },
          ],
        }),
      }),
    },
    indexedDB: {
      files: [],
      topics: [
        {
          id: 't1',
          messages: [{ id: 'q', role: 'user', blocks: ['b1'], createdAt: '2026-01-01T00:00:01Z', ...message }],
          ...conversation,
        },
      ],
      message_blocks: [{ id: 'b1', messageId: 'q', type: 'main_text', content: 'Conjugate.', status: 'success' }],
    },
  },
});

type Column = string | number | null;

/** The bytes of a database with these rows. Additions are columns of the last row. */
export function databaseOf(tables: Readonly<Record<string, readonly object[]>>): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'baton-import-'));
  try {
    const path = join(folder, 'x.sqlite');
    const db = new DatabaseSync(path);
    for (const [table, rows] of Object.entries(tables)) {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      const names = columns.map((name) => `"${name}"`).join(', ');
      db.exec(`CREATE TABLE "${table}" (${names})`);
      const insert = db.prepare(`INSERT INTO "${table}" VALUES (${columns.map(() => '?').join(', ')})`);
      for (const row of rows) insert.run(...columns.map((name) => columnOf(Reflect.get(row, name))));
    }
    db.close();
    return new Uint8Array(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function columnOf(value: unknown): Column {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

const cherry2: MakeExport = ({ conversation, message } = {}) => ({
  'Data/cherrystudio.sqlite': databaseOf({
    assistant: [{ id: 'as', name: 'Teacher', prompt: 'Teach.' }],
    topic: [
      {
        id: 't1',
        name: 'Verbs',
        prompt: 'Slowly.',
        assistant_id: 'as',
        active_node_id: 'b',
        is_pinned: 1,
        created_at: 1_760_000_000_000,
        updated_at: 1_760_000_009_000,
        deleted_at: null,
        ...conversation,
      },
    ],
    message: [
      {
        id: 'q',
        parent_id: null,
        topic_id: 't1',
        role: 'user',
        data: { parts: [{ type: 'text', text: 'Conjugate.' }] },
        status: 'success',
        created_at: 1_760_000_001_000,
        ...message,
      },
      {
        id: 'a',
        parent_id: 'q',
        topic_id: 't1',
        role: 'assistant',
        data: { blocks: [{ type: 'main_text', content: 'As version 1 wrote it.', createdAt: 1 }] },
        status: 'success',
        siblings_group_id: 1,
        model_id: 'openai::gpt-5',
        created_at: 1_760_000_002_000,
      },
      {
        id: 'b',
        parent_id: 'q',
        topic_id: 't1',
        role: 'assistant',
        data: {
          parts: [
            { type: 'step-start' },
            { type: 'reasoning', text: 'A verb.', state: 'done' },
            {
              type: 'dynamic-tool',
              toolName: 'look_up',
              toolCallId: 'c1',
              state: 'output-available',
              input: { word: 'go' },
              output: { content: 'went' },
            },
            { type: 'text', text: 'Went.', state: 'done' },
            { type: 'source-url', sourceId: '1', url: 'https://verbs.example/go', title: 'Go' },
          ],
        },
        status: 'success',
        siblings_group_id: 1,
        model_id: 'anthropic::claude-4',
        model_snapshot: { id: 'claude-4', name: 'Claude 4', provider: 'anthropic' },
        stats: { promptTokens: 9, completionTokens: 3, totalTokens: 12 },
        created_at: 1_760_000_003_000,
      },
    ],
  }),
});

const chatbox: MakeExport = ({ conversation, message } = {}) => ({
  'x.json': {
    'chat-sessions-list': [{ id: 's1', name: 'Box' }],
    'session:s1': {
      id: 's1',
      name: 'Box',
      messages: [
        {
          id: 'q',
          role: 'user',
          contentParts: [{ type: 'text', text: 'Hi' }],
          timestamp: 1_760_000_000_000,
          ...message,
        },
      ],
      ...conversation,
    },
  },
});

const lobechat: MakeExport = ({ conversation, message } = {}) => ({
  'x.json': {
    mode: 'pglite',
    schemaHash: 'h',
    data: {
      messages: [
        {
          id: 'a',
          role: 'user',
          content: 'Look',
          createdAt: '2026-01-01T00:00:00Z',
          topicId: 'tp',
          sessionId: 's',
          ...message,
        },
      ],
      sessions: [{ id: 's', title: 'Agent', groupId: 'g' }],
      sessionGroups: [{ id: 'g', name: 'Work' }],
      agents: [{ id: 'ag', systemRole: 'You help.' }],
      agentsToSessions: [{ agentId: 'ag', sessionId: 's' }],
      topics: [{ id: 'tp', title: 'Topic', sessionId: 's', ...conversation }],
    },
  },
});

const sillytavern: MakeExport = ({ conversation, message } = {}) => ({
  'chats/Ada/Ada - 2026.jsonl': lines(
    {
      user_name: 'Me',
      character_name: 'Ada',
      create_date: '2026-01-01T00:00:00Z',
      chat_metadata: { integrity: 'i1', note_prompt: 'Speak in verse.' },
      ...conversation,
    },
    { name: 'Me', is_user: true, is_system: false, send_date: '2026-01-01T00:00:01Z', mes: 'Hello.', ...message },
    { name: 'Me', is_user: true, is_system: true, send_date: '2026-01-01T00:00:02Z', mes: 'A hidden line.' },
    { name: 'Ada', is_user: false, is_system: false, send_date: '2026-01-01T00:00:03Z', mes: 'Good day.' },
  ),
});

const typingmind: MakeExport = ({ conversation, message } = {}) => ({
  'typingmind.json': {
    data: {
      chats: [
        {
          id: 'ty1',
          chatID: 'ty1',
          chatTitle: 'Maps',
          model: 'gpt-4o',
          folderID: 'fo',
          createdAt: '2026-01-01T00:00:00Z',
          updatedAt: '2026-01-01T00:01:00Z',
          messages: [
            { uuid: 'u1', role: 'system', content: 'Be exact.' },
            {
              uuid: 'u2',
              role: 'user',
              content: [{ type: 'text', text: 'Where?' }],
              createdAt: '2026-01-01T00:00:00Z',
              ...message,
            },
            { uuid: 'u3', role: 'assistant', content: 'There.', createdAt: '2026-01-01T00:00:05Z' },
          ],
          ...conversation,
        },
      ],
      folders: [{ id: 'fo', title: 'Travel' }],
    },
  },
});

const openai: MakeExport = ({ conversation, message } = {}) => ({
  'x.json': {
    id: 'o1',
    messages: [
      { role: 'user', content: 'No date.', ...message },
      { role: 'assistant', content: 'None.', model: 'gpt-4o' },
    ],
    ...conversation,
  },
});

const claudeCode: MakeExport = ({ message } = {}) => ({
  'cc.jsonl': lines({
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    sessionId: 'cc1',
    timestamp: '2026-01-01T00:00:00Z',
    cwd: '/x',
    message: { role: 'user', content: 'Fix it.' },
    ...message,
  }),
});

const pi: MakeExport = ({ conversation, message } = {}) => ({
  'p.jsonl': lines(
    { type: 'session', version: 3, id: 'p1', timestamp: '2026-01-01T00:00:00Z', cwd: '/x', ...conversation },
    { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'Hi' }, ...message },
  ),
});

export const EXPORTS: Readonly<Record<Source, MakeExport>> = {
  chatgpt,
  claude,
  gemini,
  deepseek,
  grok,
  librechat,
  openwebui,
  cherry,
  'cherry-2': cherry2,
  chatbox,
  lobechat,
  sillytavern,
  typingmind,
  openai,
  'claude-code': claudeCode,
  pi,
  opencode,
  codex,
  'gemini-cli': geminiCli,
};

/** Fields of these exports that Baton can't store. They are listed here so that a change in reading them is noticed. */
export const NOT_IMPORTED: Readonly<Partial<Record<Source, readonly string[]>>> = {
  deepseek: ['message fragments[].results[].snippet'],
  grok: ['message cited_web_search_results[].preview'],
  openwebui: ['message sources[].document'],
  librechat: ['conversation options.endpoint', 'conversation options.temperature'],
  sillytavern: ['conversation chat_metadata.note_prompt'],
};

/** Activities, and lines of an agent, have no object for a conversation. */
export const WITHOUT_HEAD: readonly Source[] = ['gemini', 'claude-code'];

/** Fields in lists of messages that Baton can't store, next to fields that are read and housekeeping. */
export const IN_LISTS: Readonly<Partial<Record<Source, { message: object; named: readonly string[] }>>> = {
  chatgpt: {
    message: {
      content: {
        content_type: 'multimodal_text',
        parts: [
          {
            content_type: 'image_asset_pointer',
            asset_pointer: 'sediment://file_1',
            size_bytes: 9,
            metadata: { dalle: { gen_id: 'g', prompt: 'A ferry at dawn' }, sanitized: true },
          },
          'When does the ferry leave?',
        ],
      },
      metadata: { attachments: [{ id: 'file_1', name: 'a.png', mime_type: 'image/png', size: 9, caption: 'Pier' }] },
    },
    named: ['content.parts[].metadata.dalle.prompt', 'metadata.attachments[].caption'],
  },
  claude: {
    message: {
      content: [
        { type: 'thinking', thinking: 'Hm', cut_off: false, summaries: [{ summary: 'Thought about heat' }] },
        {
          type: 'text',
          text: 'How hot?',
          start_timestamp: '2026-05-01T09:00:00Z',
          citations: [
            { uuid: 'q', end_index: 3, details: { type: 'x', url: 'https://a.example/', cited_text: 'hot' } },
          ],
        },
        {
          type: 'tool_result',
          tool_use_id: 't',
          content: [{ type: 'text', text: 'OK', uuid: 'u' }],
          structured_content: { degrees: 1240 },
        },
      ],
      attachments: [{ file_name: 'a.txt', file_size: 1, extracted_content: 'a', note: 'first' }],
    },
    named: [
      'content[].summaries',
      'content[].citations[].details.cited_text',
      'content[].structured_content',
      'attachments[].note',
    ],
  },
  gemini: {
    message: {
      details: [
        { name: 'Request', value: 'Why?' },
        { name: 'Response', value: 'So.', language: 'en' },
        { name: 'Place', value: 'Busan' },
      ],
    },
    named: ['details[].language', 'details[].value'],
  },
  deepseek: {
    message: { fragments: [{ id: 1, type: 'THINK', content: 'Hm', elapsed_secs: 2.5 }] },
    named: ['fragments[].elapsed_secs'],
  },
  grok: {
    message: { file_attachments: [{ file_name: 'a.pdf', file_size: 3, transcript: 'words' }] },
    named: ['file_attachments[].transcript'],
  },
  librechat: {
    message: {
      text: '',
      content: [
        { type: 'text', text: { value: 'Rye?', annotations: [{ url: 'https://a.example/' }] } },
        { type: 'tool_call', tool_call: { id: 't', name: 'find', args: '{}', output: 'x', progress: 1 } },
      ],
      files: [{ file_id: 'f', filename: 'a.txt', type: 'text/plain', bytes: 3, text: 'rye' }],
    },
    named: ['content[].text.annotations', 'files[].text'],
  },
  openwebui: {
    message: {
      role: 'assistant',
      output: [
        { type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Rye', annotations: [{ at: 1 }] }] },
        {
          type: 'function_call_output',
          call_id: 'c',
          output: [{ type: 'input_text', text: 'x' }],
          files: [{ id: 'f' }],
        },
      ],
    },
    named: ['output[].content[].annotations', 'output[].files'],
  },
  chatbox: {
    message: { contentParts: [{ type: 'image', storageKey: 'k', ocrResult: 'A sign' }] },
    named: ['contentParts[].ocrResult'],
  },
  lobechat: {
    message: {
      role: 'assistant',
      tools: [{ id: 't', identifier: 'web', apiName: 'find', arguments: '{}', type: 'default', intervention: 'asked' }],
    },
    named: ['tools[].intervention'],
  },
  sillytavern: {
    message: {
      is_user: false,
      swipes: ['Hello.', 'Hi.'],
      swipe_id: 0,
      swipe_info: [
        { send_date: '2026-01-01T00:00:01Z', gen_started: 'x', extra: { api: 'a' } },
        { send_date: '2026-01-01T00:00:02Z', extra: { token_count: 2, display_text: 'Hi there.' } },
      ],
    },
    named: ['swipe_info[].extra.display_text'],
  },
  typingmind: {
    message: {
      content: [
        { type: 'text', text: 'Where?', annotations: [{ url: 'https://a.example/' }] },
        { type: 'image_url', image_url: { url: 'https://a.example/a.png', detail: 'high' } },
      ],
    },
    named: ['content[].annotations'],
  },
  openai: {
    message: {
      role: 'assistant',
      content: [{ type: 'output_text', text: 'None.', annotations: [{ type: 'url_citation' }], logprobs: [] }],
      tool_calls: [{ id: 't', type: 'function', index: 0, function: { name: 'f', arguments: '{}' }, approved: true }],
    },
    named: ['content[].annotations', 'tool_calls[].approved'],
  },
  'claude-code': {
    message: {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Done.', citations: [{ cited_text: 'x' }] },
          { type: 'tool_use', id: 't', name: 'Read', input: {}, caller: { type: 'direct' } },
        ],
      },
    },
    named: ['message.content[].citations'],
  },
  pi: {
    message: {
      message: {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: 'Hm', redacted: true, textSignature: 's' }],
      },
    },
    named: ['message.content[].redacted'],
  },
  opencode: {
    message: {
      info: { id: 'msg_a1', role: 'user', time: { created: 1_768_000_000_100 }, system: 'Be brief.' },
      parts: [
        { id: 'prt_a1', type: 'text', text: 'When?', time: { start: 1 }, language: 'en' },
        { id: 'prt_a2', type: 'agent', name: 'plan', source: { value: '@plan', start: 0, end: 5 } },
      ],
    },
    named: ['info.system', 'parts[].language'],
  },
  codex: {
    message: {
      payload: {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Rename it.', lang: 'en' }],
        end_turn: true,
        mood: 'brief',
      },
    },
    named: ['payload.content[].lang', 'payload.mood'],
  },
  'gemini-cli': {
    message: {
      type: 'gemini',
      content: [{ text: 'Two.', grounding: { urls: ['https://a.example/'] } }],
      toolCalls: [{ id: 'c', name: 'f', args: {}, status: 'success', displayName: 'F', approvedBy: 'me' }],
    },
    named: ['content[].grounding', 'toolCalls[].approvedBy'],
  },
};
