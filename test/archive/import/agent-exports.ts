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
