import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIGURATION, type Configuration } from '#core/reliability/configuration.ts';
import type { ReliabilityEvent } from '#core/reliability/events.ts';
import type { Hooks, ToolResultValue } from '#core/reliability/hook.ts';
import type { PreventiveHook } from '#core/preventive-hook.ts';
import { HOOKS } from '#core/reliability/hook-table.ts';
import { testReliability } from '#test/fakes/reliability.ts';
import { practiceTarget, practiceVendors } from '../../vendors/practice-lab.ts';
import { renderBody } from '../../core/wire-body.ts';
import { AgentWorld, callsOf, openProfile } from '../agent/agent-world.ts';
import { answerOf, RecoveryLab, thought, user } from '../recovery-lab.ts';

const experimental = (given: Partial<Configuration['experimental']>): Partial<Configuration> => ({
  experimental: { ...DEFAULT_CONFIGURATION.experimental, ...given },
});

const LINES = Array.from({ length: 2_000 }, (_, line) => `line ${line} of a long result`).join('\n');

describe('around tool calls', () => {
  const result = (given: Partial<ToolResultValue>): ToolResultValue => ({
    args: {},
    tool: 'server__search',
    status: 'ok',
    text: LINES,
    budget: 500,
    keep: async () => 'kept-1',
    ...given,
  });
  const after = (configuration: Partial<Configuration>, given: Partial<ToolResultValue> = {}) =>
    testReliability(() => configuration)
      .aroundCalls('s')
      .after(result(given));

  test('a long result is shortened and kept whole, unless that is switched off', async () => {
    const shortened = await after({});
    expect(shortened.text.length).toBeLessThan(LINES.length / 4);
    expect(shortened.shortened).toMatchObject({ output: 'kept-1' });
    expect(shortened.text).toContain('read_tool_output {"id":"kept-1"}');
    expect(await after({ disabled_hooks: ['tool-output-truncator'] })).toEqual({
      ...result({}),
      keep: expect.anything(),
    });
  });

  test('only of search and language tools where the configuration says so', async () => {
    const listed = experimental({ truncate_all_tool_outputs: false });
    const documented =
      'safe_grep glob Glob safe_glob lsp_find_references lsp_document_symbols lsp_workspace_symbols lsp_diagnostics ast_grep_search interactive_bash Interactive_bash grep Grep';
    for (const tool of ['builtin_workspace_server__grep', 'lsp__lsp_diagnostics', ...documented.split(' ')])
      expect((await after(listed, { tool })).shortened).toBeDefined();
    expect((await after(listed, { tool: 'builtin_shell_server__run' })).shortened).toBeUndefined();
    const harder = experimental({ truncate_all_tool_outputs: false, aggressive_truncation: true });
    expect((await after(harder, { tool: 'builtin_shell_server__run' })).shortened).toBeDefined();
  });

  test('an empty result is named, a failed one is left alone', async () => {
    expect((await after({}, { text: ' \n' })).text).toBe('(no output)');
    expect((await after({}, { text: '', tool: 'task' })).text).toMatch(/^The task ended without an answer/);
    expect((await after({}, { text: '', status: 'error' })).text).toBe('');
    const images = [{ mime: 'image/png', data: 'AAAA' }];
    expect((await after({}, { text: '', images })).text).toBe('');
    expect((await after({ disabled_hooks: ['empty-task-response-detector'] }, { text: '' })).text).toBe('');
  });
});

describe('comments that a change leaves behind', () => {
  const diff = 'Created a.ts.\n--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,2 @@\n+run();\n+// TODO: handle errors\n';
  const after = (tool: string, given: Partial<ToolResultValue> = {}, enabled: Configuration['enabled_hooks'] = []) =>
    testReliability(() => ({ enabled_hooks: enabled }))
      .aroundCalls('s')
      .after({ tool, args: {}, status: 'ok', text: diff, budget: 10_000, keep: async () => 'kept-1', ...given });
  const tool = 'builtin_workspace_server__write';

  test('are told to the user and to the model once somebody wants that', async () => {
    expect((await after(tool)).text).toBe(diff);
    const checked = await after(tool, {}, ['comment-checker']);
    expect(checked.leftovers).toEqual([{ path: 'a.ts', line: 2, kind: 'unfinished', text: 'TODO: handle errors' }]);
    expect(checked.text.startsWith(diff)).toBe(true);
    expect(checked.text).toContain('a.ts:2 unfinished: TODO: handle errors');
  });

  test('not of tools that read, and not of a call that failed', async () => {
    expect((await after('git__diff', {}, ['comment-checker'])).leftovers).toBeUndefined();
    expect((await after('fs__read_file', {}, ['comment-checker'])).leftovers).toBeUndefined();
    expect((await after(tool, { status: 'error' }, ['comment-checker'])).leftovers).toBeUndefined();
    expect((await after('fs__editFile', {}, ['comment-checker'])).leftovers).toHaveLength(1);
  });

  test('the note outlives the shortening of a long result', async () => {
    const long = diff.replace('@@ -0,0 +1,2 @@\n', `@@ -0,0 +1,2002 @@\n${'+run();\n'.repeat(2_000)}`);
    const checked = await after(tool, { text: long, budget: 400 }, ['comment-checker']);
    expect(checked.shortened).toBeDefined();
    expect(checked.text).toContain('a.ts:2002 unfinished');
  });
});

