import type { MakeExport } from './exports.ts';

/* Small histories of coding agents, as the types of their sources say (read 2026-11). */

/** `opencode export`, version 1: https://github.com/anomalyco/opencode, `message-v2.ts` and `cli/cmd/export.ts`. */
export const opencode: MakeExport = ({ conversation, message } = {}) => ({
  'session.json': {
    info: {
      id: 'ses_5f01',
      slug: 'quiet-harbor',
      projectID: 'b1946ac92492d2347c6235b4d2611184',
      directory: '/home/me/ferry',
      title: 'Ferry timetable',
      version: '1.1.20',
      summary: { additions: 1, deletions: 0, files: 1 },
      time: { created: 1_768_000_000_000, updated: 1_768_000_030_000 },
      ...conversation,
    },
    messages: [
      {
        info: {
          id: 'msg_a1',
          sessionID: 'ses_5f01',
          role: 'user',
          time: { created: 1_768_000_000_100 },
          agent: 'build',
          model: { providerID: 'anthropic', modelID: 'claude-sonnet-4-5' },
          summary: { title: 'Ferry times', diffs: [] },
        },
        parts: [
          {
            id: 'prt_a1',
            sessionID: 'ses_5f01',
            messageID: 'msg_a1',
            type: 'text',
            text: 'When does the ferry leave?',
          },
        ],
        ...message,
      },
      {
        info: {
          id: 'msg_a2',
          sessionID: 'ses_5f01',
          role: 'assistant',
          time: { created: 1_768_000_001_000, completed: 1_768_000_004_000 },
          parentID: 'msg_a1',
          modelID: 'claude-sonnet-4-5',
          providerID: 'anthropic',
          mode: 'build',
          agent: 'build',
          path: { cwd: '/home/me/ferry', root: '/home/me/ferry' },
          cost: 0.01,
          tokens: { total: 135, input: 10, output: 20, reasoning: 5, cache: { read: 90, write: 10 } },
          finish: 'tool-calls',
        },
        parts: [
          { id: 'prt_b1', type: 'step-start', snapshot: '4b825dc' },
          {
            id: 'prt_b2',
            type: 'reasoning',
            text: 'The times are in a file.',
            metadata: { anthropic: { signature: 'c2lnbmVk' } },
            time: { start: 1_768_000_001_000, end: 1_768_000_002_500 },
          },
          { id: 'prt_b3', type: 'text', text: 'I look.', time: { start: 1, end: 2 } },
          {
            id: 'prt_b4',
            type: 'tool',
            callID: 'toolu_1',
            tool: 'read',
            state: {
              status: 'completed',
              input: { filePath: 'times.txt' },
              output: '09:00 Busan',
              title: 'times.txt',
              metadata: { preview: '09:00', truncated: false },
              time: { start: 1_768_000_003_000, end: 1_768_000_003_100 },
            },
          },
          {
            id: 'prt_b5',
            type: 'step-finish',
            reason: 'tool-calls',
            snapshot: '4b825dc',
            cost: 0.01,
            tokens: { total: 135, input: 10, output: 20, reasoning: 5, cache: { read: 90, write: 10 } },
          },
        ],
      },
    ],
  },
});

const rollout = (type: string, second: number, payload: object, more: object = {}) => ({
  timestamp: `2026-09-01T10:00:${String(second).padStart(2, '0')}.000Z`,
  type,
  payload,
  ...more,
});

