import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HOOKS } from '#core/reliability/hook-table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = read('docs/documents.md');
const PAGES = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'documents.md')
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
];
const pathsIn = (from: string) => [...from.matchAll(/`((?:\.?[\w-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path);
const isThere = (path: string) => ['', 'src'].some((from) => existsSync(join(root, from, path)));

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

/** Resolves `#core/x.ts` to its file. */
function addressOf(alias: string): string {
  const [top = '', ...rest] = alias.slice(1).split('/');
  return [top === 'host' || top === 'shell' ? `electron/${top}` : `src/${top}`, ...rest].join('/');
}

/** Whether arrows lead from one node to another, directly or indirectly. */
function leads(arrows: readonly string[], destination: string): boolean {
  const [from = '', to = ''] = destination.split(' ');
  const reached = new Set([from]);
  for (const node of reached)
    for (const arrow of arrows) {
      const [start = '', end = ''] = arrow.split(' ');
      if (start === node) reached.add(end);
    }
  return reached.has(to);
}

describe('the pages on architecture', () => {
  it.each(PAGES)('%s names only files that exist', (page) => {
    const text = read(page);
    // The guide also names files of the user.
    const paths = page.startsWith('docs/user/') ? [] : pathsIn(text);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, page, '..', link)))).toEqual([]);
  });

  it('has a row for every folder of the product', () => {
    const text = read('ARCHITECTURE.md');
    const folders = ['src', 'electron'].flatMap((top) =>
      readdirSync(join(root, top), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${top}/${name}`),
    );
    expect(folders.length).toBeGreaterThan(15);
    expect(folders.filter((folder) => !text.includes(`\`${folder}\``))).toEqual([]);
  });

  it('draws the imports of the code, all of them, and no others', () => {
    const text = read('ARCHITECTURE.md');
    const nodes = [...text.matchAll(/^ {2}(\w+)\["([^<"]+)/gm)].flatMap(([, name = '', paths = '']) =>
      paths.split(', ').map((path) => ({ name, path: `${path}/` })),
    );
    const nodeOf = (file: string) =>
      nodes.filter(({ path }) => file.startsWith(path)).toSorted((a, b) => b.path.length - a.path.length)[0]?.name;
    const drawn = [...text.matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(([, from = '', to = '']) => `${from} ${to}`);
    const imports = new Set<string>();
    for (const file of [...filesIn('src'), ...filesIn('electron')])
      for (const [, address = ''] of read(file).matchAll(/(?:from|import)\(? ?'([#.][^']+)'/g)) {
        const target = address.startsWith('#') ? addressOf(address) : posix.join(posix.dirname(file), address);
        const [from, to] = [nodeOf(file), nodeOf(target)];
        if (from && to && from !== to) imports.add(`${from} ${to}`);
      }
    expect(imports.size).toBeGreaterThan(30);
    expect(drawn.filter((arrow) => !imports.has(arrow))).toEqual([]);
    expect([...imports].filter((arrow) => !leads(drawn, arrow))).toEqual([]);
    expect(leads(drawn, 'core ui')).toBe(false);
  });

  it('has a place for every part of the reliability documents', () => {
    const [, map = ''] = read('docs/reliability.md').split('## Where each part is');
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
