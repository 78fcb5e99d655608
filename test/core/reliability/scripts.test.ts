import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMatcher, scriptToolName } from '#core/reliability/scripts/match-tool.ts';
import { type ScriptEnd, readVerdict } from '#core/reliability/scripts/read-verdict.ts';
import { ownArguments, scriptInput } from '#core/reliability/scripts/script-input.ts';
import { SCRIPT_EVENTS, scriptName } from '#core/script-table.ts';

const ended = (change: Partial<ScriptEnd>): ScriptEnd => ({
  end: 'exit',
  code: 0,
  signal: null,
  stdout: '',
  stderr: '',
  cut: false,
  seconds: 60,
  ...change,
});
const says = (value: unknown) => ended({ stdout: JSON.stringify(value) });

describe('which tools a matcher is for', () => {
  test.each([
    [undefined, 'anything', true],
    ['', 'anything', true],
    ['*', 'anything', true],
    ['Bash', 'builtin_shell_server__run', true],
    ['Bash', 'builtin_shell_server__run_outside', true],
    ['Bash', 'memory__search', false],
    ['Edit|Write', 'builtin_workspace_server__write', true],
    ['Edit|Write', 'builtin_workspace_server__read', false],
    ['mcp__memory__.*', 'memory__search', true],
    ['mcp__memory', 'memory__search', false],
    ['memory__search', 'memory__search', true],
    ['^builtin_', 'builtin_shell_server__run', true],
  ])('%s for %s: %s', (matcher, tool, fits) => {
    expect(readMatcher(matcher)?.(tool)).toBe(fits);
  });

  test('one that cannot be read is for none', () => expect(readMatcher('(')).toBeNull());
  test('names are those that scripts know', () => {
    expect(scriptToolName('memory__search')).toBe('mcp__memory__search');
    expect(scriptToolName('task')).toBe('Task');
    expect(scriptToolName('read_tool_output')).toBe('read_tool_output');
  });
});

test.each([
  ['python3 ~/hooks/check.py --all', 'check.py'],
  ['"/home/me/my hooks/guard.sh" x', 'guard.sh'],
  ['jq -r .tool_input', 'jq'],
  ['notify-send done', 'notify-send'],
  [`C:\\hooks\\guard.cmd`, 'guard.cmd'],
])('%s is called %s', (command, name) => expect(scriptName(command)).toBe(name));

describe('what a script is told', () => {
  const place = { session: 's', folder: '/work' };
  test('a call, under the names of Claude Code and its own', () => {
    const tool = 'builtin_workspace_server__edit';
    const args = { path: 'a.ts', old_text: 'x', new_text: 'y' };
    expect(scriptInput({ event: 'PreToolUse', tool, call: 'c1', args }, place)).toEqual({
      session_id: 's',
      cwd: '/work',
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      baton_tool: tool,
      tool_use_id: 'c1',
      tool_input: { ...args, file_path: 'a.ts', old_string: 'x', new_string: 'y' },
    });
    // A change under either name becomes a change under Baton's name, and the script's names are removed.
    const input = { ...args, file_path: 'a.ts', old_string: 'x', new_string: 'y' };
    expect(ownArguments(tool, args, { ...input, file_path: 'b.ts' })).toEqual({ ...args, path: 'b.ts' });
    expect(ownArguments(tool, args, { ...input, path: 'c.ts' })).toEqual({ ...args, path: 'c.ts' });
    expect(ownArguments('memory__search', { path: 'a' }, { file_path: 'b' })).toEqual({ file_path: 'b' });
  });
});

