import type { CallScope } from '#core/agent/approval/call-scope.ts';
import { coversCommand, rulesFor, type CommandRule } from '#core/agent/approval/command-rule.ts';
import type { ApprovalMode, Grant } from '#core/agent/approval/decide-approval.ts';
import type { ApprovalDecision, ApprovalRequest } from '#core/agent/ports.ts';
import { runAgent } from '#core/agent/run-agent.ts';
import type { ToolFacts, ToolKind } from '#core/agent/tools/tool-facts.ts';
import { createWorld, type ScriptedCall } from './agent-world.ts';

const call = (tool: string, args: object): ScriptedCall => ({ tool, args });
const read = (path: string) => call('files__read', { path });
const search = (pattern: string) => call('files__grep', { pattern });
const edit = (path: string) => call('files__edit', { path });
const run = (command: string) => call('shell__run', { command });

/** Five tasks as models carried them out, one list of calls for each answer. */
export const TASKS: Readonly<Record<string, readonly (readonly ScriptedCall[])[]>> = {
  'Fix a failing test': [
    [run('npm test')],
    [search('parseDate'), read('src/date.ts'), read('test/date.test.ts')],
    [edit('src/date.ts')],
    [run('npm test')],
    [edit('src/date.ts')],
    [run('npm test')],
  ],
  'Rename across files': [
    [search('getUser')],
    [read('src/a.ts'), read('src/b.ts'), read('src/c.ts'), read('src/d.ts')],
    [edit('src/a.ts'), edit('src/b.ts')],
    [edit('src/c.ts'), edit('src/d.ts')],
    [run('npm run typecheck')],
    [edit('test/a.test.ts')],
    [run('npm run typecheck')],
  ],
  'Read and summarize a folder': [
    [call('files__list', { path: '.' }), call('files__glob', { pattern: '*.md' })],
    [read('README.md'), read('docs/one.md'), read('docs/two.md')],
    [read('src/main.ts'), read('src/server.ts'), read('package.json')],
  ],
  'Web research to a file': [
    [call('web__search', { query: 'date libraries' })],
    [call('web__fetch', { url: 'https://example.com/a' }), call('web__fetch', { url: 'https://example.org/b' })],
    [edit('notes.md')],
    [call('web__fetch', { url: 'https://example.net/c' })],
    [edit('notes.md')],
  ],
  'Add a dependency, run tests': [
    [read('package.json')],
    [call('shell__install', { command: 'npm install zod' })],
    [read('src/config.ts')],
    [edit('src/config.ts'), edit('test/config.test.ts')],
    [run('npm test')],
    [edit('src/config.ts')],
    [run('npm test')],
  ],
};

const KINDS: Readonly<Record<string, readonly [ToolKind, ToolFacts['brings']]>> = {
  files__read: ['read', 'file'],
  files__list: ['read', 'file'],
  files__glob: ['read', 'file'],
  files__grep: ['read', 'file'],
  files__edit: ['write', 'file'],
  shell__run: ['execute', 'tool'],
  shell__run_outside: ['execute', 'tool'],
  web__search: ['network', 'web'],
  web__fetch: ['network', 'web'],
};

function factsOf(name: string): ToolFacts | null {
  const found = KINDS[name];
  if (!found) return null;
  const [kind, brings] = found;
  return { name, server: name.slice(0, name.indexOf('__')), label: name, kind, definition: name, brings };
}

export interface Policy {
  mode: ApprovalMode;
  /** The host knows scopes, and the folder is the user's own. False: the build before there were any. */
  scopes: boolean;
  sandbox: boolean;
}

/** `once`: allows each call alone. `widest`: chooses what spares the most questions, but nothing for every conversation. */
export type Patience = 'once' | 'widest';

