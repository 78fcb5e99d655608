import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HOOKS } from '#core/reliability/hook-table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const documents = readFileSync(join(root, 'docs/documents.md'), 'utf8');
const pathsIn = (from: string) => [...from.matchAll(/`((?:\.?[\w-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path);
const paths = pathsIn(text);
const isThere = (path: string) => ['', 'src'].some((from) => existsSync(join(root, from, path)));

describe('the page on architecture', () => {
  it('names only what is there', () => {
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('has a place for every part of the reliability documents', () => {
    const [, map = ''] = text.split('Where the parts of the reliability documents are:');
    const rows = map.split('\n').filter((line) => line.startsWith('| '));
    const parts = [
      'thinking-block-validator',
      'empty-message-sanitizer',
      'non-interactive-env',
      'session-recovery',
      'window limit recovery',
      'todo-continuation-enforcer',
      'context-window-monitor',
      'preemptive-compaction',
      'tool-output-truncator',
      'dynamic-truncator',
      'hook names',
      'JSON schema',
      'session state',
      'logger',
    ];
    for (const part of parts) {
      const row = rows.find((line) => line.includes(part));
      expect([part, /`[\w/.-]+`/.test(row ?? '')]).toEqual([part, true]);
    }
    expect(HOOKS.map(({ id }) => id)).toEqual(
      expect.arrayContaining(parts.filter((part) => /^\w+-\w+-\w+$/.test(part))),
    );
  });
});

describe('the page on the documents', () => {
  const rows = documents.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| In the documents'));

  it('has a row in the table for every name of the documents', () => {
    const NAMES = [
      'createThinkingBlockValidatorHook',
      'emptyMessageSanitizer',
      'findMessagesWithThinkingOnly',
      'readMessages',
      'injectTextPart',
      'detectErrorType',
      'recoverEmptyContentMessage',
      'todoContinuationEnforcer',
      'startCountdown',
      'subagentSessions',
      'preemptiveCompaction',
      'toolOutputTruncator',
      'nonInteractiveEnv',
      'HookNameSchema',
      'convertToAnthropicMessages',
      'SessionHistoryContext',
      'use-ai-service',
      'prepareMessagesForLLM',
      'create_goal',
      'fixAnthropicToolCallChain',
      'checkIncompleteToolChain',
      'removeIncompleteToolChains',
      'selectMessagesWithinContext',
      'messageWindowSize',
      'validateGeminiMessageStack',
      'ChatContext',
      'MessageNormalizer',
      'sanitizeMessagesForProvider',
      'sanitizeForAnthropic',
      'BaseAIService',
      'prepareStreamChat',
      'AIServiceProvider',
      'AIServiceConfig',
      'llmConfigManager',
      'supportReasoning',
      'shouldEnableThinking',
      'processMessageContent',
      'convertMCPToolsToProviderTools',
      'handleStreamingError',
      '@google/generative-ai',
    ];
    for (const name of NAMES) {
      const [, named = '', here = '', why = ''] =
        rows.find((line) => line.split('|')[1]?.includes(name))?.split('|') ?? [];
      expect([name, named.includes(name), pathsIn(here).length > 0, why.trim() !== '']).toEqual([
        name,
        true,
        true,
        true,
      ]);
    }
  });

  it('names only what is there', () => {
    const here = rows.flatMap((row) => pathsIn(row.split('|').slice(2).join('|')));
    expect(here.length).toBeGreaterThan(50);
    expect(here.filter((path) => !isThere(path))).toEqual([]);
  });
});