describe('what a script wants', () => {
  test('exit code 2 blocks with the words of standard error, each event in its way', () => {
    const blocked = ended({ code: 2, stderr: 'not here\n', stdout: '{"decision":"approve"}' });
    expect(readVerdict('PreToolUse', blocked)).toEqual({
      notes: [{ did: 'blocked', text: 'not here' }],
      refused: 'not here',
    });
    expect(readVerdict('UserPromptSubmit', blocked).refused).toBe('not here');
    expect(readVerdict('Stop', blocked)).toEqual({ notes: [{ did: 'kept', text: 'not here' }], refused: 'not here' });
    // It has already run, so the model gets the message.
    expect(readVerdict('PostToolUse', blocked)).toEqual({
      notes: [{ did: 'added', text: 'not here' }],
      context: 'not here',
    });
    expect(readVerdict('PreToolUse', ended({ code: 2 })).refused).not.toBe('');
  });

  test.each([
    [
      { code: 1, stderr: 'Traceback' },
      { why: 'exit', detail: '1', text: 'Traceback' },
    ],
    [
      { code: null, signal: 'SIGSEGV' },
      { why: 'signal', detail: 'SIGSEGV', text: '' },
    ],
    [
      { code: null, signal: 'SIGTERM', end: 'timeout', seconds: 5 },
      { why: 'timeout', detail: '5', text: '' },
    ],
    [{ stdout: '{"decision": ' }, { why: 'json', text: '{"decision":' }],
    [
      { stdout: 'x', cut: true },
      { why: 'size', text: '' },
    ],
    [{ stdout: '{"hookSpecificOutput":{"hookEventName":"Stop"}}' }, { why: 'event', detail: 'Stop', text: '' }],
  ] as const)('%j is a failure that blocks nothing', (change, note) => {
    expect(readVerdict('PreToolUse', ended(change))).toEqual({ notes: [{ did: 'failed', ...note }] });
  });

  test('JSON denies, asks, changes and adds', () => {
    const own = (value: object) => says({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...value } });
    expect(
      readVerdict('PreToolUse', own({ permissionDecision: 'deny', permissionDecisionReason: 'no' })),
    ).toMatchObject({ refused: 'no' });
    expect(readVerdict('PreToolUse', own({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }))).toEqual({
      notes: [{ did: 'asked', text: 'sure?' }],
      ask: 'sure?',
    });
    expect(readVerdict('PreToolUse', own({ updatedInput: { a: 1 }, additionalContext: 'note' }))).toEqual({
      notes: [
        { did: 'changed', text: '{"a":1}' },
        { did: 'added', text: 'note' },
      ],
      args: { a: 1 },
      context: 'note',
    });
    expect(readVerdict('PostToolUse', says({ decision: 'block', reason: 'lint failed' })).context).toBe('lint failed');
    expect(readVerdict('UserPromptSubmit', says({ continue: false, stopReason: 'closed' })).refused).toBe('closed');
    expect(readVerdict('Stop', says({ continue: false, stopReason: 'closed' })).refused).toBeUndefined();
    expect(readVerdict('Stop', says({ systemMessage: 'done' })).notes).toEqual([{ did: 'said', text: 'done' }]);
  });

  test('nobody but the user allows', () => {
    expect(readVerdict('PreToolUse', says({ hookSpecificOutput: { permissionDecision: 'allow' } }))).toEqual({
      notes: [],
    });
    expect(readVerdict('PreToolUse', says({ decision: 'approve' }))).toEqual({ notes: [] });
  });

  test('plain words are for the model before a message alone', () => {
    expect(readVerdict('UserPromptSubmit', ended({ stdout: 'It is Saturday.\n' })).context).toBe('It is Saturday.');
    for (const event of ['PreToolUse', 'PostToolUse', 'Stop'] as const)
      expect(readVerdict(event, ended({ stdout: 'ok' }))).toEqual({ notes: [] });
  });

  test('whatever it prints, it is read, and its words have a bound', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant(`{"reason":"${'x'.repeat(50_000)}","decision":"block"}`),
    );
    fc.assert(
      fc.property(fc.constantFrom(...SCRIPT_EVENTS), texts, texts, fc.integer({ min: 0, max: 3 }), (...given) => {
        const [event, stdout, stderr, code] = given;
        const { notes, refused = '', context = '' } = readVerdict(event, ended({ stdout, stderr, code }));
        for (const written of [refused, ...notes.map(({ text }) => text)])
          expect(written.length).toBeLessThanOrEqual(10_001);
        expect(context.length).toBeLessThanOrEqual(20_003);
      }),
    );
  });
});
