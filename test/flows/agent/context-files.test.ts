import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTEXT, SUMMARY } from '#core/normalize/base/overlays.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { openMcpHost } from '#test/fakes/mcp-host.ts';
import { createMcpBench } from '../../host/mcp/support/bench.ts';
import type { McpBench } from '../../host/mcp/support/bench.ts';
import { AgentWorld, openProfile, resultsOf, SEATS, TARGETS } from './agent-world.ts';
import type { Profile, Seat } from './agent-world.ts';

const ROOT = 'Words-of-the-root';
const INNER = 'Words-of-the-inner-folder';
const RULE = 'Words-of-a-rule';
const SERVER = 'builtin_workspace_server';
/** The practice models quote tool results; this answer doesn't. */
const ECHO = '!echo ok';
const read = (path: string) => `!tool ${SERVER}__read ${JSON.stringify({ path })}`;

let bench: McpBench;
let real: McpHost;
let profile: Profile;
let world: AgentWorld;
let folder: string;
/** Paths requested from the host. */
let asked: string[];

const put = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

beforeAll(async () => {
  bench = await createMcpBench();
  real = openMcpHost(bench);
}, 60_000);
afterAll(() => bench.close());
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'baton-along-')));
  put('AGENTS.md', ROOT);
  put('README.md', 'Words-of-a-readme');
  put('inner/AGENTS.md', INNER);
  put('inner/x.ts', 'x');
  put('inner/y.ts', 'y');
  put('.claude/rules/ts.md', `---\npaths: "**/*.ts"\n---\n${RULE}`);
  asked = [];
  profile = await openProfile();
  world = openWindow();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  const failures = [...world.refusals(), ...world.errors.map(String)];
  if (failures.length > 0) throw new Error(failures.join('\n'));
});

function openWindow(): AgentWorld {
  const host: McpHost = {
    ...real,
    contextFiles: (session, request) => {
      asked.push(request.kind);
      return real.contextFiles(session, request);
    },
  };
  return new AgentWorld(profile, host);
}

async function begin(seat: Seat): Promise<string> {
  const id = await world.begin(seat);
  await world.agent.setMode(id, 'auto');
  await world.agent.attachFolder(id, folder, false);
  return id;
}

/** How often the words occur in a request, the newest by default. */
function times(text: string, request = -1): number {
  return JSON.stringify(world.sent.at(request)?.body).split(text).length - 1;
}