export const POLICIES: Readonly<Record<string, Policy>> = {
  'Ask, before': { mode: 'ask', scopes: false, sandbox: false },
  Ask: { mode: 'ask', scopes: true, sandbox: false },
  'Accept edits': { mode: 'edits', scopes: true, sandbox: false },
  'Accept edits, sandbox': { mode: 'edits', scopes: true, sandbox: true },
};

const RANK: readonly Grant[] = ['session', 'turn', 'once'];

/** Runs a task through the loop, with the answers of a user, and returns how often they were asked. */
export async function countQuestions(
  steps: readonly (readonly ScriptedCall[])[],
  { mode, scopes, sandbox }: Policy,
  patience: Patience,
): Promise<number> {
  // Installing needs the network, so where there is a sandbox the model asks to leave it.
  const named = steps.map((calls) =>
    calls.map((one) =>
      one.tool === 'shell__install' ? { ...one, tool: sandbox ? 'shell__run_outside' : 'shell__run' } : one,
    ),
  );
  const world = createWorld({ script: named.map((calls) => ({ calls })), mode });
  const rules: CommandRule[] = [];
  let count = 0;

  async function scope(name: string, { command }: Readonly<Record<string, unknown>>): Promise<CallScope | null> {
    const facts = factsOf(name);
    if (facts?.server === 'files')
      return { own: true, unasked: facts.kind === 'write' && mode === 'edits' ? 'edits' : null };
    if (facts?.server !== 'shell' || typeof command !== 'string') return null;
    const outside = name === 'shell__run_outside';
    const inside = sandbox && !outside;
    const covered = !outside && rules.some((rule) => coversCommand(rule, command));
    return {
      own: inside,
      unasked: covered ? 'command' : inside && mode === 'edits' ? 'sandbox' : null,
      command: {
        folder: '/work',
        sandbox: inside ? 'inside' : outside ? 'outside' : 'none',
        network: !inside,
        rules: rulesFor(command),
      },
    };
  }

  async function ask({ offers, scope: asked }: ApprovalRequest): Promise<ApprovalDecision> {
    count++;
    if (patience === 'once') return { allow: 'once' };
    const [exact] = asked?.command?.rules ?? [];
    if (exact) {
      rules.push(exact);
      return { allow: 'once' };
    }
    return { allow: RANK.find((grant) => offers.includes(grant)) ?? 'once' };
  }

  const ports = {
    ...world.ports,
    tools: { ...world.ports.tools, find: factsOf, ...(scopes && { scope }) },
    approvals: { ...world.ports.approvals, ask },
  };
  const events = runAgent(ports, { run: 'r', after: 'm0', signal: new AbortController().signal });
  const done = (async () => {
    for await (const event of events) if (event.type === 'broken_off') throw event.error;
  })();
  await world.clock.finish(done);
  return count;
}

/** The questions of each task as a table in Markdown. */
export async function questionTable(): Promise<string> {
  const names = Object.keys(POLICIES);
  const rows: string[][] = [['', ...names]];
  const sums = new Map<string, [number, number]>();
  for (const [task, steps] of Object.entries(TASKS)) {
    const cells = [task];
    for (const [name, policy] of Object.entries(POLICIES)) {
      const [once, widest] = [
        await countQuestions(steps, policy, 'once'),
        await countQuestions(steps, policy, 'widest'),
      ];
      const [a, b] = sums.get(name) ?? [0, 0];
      sums.set(name, [a + once, b + widest]);
      cells.push(`${once} / ${widest}`);
    }
    rows.push(cells);
  }
  rows.push(['All', ...names.map((name) => (sums.get(name) ?? []).join(' / '))]);
  const widths = names.map((_, at) => Math.max(...rows.map((row) => row[at + 1]?.length ?? 0)));
  const first = Math.max(...rows.map(([cell = '']) => cell.length));
  const line = ([cell = '', ...rest]: readonly string[]) =>
    `| ${[cell.padEnd(first), ...rest.map((one, at) => one.padEnd(widths[at] ?? 0))].join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `| ${[first, ...widths].map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
