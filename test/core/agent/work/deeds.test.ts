import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallStatus } from '#core/call-outcome.ts';
import { groupDeeds } from '#core/agent/work/group-deeds.ts';
import { readDeed, type Deed } from '#core/agent/work/read-deed.ts';

const call = (name: string, args: unknown = {}) => ({ type: 'tool_call' as const, id: 'c', name, args });
const deed = (name: string, args?: unknown, status: CallStatus = 'ok') => readDeed(call(name, args), { status });
const FILES = 'builtin_workspace_server__';

describe('what a call did', () => {
  it.each([
    [`${FILES}read`, { path: 'src/app.ts', from: 3 }, 'read', 'src/app.ts'],
    [`${FILES}edit`, { path: 'src/app.ts', old_text: 'a', new_text: 'b' }, 'edit', 'src/app.ts'],
    [`${FILES}write`, { path: 'a.md', content: '' }, 'write', 'a.md'],
    [`${FILES}list`, {}, 'list', '.'],
    [`${FILES}grep`, { pattern: 'TODO', path: 'src' }, 'find', 'TODO'],
    [`${FILES}glob`, { pattern: '**/*.ts' }, 'find', '**/*.ts'],
    ['builtin_shell_server__run', { command: 'npm test\n' }, 'run', 'npm test\n'],
    ['builtin_web_server__search', { query: 'relay' }, 'search_web', 'relay'],
    ['builtin_web_server__fetch', { url: 'https://a.example/b' }, 'read_page', 'https://a.example/b'],
    ['builtin_planning_server__add_todo', { content: 'x' }, 'plan', ''],
    ['task', { title: 'Read the rules', prompt: '…' }, 'task', 'Read the rules'],
    ['search_project_files', { query: 'zone' }, 'find', 'zone'],
  ])('is read from %s', (name, args, kind, what) => {
    expect(deed(name, args)).toEqual({ kind, what, end: 'done' });
  });

  it('is only the name of a tool of someone else, whatever the name promises', () => {
    expect(deed('files__read', { path: 'a' })).toEqual({ kind: 'use', what: 'files__read', end: 'done' });
    expect(deed('my_builtin_shell_server__run', { command: 'ls' }).kind).toBe('use');
    expect(deed(`${FILES}constructor`, { path: 'a' }).kind).toBe('use');
    expect(deed('toString', {}).kind).toBe('use');
  });

  it('is only the name where the arguments say nothing', () => {
    for (const args of [{}, { path: 3 }, { path: ' ' }, [], 'no JSON'])
      expect(deed(`${FILES}read`, args)).toMatchObject({ kind: 'use', what: `${FILES}read` });
    expect(readDeed({ ...call(`${FILES}read`), rawArgs: '{"path": "a.ts"}' }, { status: 'ok' }).what).toBe('a.ts');
  });

  it('says how the call ended', () => {
    const ends = { ok: 'done', error: 'failed', timeout: 'failed', denied: 'denied', interrupted: 'stopped' } as const;
    for (const [status, end] of Object.entries(ends)) expect(deed('x', {}, status as CallStatus).end).toBe(end);
    expect(readDeed(call('x'), null).end).toBe('stopped');
  });
});

describe('the work of several calls', () => {
  it('counts different files, and names the only one', () => {
    const read = (path: string) => deed(`${FILES}read`, { path });
    expect(groupDeeds([read('a'), deed(`${FILES}edit`, { path: 'b' }), read('c'), read('a'), read('d')])).toEqual([
      { kind: 'read', count: 3, what: null },
      { kind: 'edit', count: 1, what: 'b' },
    ]);
  });

  it('never says that a call did what it did not', () => {
    expect(
      groupDeeds([
        deed(`${FILES}edit`, { path: 'a' }, 'denied'),
        deed(`${FILES}edit`, { path: 'b' }, 'error'),
        deed('builtin_shell_server__run', { command: 'rm -r x' }, 'denied'),
        deed('builtin_shell_server__run', { command: 'npm test' }, 'error'),
        deed('builtin_shell_server__run', { command: 'npm start' }, 'cancelled'),
      ]).map(({ kind, count }) => [kind, count]),
    ).toEqual([
      ['denied', 2],
      ['failed', 1],
      ['run', 1],
      ['stopped', 1],
    ]);
  });

  it('counts each tool of a server for itself', () => {
    expect(groupDeeds([deed('notes__add'), deed('notes__add'), deed('mail__send')])).toEqual([
      { kind: 'use', count: 2, what: 'notes__add' },
      { kind: 'use', count: 1, what: 'mail__send' },
    ]);
  });

  it('is the same whatever is done twice, and names every call somewhere', () => {
    const deeds = fc.array(
      fc.record<Deed>({
        kind: fc.constantFrom('read', 'edit', 'run', 'use', 'plan'),
        what: fc.constantFrom('a', 'b', 'c'),
        end: fc.constantFrom('done', 'failed', 'denied', 'stopped'),
      }),
    );
    fc.assert(
      fc.property(deeds, (all) => {
        const groups = groupDeeds(all);
        expect(groups.length === 0).toBe(all.length === 0);
        for (const { count, what } of groups) {
          expect(count).toBeGreaterThan(0);
          expect(what !== null || all.length > 1).toBe(true);
        }
        const kinds = (list: readonly Deed[]) => groupDeeds(list).map(({ kind, what }) => `${kind} ${what}`);
        expect(kinds([...all, ...all])).toEqual(kinds(all));
      }),
    );
  });
});