/** `rollout-*.jsonl` of https://github.com/openai/codex: `protocol/src/models.rs`, `protocol/src/protocol.rs`. */
export const codex: MakeExport = ({ conversation, message } = {}) => ({
  'sessions/2026/09/01/rollout-2026-09-01T10-00-00-0199c1f0-0000-7000-8000-000000000001.jsonl': [
    rollout('session_meta', 0, {
      id: '0199c1f0-0000-7000-8000-000000000001',
      timestamp: '2026-09-01T10:00:00.000Z',
      cwd: '/home/me/ferry',
      originator: 'codex-tui',
      cli_version: '0.148.0',
      source: 'cli',
      model_provider: 'openai',
      git: { commit_hash: '4b825dc', branch: 'main' },
      ...conversation,
    }),
    rollout('turn_context', 1, {
      turn_id: 't1',
      cwd: '/home/me/ferry',
      approval_policy: 'on-request',
      model: 'gpt-5.3-codex',
    }),
    rollout('response_item', 1, {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: '<environment_context>\n  <cwd>/home/me/ferry</cwd>\n</environment_context>' },
      ],
    }),
    rollout(
      'response_item',
      2,
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Rename the pier.' }] },
      message,
    ),
    rollout('event_msg', 2, {
      type: 'user_message',
      message: 'Rename the pier.',
      images: [],
      local_images: [],
      text_elements: [],
    }),
    rollout('response_item', 3, {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: '**Looking for it**' }],
      encrypted_content: 'gAAAAABo',
    }),
    rollout('response_item', 4, {
      type: 'function_call',
      name: 'exec_command',
      arguments: '{"cmd":"rg pier"}',
      call_id: 'call_1',
    }),
    rollout('event_msg', 4, {
      type: 'token_count',
      info: {
        total_token_usage: {
          input_tokens: 900,
          cached_input_tokens: 800,
          output_tokens: 60,
          reasoning_output_tokens: 40,
          total_tokens: 960,
        },
        last_token_usage: {
          input_tokens: 900,
          cached_input_tokens: 800,
          output_tokens: 60,
          reasoning_output_tokens: 40,
          total_tokens: 960,
        },
        model_context_window: 272_000,
      },
      rate_limits: null,
    }),
    rollout('response_item', 5, { type: 'function_call_output', call_id: 'call_1', output: 'pier.ts:1' }),
    rollout('response_item', 6, {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Renamed.' }],
      phase: 'final_answer',
    }),
    rollout('event_msg', 6, { type: 'agent_message', message: 'Renamed.' }),
    rollout('event_msg', 7, { type: 'task_complete', turn_id: 't1', last_agent_message: 'Renamed.' }),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
});

/** `chats/session-*.jsonl` of https://github.com/google-gemini/gemini-cli: `services/chatRecordingTypes.ts`. */
export const geminiCli: MakeExport = ({ conversation, message } = {}) => ({
  'chats/session-2026-06-01T10-00-5f01aa22.jsonl': [
    {
      sessionId: '5f01aa22-0000-4000-8000-000000000001',
      projectHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      startTime: '2026-06-01T10:00:00.000Z',
      lastUpdated: '2026-06-01T10:00:00.000Z',
      kind: 'main',
      ...conversation,
    },
    {
      id: 'u1',
      timestamp: '2026-06-01T10:00:01.000Z',
      type: 'user',
      content: [{ text: 'Count the piers.' }],
      displayContent: [{ text: 'Count the piers.' }],
      ...message,
    },
    {
      id: 'g1',
      timestamp: '2026-06-01T10:00:03.000Z',
      type: 'gemini',
      content: 'I look.',
      thoughts: [{ subject: 'Looking', description: 'They are in a file.', timestamp: '2026-06-01T10:00:02.000Z' }],
      tokens: { input: 1200, output: 20, cached: 1000, thoughts: 30, tool: 0, total: 1250 },
      model: 'gemini-3-pro-preview',
    },
    {
      id: 'g1',
      timestamp: '2026-06-01T10:00:03.000Z',
      type: 'gemini',
      content: 'I look.',
      thoughts: [{ subject: 'Looking', description: 'They are in a file.', timestamp: '2026-06-01T10:00:02.000Z' }],
      tokens: { input: 1200, output: 20, cached: 1000, thoughts: 30, tool: 0, total: 1250 },
      model: 'gemini-3-pro-preview',
      toolCalls: [
        {
          id: 'read_file-1',
          name: 'read_file',
          args: { file_path: 'piers.txt' },
          result: [{ functionResponse: { id: 'read_file-1', name: 'read_file', response: { output: 'East, West' } } }],
          status: 'success',
          timestamp: '2026-06-01T10:00:04.000Z',
          resultDisplay: '',
          displayName: 'ReadFile',
          description: 'piers.txt',
          renderOutputAsMarkdown: true,
        },
      ],
    },
    { $set: { lastUpdated: '2026-06-01T10:00:04.000Z' } },
    {
      id: 'g2',
      timestamp: '2026-06-01T10:00:06.000Z',
      type: 'gemini',
      content: 'Two.',
      thoughts: [],
      tokens: null,
      model: 'gemini-3-pro-preview',
    },
    { $set: { summary: 'Count the piers' } },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
});