describe('files that hold for what is worked on', () => {
  it.each(SEATS)('are told to %s once: the root’s at the start, others when a tool comes there', async (seat) => {
    const id = await begin(seat);
    await world.send(id, `${read('inner/x.ts')}\n${read('inner/y.ts')}\n${read('inner/x.ts')}\n${ECHO}\nlook`);
    expect(world.sent.map((_, at) => [times(ROOT, at), times(INNER, at), times(RULE, at)])).toEqual([
      [1, 0, 0],
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    await world.send(id, `${read('inner/x.ts')}\n${ECHO}\nonce more`);
    expect([times(ROOT), times(INNER), times(RULE)]).toEqual([1, 1, 1]);
    expect(times('Words-of-a-readme')).toBe(0);

    const path = await world.path(id);
    expect(JSON.stringify(path[0]?.parts)).not.toContain(ROOT);
    const [first, ...others] = resultsOf(path);
    expect(first?.text).not.toContain(INNER);
    expect(first?.context).toMatchObject([
      { kind: 'agents', path: 'inner/AGENTS.md', text: INNER },
      { kind: 'rules', path: '.claude/rules/ts.md', text: RULE },
    ]);
    expect(others.map(({ context }) => context)).toEqual([undefined, undefined, undefined]);
    // The folder's current content doesn't change what was already sent.
    put('AGENTS.md', 'Other words');
    await world.send(id, 'and now?');
    expect([times(ROOT), times('Other words')]).toEqual([1, 0]);
  });

  it('are told once also to the next vendor, after a reload, and in a fork', { timeout: 30_000 }, async () => {
    const id = await begin('claude');
    await world.send(id, `${read('inner/x.ts')}\n${ECHO}\nlook`);
    const fork = await world.chat.fork(id, { title: 'fork', stay: null });
    await world.send(fork.id, 'go on');
    expect([times(ROOT), times(INNER)]).toEqual([1, 1]);
    world = openWindow();
    for (const seat of SEATS) {
      await world.chat.setTarget(id, TARGETS[seat]);
      await world.send(id, `${read('inner/y.ts')}\n${ECHO}\nlook`);
      expect([times(ROOT), times(INNER)]).toEqual([1, 1]);
    }
  });

  it('are told again once a summary stands in their place', async () => {
    const id = await begin('gpt');
    await world.send(id, `${read('inner/x.ts')}\n${ECHO}\nlook`);
    const made = await world.chat.summarize(id, new AbortController().signal, () => undefined);
    if (!made.ok) throw new Error('no summary');
    await world.chat.insertSummary(id, { ...made.summary, text: 'It was looked at.' });
    await world.send(id, 'and now?');
    expect([times(ROOT), times(INNER)]).toEqual([1, 0]);
    await world.send(id, `${read('inner/y.ts')}\n${ECHO}\nlook`);
    expect([times(ROOT), times(INNER)]).toEqual([1, 1]);
    expect((await world.db.overlays.toArray()).filter(({ kind }) => kind === CONTEXT)).toHaveLength(2);
  });

  it('are told again once the window has left them out', { timeout: 30_000 }, async () => {
    const id = await begin('chat');
    await world.chat.setMaxMessages(id, 20);
    for (let turn = 0; turn < 14; turn++) {
      await world.send(id, `${ECHO}\nturn ${turn}`);
      expect(times(ROOT)).toBe(1);
    }
    const contexts = (await world.db.overlays.toArray()).filter(({ kind }) => kind === CONTEXT);
    expect(contexts.length).toBeGreaterThan(1);
    expect(contexts.length).toBeLessThan(4);
  });

  it('are told by one of several calls at once', async () => {
    const id = await begin('claude');
    const calls = ['inner/x.ts', 'inner/y.ts'].map((path) => `${SERVER}__read ${JSON.stringify({ path })}`);
    await world.send(id, `!parallel ${calls.join(' ')}\n${ECHO}\nlook`);
    expect(resultsOf(await world.path(id))).toHaveLength(2);
    expect([times(ROOT), times(INNER), times(RULE)]).toEqual([1, 1, 1]);
  });

  it('are not read where nothing is attached, nor where their hooks are off', async () => {
    const plain = await world.begin('claude');
    await world.send(plain, 'hello');
    expect(asked).toEqual([]);
    world.configuration = {
      disabled_hooks: ['directory-agents-injector', 'rules-injector'],
      enabled_hooks: ['directory-readme-injector'],
    };
    const id = await begin('claude');
    await world.send(id, `${read('inner/x.ts')}\n${ECHO}\nlook`);
    expect(new Set(asked)).toEqual(new Set(['readme']));
    expect([times(ROOT), times(INNER), times(RULE), times('Words-of-a-readme')]).toEqual([0, 0, 0, 1]);
  });

  it('count as content from outside, by name, when a call that changes something follows', async () => {
    const id = await begin('claude');
    const write = `!tool ${SERVER}__write {"path": "report.md", "content": "one"}`;
    const sent = world.send(id, `${write}\nwrite`);
    await until(() => (world.run(id)?.approvals.length ?? 0) > 0, 'a question');
    const asks = required(world.run(id)?.approvals[0]);
    expect(asks.sources).toMatchObject([{ kind: 'file', server: SERVER, detail: 'AGENTS.md' }]);
    await world.agent.decide(id, asks.key, { deny: true });
    await sent;
  });

  it('of a huge folder are shortened, and say what is missing', async () => {
    put('AGENTS.md', `${ROOT}\n${'Every line of it matters to somebody.\n'.repeat(3_000)}`);
    const id = await begin('gpt');
    await world.send(id, 'hello');
    expect(times(ROOT)).toBe(1);
    const body = JSON.stringify(world.sent.at(-1)?.body);
    expect(body).toMatch(/\d+ of 114018 bytes left out; read/);
    expect(body.split('Every line of it matters').length).toBeLessThan(900);
  });
});

describe('what stands beside a summary that makes room', () => {
  const long = (about: string) => `!echo ok\n${about} ${'Every word of it stays where it is. '.repeat(180)}`;
  const summaries = async () => (await world.db.overlays.toArray()).filter(({ kind }) => kind === SUMMARY);

  async function fill(): Promise<string> {
    world.facts = { contextWindow: 20_000, maxOutput: 1_000 };
    const id = await begin('gpt');
    await world.send(id, `${read('inner/x.ts')}\n${ECHO}\nlook`);
    for (let turn = 0; turn < 14 && (await summaries()).length === 0; turn++)
      await world.send(id, long(`Part ${turn}.`));
    expect(await summaries()).toHaveLength(1);
    return id;
  }

  it('is what code knows, and the root’s instructions; others are told again when a tool comes there', async () => {
    const id = await fill();
    const body = JSON.stringify(world.sent.at(-1)?.body);
    for (const fact of [
      `- Session: ${id}`,
      '- Model: practice-gpt',
      '- Agent mode: auto',
      `- Working folder: ${folder}`,
      `## Files in ${folder}`,
      'inner/x.ts',
    ])
      expect(body).toContain(fact);
    expect([times(ROOT), times(INNER)]).toEqual([1, 0]);
    await world.send(id, `${read('inner/y.ts')}\n${ECHO}\nlook`);
    expect([times(ROOT), times(INNER)]).toEqual([1, 1]);
    const [summary] = await summaries();
    const contexts = (await world.db.overlays.toArray()).filter(({ kind }) => kind === CONTEXT);
    expect(contexts.map(({ target }) => target.message)).toContain(summary?.target.message);
  });

  it('is nothing of that where the hook is off; the next run tells the instructions itself', async () => {
    world.configuration = { disabled_hooks: ['compaction-context-injector'] };
    await fill();
    expect(JSON.stringify(world.sent.at(-1)?.body)).not.toContain('- Session: ');
    expect(times(ROOT)).toBe(1);
    const [summary] = await summaries();
    const contexts = (await world.db.overlays.toArray()).filter(({ kind }) => kind === CONTEXT);
    expect(contexts.map(({ target }) => target.message)).not.toContain(summary?.target.message);
  });
});
