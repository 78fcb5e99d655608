import { describe, expect, it } from 'vitest';
import type { CallScope, CommandScope } from '#core/agent/approval/call-scope.ts';
import { MODES, decideApproval, nextMode, type ApprovalMode } from '#core/agent/approval/decide-approval.ts';
import { NO_TAINT, addSource, allowInTurn, type TaintSource } from '#core/agent/tools/taint.ts';
import type { ToolFacts, ToolKind } from '#core/agent/tools/tool-facts.ts';

function tool(server: string, kind: ToolKind): ToolFacts {
  return { name: `${server}__${kind}`, server, label: server, kind, definition: 'one', brings: null };
}

const READ = tool('files', 'read');
const EDIT = tool('files', 'write');
const RUN = tool('shell', 'execute');
const SEND = tool('mail', 'write');
const FETCH = tool('web', 'network');

const from = (kind: TaintSource['kind'], server: string): TaintSource => ({
  kind,
  server,
  tool: 'x',
  call: `${server}#0`,
});
const PAGE = from('web', 'web');
const MCP = from('tool', 'mail');
const FOREIGN_FILE = from('file', 'files');
const OUTPUT = from('tool', 'shell');

const COMMAND: CommandScope = { folder: '/work', sandbox: 'none', network: true, rules: [] };
const scope = (unasked: CallScope['unasked'], command?: CommandScope, own = false): CallScope => ({
  own,
  unasked,
  ...(command && { command }),
});
const EDITS = scope('edits');
const RULE = scope('command', COMMAND);
const BOXED = scope('sandbox', { ...COMMAND, sandbox: 'inside', network: false }, true);

const decide = (mode: ApprovalMode, facts: ToolFacts, of: CallScope | null, sources: readonly TaintSource[] = []) =>
  decideApproval(facts, { mode, rules: new Map() }, sources.reduce(addSource, NO_TAINT), of);
const verdict = (...args: Parameters<typeof decide>) => decide(...args).verdict;

describe('without outside content in view', () => {
  const cases: readonly [
    string,
    ToolFacts,
    CallScope | null,
    plan: string,
    ask: string,
    edits: string,
    auto: string,
  ][] = [
    ['a file of the user’s own folder is read', READ, scope(null, undefined, true), 'allow', 'allow', 'allow', 'allow'],
    ['a file of another attached folder is read', READ, scope(null), 'allow', 'ask', 'allow', 'allow'],
    ['a trusted server reads', READ, null, 'allow', 'ask', 'ask', 'allow'],
    ['a file inside is edited', EDIT, EDITS, 'deny', 'ask', 'allow', 'ask'],
    ['a file that other programs run is edited', EDIT, scope(null), 'deny', 'ask', 'ask', 'ask'],
    ['something outside is changed', SEND, null, 'deny', 'ask', 'ask', 'ask'],
    ['a command runs', RUN, scope(null, COMMAND), 'deny', 'ask', 'ask', 'ask'],
    ['a command with a rule runs', RUN, RULE, 'deny', 'allow', 'allow', 'allow'],
    ['a command runs in the sandbox', RUN, BOXED, 'deny', 'ask', 'allow', 'ask'],
    ['a page is fetched', FETCH, null, 'ask', 'ask', 'ask', 'ask'],
  ];
  it.each(cases)('%s', (_what, facts, of, plan, ask, edits, auto) => {
    expect({
      plan: verdict('plan', facts, of),
      ask: verdict('ask', facts, of),
      edits: verdict('edits', facts, of),
      auto: verdict('auto', facts, of),
    }).toEqual({ plan, ask, edits, auto });
  });
});

describe('with outside content in view', () => {
  const sources = { 'a page': PAGE, 'a server': MCP, 'a folder that is not the user’s own': FOREIGN_FILE };
  const acts: readonly [string, ToolFacts, CallScope | null][] = [
    ['an edit', EDIT, EDITS],
    ['a command', RUN, scope(null, COMMAND)],
    ['a command with a rule', RUN, RULE],
    ['a command in the sandbox', RUN, BOXED],
    ['a message', SEND, null],
  ];
  const cases = Object.entries(sources).flatMap(([name, source]) =>
    acts.flatMap(([act, facts, of]) =>
      (['ask', 'edits', 'auto'] as const).map((mode) => [act, name, mode, source, facts, of] as const),
    ),
  );

  it.each(cases)('%s is asked about after %s in mode %s', (_act, _name, mode, source, facts, of) => {
    // The server that sent it may be answered: what it brings leads to no other tool by itself.
    const verdictNow = decide(mode, facts, of, [source]);
    expect(verdictNow.verdict).toBe('ask');
    if (verdictNow.verdict !== 'ask') return;
    expect(verdictNow.sources).toEqual([source]);
    // No lasting permission is given under outside influence.
    expect(verdictNow.offers).not.toContain('always');
    expect(verdictNow.offers).not.toContain('session');
  });

  it('a plan stays a plan', () => {
    for (const [, facts, of] of acts) expect(verdict('plan', facts, of, [PAGE])).toBe('deny');
  });

  it('the output of commands can’t change a line that the user fixed, and leads to nothing else', () => {
    expect(verdict('edits', RUN, RULE, [OUTPUT])).toBe('allow');
    expect(verdict('ask', RUN, RULE, [OUTPUT, PAGE])).toBe('ask');
    expect(verdict('edits', EDIT, EDITS, [OUTPUT])).toBe('ask');
    expect(verdict('edits', RUN, BOXED, [OUTPUT])).toBe('ask');
  });
});

describe('a call that leaves the sandbox', () => {
  const outside = scope(null, { ...COMMAND, sandbox: 'outside' });
  it('is asked about in every mode, each time', () => {
    for (const mode of ['ask', 'edits', 'auto'] as const)
      expect(decide(mode, RUN, outside)).toMatchObject({ verdict: 'ask', offers: ['once'] });
  });
});

describe('a change of a file that other programs obey', () => {
  it('is asked about each time, whatever was allowed before', () => {
    const guarded: CallScope = { ...scope(null), guarded: true };
    for (const rule of ['session', 'always'] as const) {
      const rules = new Map([[EDIT.name, { rule, definition: EDIT.definition }]]);
      for (const mode of ['ask', 'edits', 'auto'] as const) {
        expect(decideApproval(EDIT, { mode, rules }, NO_TAINT, scope(null)).verdict).toBe('allow');
        expect(decideApproval(EDIT, { mode, rules }, NO_TAINT, guarded)).toMatchObject({
          verdict: 'ask',
          offers: ['once'],
        });
      }
    }
    const taint = allowInTurn(addSource(NO_TAINT, PAGE), EDIT.name, EDIT.definition, 1);
    expect(decideApproval(EDIT, { mode: 'ask', rules: new Map() }, taint, scope(null)).verdict).toBe('allow');
    expect(decideApproval(EDIT, { mode: 'ask', rules: new Map() }, taint, guarded).verdict).toBe('ask');
    expect(verdict('plan', EDIT, guarded)).toBe('deny');
  });
});

describe('the key', () => {
  it('goes through the modes on offer, from wherever it starts', () => {
    expect(MODES.map(nextMode)).toEqual(['ask', 'edits', 'plan']);
    expect(nextMode('auto')).toBe('edits');
  });
});
