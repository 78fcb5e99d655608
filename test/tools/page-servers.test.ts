import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { getPlan } from '#storage/plan-repository.ts';
import { saveOutput, readOutput } from '#storage/output-repository.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { watchQuery } from '#storage/watch-query.ts';
import { mapResult } from '#tools/mcp/map-result.ts';
import { createServerClient } from '#tools/mcp/server-client.ts';
import { pageServers } from '#tools/page-servers.ts';
import type { PageServerDeps } from '#tools/page-servers.ts';
import { linkServer } from '#tools/page/link-server.ts';
import { characterRange, lineRange, MAX_CHARS } from '#tools/page/output-range.ts';
import type { TaskRequest, TaskPort } from '#tools/page/task-server.ts';
import { realClock } from './support/timers.ts';

const fail = (error: unknown) => {
  throw error;
};
const signal = new AbortController().signal;
async function open(tasks: PageServerDeps['tasks'] = null, depth = 0) {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1 });
  const deps: PageServerDeps = { db, now: () => 5, onUnreadableRow: fail, version: '0', tasks, deepestTask: 2 };
  const servers = pageServers({ id, depth }, deps);
  const clients = new Map(
    servers.map((server) => [
      server.id,
      createServerClient({
        server: server.id,
        transport: linkServer(() => server.build(), fail),
        version: '0',
        clock: realClock,
        random: () => 0,
        elicitations: { ask: () => Promise.resolve({ action: 'cancel' }), complete: () => undefined },
      }),
    ]),
  );
  const call = async (server: string, tool: string, args: Record<string, unknown> = {}, progress: number[] = []) => {
    const client = clients.get(server);
    if (!client) throw new Error(`no ${server}`);
    const result = await client.callTool(
      { key: 'k', tool, args },
      { onProgress: ({ done }) => progress.push(done), onWaiting: () => undefined },
      signal,
    );
    return mapResult(result);
  };
  const close = () => Promise.all([...clients.values()].map((client) => client.close()));
  return { db, id, servers, clients, call, close };
}

describe('the planning server', () => {
  const PLAN = 'builtin_planning_server';

  it('offers its tools and keeps a plan over connections and windows', async () => {
    const { db, id, clients, call, close } = await open();
    const { tools, unusable } = (await clients.get(PLAN)?.listTools(signal)) ?? { tools: [], unusable: [] };
    expect(tools.map((tool) => tool.name)).toEqual([
      'create_goal',
      'clear_goal',
      'add_todo',
      'check_todo',
      'list',
      'notes',
    ]);
    expect(unusable).toEqual([]);
    await call(PLAN, 'create_goal', { goal: 'research top 10 stories' });
    await call(PLAN, 'add_todo', { content: 'open the front page' });
    await close();
    const again = pageServers(
      { id, depth: 0 },
      { db, now: () => 6, onUnreadableRow: fail, version: '0', tasks: null, deepestTask: 2 },
    );
    expect(again.map((server) => server.id)).toEqual([PLAN, 'builtin_output_server']);
    expect(await getPlan(db, id, fail)).toMatchObject({
      goal: 'research top 10 stories',
      todos: [{ id: '1', content: 'open the front page', done: false }],
    });
  });

  it('loses nothing of calls that come at the same time', async () => {
    const { db, id, call, close } = await open();
    await Promise.all(Array.from({ length: 20 }, (_, index) => call(PLAN, 'add_todo', { content: `todo ${index}` })));
    const { todos } = await getPlan(db, id, fail);
    expect(todos.map((todo) => todo.id)).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)));
    await close();
  });

  it('shows every change to whoever looks', async () => {
    const { db, id, call, close } = await open();
    const seen: (string | null)[] = [];
    const stop = watchQuery(() => getPlan(db, id, fail), { next: ({ goal }) => seen.push(goal), error: fail });
    await expect.poll(() => seen).toEqual([null]);
    await call(PLAN, 'create_goal', { goal: 'one' });
    await expect.poll(() => seen.at(-1)).toBe('one');
    await call(PLAN, 'clear_goal');
    await expect.poll(() => seen.at(-1)).toBeNull();
    stop();
    await close();
  });

  it('tells the model what was wrong with its arguments, and changes nothing', async () => {
    const { db, id, call, close } = await open();
    const wrong = await call(PLAN, 'check_todo', { id: '7' });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toContain('The list is empty');
    const missing = await call(PLAN, 'create_goal', {}).catch((error: unknown) => ({
      isError: true,
      text: String(error),
    }));
    expect(missing).toMatchObject({ isError: true });
    expect(await getPlan(db, id, fail)).toMatchObject({ goal: null, todos: [] });
    await close();
  });
});