describe('events', () => {
  const refused = (kind: string): ReliabilityEvent & { type: 'session.error' } => ({
    type: 'session.error',
    sessionId: 's',
    error: { kind, message: 'no' },
  });

  test('a refusal is recovered from by the hook for its kind', async () => {
    const recovery = async (kind: string, ...disabled_hooks: Configuration['disabled_hooks']) =>
      (await testReliability(() => ({ disabled_hooks })).emit(refused(kind))).recovery;
    expect(await recovery('invalid_signature')).toBe('stricter');
    expect(await recovery('context_overflow')).toBe('stricter');
    expect(await recovery('invalid_signature', 'session-recovery')).toBeUndefined();
    expect(await recovery('context_overflow', 'session-recovery')).toBe('stricter');
    expect(await recovery('context_overflow', 'anthropic-context-window-limit-recovery')).toBeUndefined();
    expect(await recovery('invalid_signature', 'anthropic-context-window-limit-recovery')).toBe('stricter');
  });

  test('are heard by everybody, also where one listener never comes to an end', async () => {
    const notified: string[] = [];
    const soon = { setTimeout: (fn: () => void) => setTimeout(fn, 1), clearTimeout: () => undefined };
    const log = (event: string): void => void notified.push(event);
    const reliability = testReliability(() => ({}), {}, { clock: soon, log });
    reliability.subscribe(() => new Promise<void>(() => undefined));
    const heard: string[] = [];
    reliability.subscribe(({ type }) => void heard.push(type));
    await reliability.emit({ type: 'session.idle', sessionId: 's' });
    await reliability.emit({ type: 'session.deleted', sessionId: 's' });
    expect(heard).toEqual(['session.idle', 'session.deleted']);
    expect(notified.filter((event) => event === 'A listener failed')).toHaveLength(2);
  });

  test('wait for a listener before the next one of the conversation is told', async () => {
    const reliability = testReliability();
    const heard: string[] = [];
    reliability.subscribe(async ({ type }) => {
      await new Promise((resolve) => setTimeout(resolve, type === 'session.error' ? 20 : 0));
      heard.push(type);
    });
    void reliability.emit(refused('unknown'));
    await reliability.emit({ type: 'session.idle', sessionId: 's' });
    expect(heard).toEqual(['session.error', 'session.idle']);
  });

  test('are heard in the order in which they were told, whatever a listener does', async () => {
    const reliability = testReliability();
    const heard: string[] = [];
    reliability.subscribe(() => {
      throw new Error('deaf');
    });
    const stop = reliability.subscribe(({ type }) => void heard.push(type));
    void reliability.emit(refused('unknown'));
    void reliability.emit({ type: 'message.updated', sessionId: 's', role: 'user' });
    await reliability.emit({ type: 'session.idle', sessionId: 's' });
    expect(heard).toEqual(['session.error', 'message.updated', 'session.idle']);
    stop();
    await reliability.emit({ type: 'session.deleted', sessionId: 's' });
    expect(heard).toHaveLength(3);
  });

  test('without an answer of the host the defaults hold', async () => {
    const reliability = testReliability(undefined, {}, { configuration: () => Promise.reject(new Error('gone')) });
    expect(await reliability.configuration('s')).toBe(DEFAULT_CONFIGURATION);
    expect(await reliability.rulesOff('s')).toEqual([]);
  });
});

describe('switched off, it really is', () => {
  const claude = practiceTarget('practice-claude');

  test('a refusal is quoted at once, and nothing is asked again', async () => {
    for (const [disabled_hooks, requests] of [
      [[], 2],
      [['session-recovery'], 1],
    ] as const) {
      const lab = await RecoveryLab.open();
      lab.configuration = { disabled_hooks: [...disabled_hooks] };
      await lab.put(user('Think.'), answerOf(claude, thought({ signature: 'bm90IG1pbmU=' })));
      const asked = await lab.ask('And then?', claude);
      expect(asked.bodies).toHaveLength(requests);
      expect(asked.message.error?.kind).toBe(requests === 1 ? 'invalid_signature' : undefined);
    }
  });

  test('what a preventive rule leaves undone is repaired by the last check, and told as such', async () => {
    const history = [user('One.'), answerOf(claude), user('Two.')];
    const empty = history.map((message, at) =>
      at === 1 ? { ...message, parts: [{ type: 'text' as const, text: ' ' }] } : message,
    );
    const rules = async (rulesOff: PreventiveHook[]) =>
      (await renderBody(empty, { ...claude, rulesOff })).report.notes.map(({ rule }) => rule);
    expect(await rules([])).toContain('drop-empty-answer');
    expect(await rules([])).not.toContain('lint-repair');
    expect(await rules(['empty-message-sanitizer'])).toContain('lint-repair');
    expect(await testReliability(() => ({ disabled_hooks: ['empty-message-sanitizer'] })).rulesOff('s')).toEqual([
      'empty-message-sanitizer',
    ]);
  });
});

test('every hook throws at once: the chat still works, tools and all', async () => {
  const broken = () => {
    throw new Error('broken');
  };
  const stages = {
    'messages.transform': broken,
    'tool.execute.before': broken,
    'tool.execute.after': broken,
    event: broken,
    onBeforeSummarize: broken,
  };
  const hooks: Hooks = Object.fromEntries(HOOKS.map(({ id }) => [id, stages]));
  const world = new AgentWorld(await openProfile(), undefined, practiceVendors(), hooks);
  const id = await world.begin('claude');
  await world.send(id, '!tool builtin_planning_server__create_goal {"name":"Ship it"}');
  await world.send(id, 'And now?');
  const path = await world.path(id);
  expect(callsOf(path)).toEqual([{ name: expect.stringContaining('create_goal'), args: { name: 'Ship it' } }]);
  expect(path.map(({ error }) => error).filter(Boolean)).toEqual([]);
  expect(path.at(-1)).toMatchObject({ role: 'assistant', stop: 'end' });
  expect(world.refusals()).toEqual([]);
});
