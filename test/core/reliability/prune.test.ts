import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { prune } from '#core/reliability/prune.ts';
import { anyHistory } from '../arbitrary-history.ts';
import { assert, property } from 'fast-check';

const ON = { enabled: true, turn_protection: { turns: 1 } };
const turn = (...messages: HistoryMessage[]): HistoryMessage[] => [
  { role: 'user', parts: [{ type: 'text', text: 'do' }] },
  ...messages,
  { role: 'assistant', parts: [{ type: 'text', text: 'done' }] },
];
let ids = 0;
function used(name: string, args: unknown, text: string, isError = false, ...before: Part[]): HistoryMessage[] {
  const id = `c${ids++}`;
  return [
    { role: 'assistant', parts: [...before, { type: 'tool_call', id, name, args }] },
    { role: 'tool', parts: [{ type: 'tool_result', callId: id, name, text, ...(isError && { isError }) }] },
  ];
}
const texts = (history: HistoryMessage[]) =>
  history.flatMap(({ parts }) => parts).flatMap((part) => (part.type === 'tool_result' ? [part.text] : []));
const inputs = (history: HistoryMessage[]) =>
  history.flatMap(({ parts }) => parts).flatMap((part) => (part.type === 'tool_call' ? [part.args] : []));

describe('prune', () => {
  const history = [
    ...turn(...used('fs__read', { path: 'a', limit: 1 }, 'old content')),
    ...turn(...used('fs__write', { path: 'a', content: 'written' }, 'ok')),
    ...turn(...used('fs__read', { limit: 1, path: 'a' }, 'new content')),
    ...turn(...used('run', { command: 'bad' }, 'boom', true)),
    ...turn(),
    ...turn(),
    ...turn(),
    ...turn(),
    ...turn(),
  ];

  it('does nothing unless it is switched on', () => {
    for (const config of [undefined, null, {}, { enabled: false }, 'x', { experimental: {} }])
      expect(prune(history, config)).toEqual({ history, pruned: [] });
  });

  it('takes repeated outputs, superseded writes and inputs of old failures, and says which', () => {
    const { history: view, pruned } = prune(history, ON);
    expect(texts(view)).toEqual(['[Output left out: the same call was made again later]', 'ok', 'new content', 'boom']);
    expect(inputs(view)[1]).toEqual({ path: 'a', content: '[Content left out: the file was read later]' });
    expect(inputs(view)[3]).toEqual({ input: '[Input left out: the call failed]' });
    expect(pruned).toEqual([
      { strategy: 'deduplication', message: 2, part: 0 },
      { strategy: 'supersede_writes', message: 5, part: 0 },
      { strategy: 'purge_errors', message: 13, part: 0 },
    ]);
    expect(prune(view, ON).pruned).toEqual([]);
  });

  it('reads the configuration wherever it stands', () => {
    for (const config of [ON, { dynamic_context_pruning: ON }, { experimental: { dynamic_context_pruning: ON } }])
      expect(prune(history, config).pruned).toHaveLength(3);
  });

  it('switches each strategy alone', () => {
    const only = (strategies: unknown) => prune(history, { ...ON, strategies }).pruned.map(({ strategy }) => strategy);
    expect(only({ deduplication: { enabled: false } })).toEqual(['supersede_writes', 'purge_errors']);
    expect(only({ supersede_writes: { enabled: false } })).toEqual(['deduplication', 'purge_errors']);
    expect(only({ purge_errors: { enabled: false } })).toEqual(['deduplication', 'supersede_writes']);
    expect(only({ purge_errors: { turns: 6 } })).toEqual(['deduplication', 'supersede_writes']);
  });

  it('never touches the newest turns, by default three', () => {
    const short = history.slice(0, 12);
    expect(prune(short, { enabled: true }).pruned).toEqual([]);
    expect(prune(short, ON).pruned).toHaveLength(2);
    expect(prune(short.slice(0, 8), { enabled: true, turn_protection: { enabled: false } }).pruned).toEqual([]);
  });

  it('never touches protected tools or inputs under a signature', () => {
    const todo = [
      ...turn(...used('todowrite', { a: 1 }, '1')),
      ...turn(...used('todowrite', { a: 1 }, '2')),
      ...turn(),
    ];
    expect(prune(todo, ON).pruned).toEqual([]);
    const planned = [
      ...turn(...used('builtin_planning_server__add_todo', { a: 1 }, '1')),
      ...turn(...used('builtin_planning_server__add_todo', { a: 1 }, '2')),
      ...turn(),
    ];
    expect(prune(planned, ON).pruned).toEqual([]);
    const signed: Part = { type: 'thinking', text: 't', signature: 's' };
    const write = [
      ...turn(...used('write', { path: 'a', content: 'x' }, 'ok', false, signed)),
      ...turn(...used('readFile', { path: 'a' }, 'y')),
      ...turn(),
    ];
    expect(prune(write, ON).pruned).toEqual([]);
  });

  it('supersedes by the same path only, or by any read when aggressive', () => {
    const write = [
      ...turn(...used('write', { path: 'a', content: 'x' }, 'ok')),
      ...turn(...used('readFile', { path: 'b' }, 'y')),
      ...turn(),
    ];
    expect(prune(write, ON).pruned).toEqual([]);
    const aggressive = { ...ON, strategies: { supersede_writes: { aggressive: true } } };
    expect(prune(write, aggressive).pruned).toHaveLength(1);
  });

  it('keeps a result that an unanswered call repeats, and calls that cannot be compared', () => {
    const call: Part = { type: 'tool_call', id: 'open', name: 'fs__read', args: { path: 'a' } };
    const open = [
      ...turn(...used('fs__read', { path: 'a' }, 'content')),
      ...turn({ role: 'assistant', parts: [call] }),
      ...turn(),
    ];
    expect(prune(open, ON).pruned).toEqual([]);
    let deep: object = {};
    for (let depth = 0; depth < 20_000; depth++) deep = { deep };
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    for (const args of [deep, circle]) {
      const odd = [...turn(...used('t', args, '1')), ...turn(...used('t', args, '2')), ...turn()];
      expect(prune(odd, ON).pruned).toEqual([]);
    }
  });

  it('takes the raw text of old failed arguments that could not be read', () => {
    const call: Part = {
      type: 'tool_call',
      id: 'raw',
      name: 'write',
      args: {},
      rawArgs: '{"path": "a", "content": "…',
    };
    const failed: Part = { type: 'tool_result', callId: 'raw', text: 'not JSON', isError: true };
    const raw = [
      ...turn({ role: 'assistant', parts: [call] }, { role: 'tool', parts: [failed] }),
      ...[1, 2, 3, 4, 5].flatMap(() => turn()),
    ];
    const { history: view, pruned } = prune(raw, ON);
    expect(pruned).toEqual([{ strategy: 'purge_errors', message: 1, part: 0 }]);
    expect(JSON.stringify(view)).not.toContain('content');
  });

  it('changes nothing it was given, and only tool parts', () => {
    assert(
      property(anyHistory, (given) => {
        const before = JSON.stringify(given);
        const { history: view, pruned } = prune(given, ON);
        expect(JSON.stringify(given)).toBe(before);
        expect(view).toHaveLength(given.length);
        for (const [index, message] of view.entries())
          for (const [at, part] of message.parts.entries())
            expect(
              part === given[index]?.parts[at] || pruned.some((one) => one.message === index && one.part === at),
            ).toBe(true);
      }),
    );
  });
});