describe('reading a shortened result', () => {
  const OUTPUT = 'builtin_output_server';

  it('gives ranges of what was kept, of this conversation only', async () => {
    const { db, id, call, close } = await open();
    const { fence } = await claimSession(db, id);
    const text = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}`).join('\n');
    const output = await saveOutput(db, fence, { call: 'm#0', name: 'web__get', text, at: 1 });
    expect(output).toBe('output-1');
    expect(await saveOutput(db, fence, { call: 'm#1', name: 'web__get', text: 'other', at: 2 })).toBe('output-2');
    expect(await saveOutput(db, fence, { call: 'm#0', name: 'web__get', text, at: 3 })).toBe('output-1');

    const part = await call(OUTPUT, 'read_tool_output', { id: output, from: 4998 });
    expect(part).toEqual({
      text: '[lines 4998 to 5000 of 5000]\nline 4998\nline 4999\nline 5000',
      images: [],
      isError: false,
    });
    const one = await call(OUTPUT, 'read_tool_output', { id: output, offset: 0, length: 6 });
    expect(one.text).toBe(`[characters 0 to 5 of ${text.length}; go on with offset 6]\nline 1`);
    expect(await call(OUTPUT, 'read_tool_output', { id: 'output-9' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('no kept output with the id "output-9"'),
    });
    const other = await createSession(db, { target: null, at: 1 });
    expect(await readOutput(db, other.id, output, fail)).toBeNull();
    await close();
  });

  it('reads a text to its end by following what it says', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '한', '😀'), maxLength: 40_000 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = lines.join('\n');
        let read = '';
        let next: { from?: number; offset?: number } | null = { offset: 0 };
        for (let step = 0; next !== null && step < 50; step++) {
          const answer = characterRange(text, next.offset ?? 0, undefined);
          const [head = ''] = answer.split('\n');
          if (text !== '') read += answer.slice(head.length + 1);
          const more = /go on with offset (\d+)/.exec(head);
          next = more ? { offset: Number(more[1]) } : null;
          expect(answer.isWellFormed()).toBe(true);
          expect(answer.length).toBeLessThan(MAX_CHARS + 200);
        }
        expect(read).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  it('reads lines to their end by following what it says, long lines included', () => {
    const lines = ['first', 'x'.repeat(MAX_CHARS + 10), '', 'last'];
    const text = lines.join('\n');
    expect(lineRange(text, 1, undefined)).toBe('[lines 1 to 1 of 4; go on with from 2]\nfirst');
    const long = lineRange(text, 2, undefined);
    const offset = Number(/go on with offset (\d+)/.exec(long)?.[1]);
    expect(text.slice(offset, offset + 10)).toBe('x'.repeat(10));
    expect(text[offset - 1]).toBe('x');
    expect(lineRange(text, 3, undefined)).toBe('[lines 3 to 4 of 4]\n\nlast');
    expect(lineRange(text, 9, undefined)).toContain('there is no line 9');
    expect(lineRange(text, 3, 2)).toContain('no lines');
  });
});

describe('tasks', () => {
  const TASK = 'builtin_task_server';

  it('hands the order over, reports how far it is, and gives back answer and price', async () => {
    const orders: TaskRequest[] = [];
    const port: TaskPort = {
      run(order, _signal, onProgress) {
        orders.push(order);
        onProgress(3);
        return Promise.resolve({ state: 'done', task: 's2', text: '42', used: { steps: 1, cost: 0.5 }, sources: [] });
      },
      state: (task) => Promise.resolve(task === 's2' ? { state: 'running', task, text: 'step 3', sources: [] } : null),
    };
    const { call, clients, close } = await open(() => port);
    const progress: number[] = [];
    const answer = await call(TASK, 'task', { title: 'Add', prompt: 'What is 40 + 2?' }, progress);
    expect(answer).toEqual({ text: '42', images: [], isError: false });
    expect(orders).toEqual([{ title: 'Add', prompt: 'What is 40 + 2?', model: null, background: false, call: 'k' }]);
    await expect.poll(() => progress).toEqual([3]);
    expect((await call(TASK, 'task_result', { task: 's2' })).text).toBe('The task s2 is running. step 3');
    expect(await call(TASK, 'task_result', { task: 'nope' })).toMatchObject({ isError: true });
    expect((await clients.get(TASK)?.listTools(signal))?.tools.map((tool) => tool.name)).toEqual([
      'task',
      'task_result',
    ]);
    await close();
  });

  it('are not offered where tasks may go no deeper', async () => {
    const port: TaskPort = { run: () => Promise.reject(new Error('never')), state: () => Promise.resolve(null) };
    const { servers, close } = await open(() => port, 2);
    expect(servers.map((server) => server.id)).not.toContain(TASK);
    await close();
  });
});
