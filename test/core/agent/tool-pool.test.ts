import { assert, array, constantFrom, property, record, shuffledSubarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTools, nextPool, poolChanges, type ServerTool, type ServerTools } from '#core/agent/tools/tool-pool.ts';
import { estimateTools } from '#core/window/estimate-request.ts';
import { O200K } from '#core/window/token-weights.ts';

const OPTIONS = { weights: O200K, most: 128, window: 200_000 };

function tool(name: string, rest: Partial<ServerTool> = {}): ServerTool {
  return {
    name,
    description: `Does ${name}`,
    inputSchema: { type: 'object' },
    definition: `hash ${name}`,
    enabled: true,
    ...rest,
  };
}

function server(id: string, tools: readonly ServerTool[], rest: Partial<ServerTools> = {}): ServerTools {
  return { id, label: id.toUpperCase(), trusted: false, definition: `hash ${id}`, tools, ...rest };
}

describe('the tool pool', () => {
  it('takes a new time limit with the next turn', () => {
    const limited = (seconds?: number) =>
      mergeTools(
        [server('files', [tool('read', seconds === undefined ? {} : { timeouts: { totalMs: seconds * 1000 } })])],
        OPTIONS,
      );
    const before = limited();
    expect(nextPool(before, limited(), 'turn')).toBe(before);
    expect(nextPool(before, limited(30), 'turn').byName.get('files__read')?.facts.timeouts).toEqual({
      totalMs: 30_000,
    });
    expect(nextPool(limited(30), limited(60), 'turn').byName.get('files__read')?.facts.timeouts).toEqual({
      totalMs: 60_000,
    });
  });

  it('is the same whatever the order of servers and of their tools', () => {
    const files = server('files', [tool('read'), tool('write'), tool('glob')]);
    const web = server('web', [tool('fetch'), tool('search')]);
    const first = mergeTools([files, web], OPTIONS);
    assert(
      property(
        shuffledSubarray([...files.tools], { minLength: 3 }),
        shuffledSubarray([0, 1], { minLength: 2 }),
        (tools, order) => {
          const servers = [{ ...files, tools }, web];
          const pool = mergeTools(
            order.flatMap((at) => servers[at] ?? []),
            OPTIONS,
          );
          expect(pool.specs).toEqual(first.specs);
        },
      ),
    );
    expect(first.specs.map(({ name }) => name)).toEqual([
      'files__glob',
      'files__read',
      'files__write',
      'web__fetch',
      'web__search',
    ]);
  });

  it('knows where every name leads and what it is bound to', () => {
    const pool = mergeTools(
      [server('files', [tool('read', { hints: { readOnlyHint: true, openWorldHint: false } })])],
      OPTIONS,
    );
    expect(pool.byName.get('files__read')).toMatchObject({
      server: 'files',
      tool: 'read',
      facts: { kind: 'write', brings: 'web', definition: 'hash files.hash read', label: 'FILES' },
    });
  });

  it('believes hints of trusted servers, and what built-in ones declare before any hint', () => {
    const hints = { readOnlyHint: true, openWorldHint: false };
    const builtIn = { kind: 'execute' as const, brings: null };
    const tools = [tool('look', { hints }), tool('run', { hints, builtIn })];
    const kinds = (trusted: boolean) =>
      mergeTools([server('s', tools, { trusted })], OPTIONS).tools.map(({ facts }) => [facts.kind, facts.brings]);
    expect(kinds(true)).toEqual([
      ['read', 'tool'],
      ['execute', null],
    ]);
    expect(kinds(false)).toEqual([
      ['write', 'web'],
      ['write', 'web'],
    ]);
  });

  it('weighs every server, with and without the tools that are switched off', () => {
    const long = tool('long', { description: 'word '.repeat(500), enabled: false });
    const { weights, tokens, specs } = mergeTools([server('a', [tool('x'), long]), server('b', [tool('y')])], OPTIONS);
    expect(specs.map(({ name }) => name)).toEqual(['a__x', 'b__y']);
    expect(tokens).toBe(estimateTools(undefined, specs, O200K));
    expect(weights[0]).toMatchObject({
      server: 'a',
      tools: [
        { name: 'x', enabled: true },
        { name: 'long', enabled: false },
      ],
    });
    expect(weights[0]?.all).toBeGreaterThan((weights[0]?.tokens ?? 0) + 400);
    expect(weights[1]?.all).toBe(weights[1]?.tokens);
  });

  it('warns about too many, too heavy and unusable tools', () => {
    const many = (count: number) =>
      server(
        'a',
        Array.from({ length: count }, (_, index) => tool(`t${index}`)),
      );
    const warned = (servers: readonly ServerTools[], options = OPTIONS) =>
      mergeTools(servers, options).warnings.map(({ kind }) => kind);
    expect(warned([many(60)], { ...OPTIONS, window: 1_000_000 })).toEqual([]);
    expect(warned([many(61)], { ...OPTIONS, window: 1_000_000 })).toEqual(['many']);
    expect(warned([many(129)], { ...OPTIONS, window: 1_000_000 })).toEqual(['too-many']);
    expect(warned([many(40)], { ...OPTIONS, window: 4_000 })).toEqual(['heavy']);
    const twice = mergeTools([server('a', [tool('x', { definition: 'first' }), tool('x'), tool(' ')])], OPTIONS);
    expect(twice.warnings.map(({ kind }) => kind)).toEqual(['unusable', 'unusable']);
    expect(twice.tools.map(({ facts }) => facts.definition)).toEqual(['hash a.first']);
  });

  it('never gives two tools one name', () => {
    const ids = constantFrom('a', 'a__b', 'a__b__c', 'b');
    const names = constantFrom('b__c', 'c', 'b__c__d', 'x', 'b');
    assert(
      property(array(record({ id: ids, names: array(names) })), (servers) => {
        const list = servers.map((one) =>
          server(
            one.id,
            one.names.map((name) => tool(name)),
          ),
        );
        const pool = mergeTools(list, OPTIONS);
        expect(new Set(pool.specs.map(({ name }) => name)).size).toBe(pool.specs.length);
        expect(pool.byName.size).toBe(pool.specs.length);
      }),
    );
  });

  it('follows whether a server is trusted, from the next turn on', () => {
    const look = tool('look', { hints: { readOnlyHint: true, openWorldHint: false } });
    const pool = (trusted: boolean) => mergeTools([server('s', [look], { trusted })], OPTIONS);
    const kindAfter = (before: boolean, now: boolean) =>
      nextPool(pool(before), pool(now), 'turn').byName.get('s__look')?.facts.kind;
    expect(kindAfter(true, false)).toBe('write');
    expect(kindAfter(false, true)).toBe('read');
  });

  it('stays as it is inside a turn, and keeps its identity when nothing changed', () => {
    const before = mergeTools([server('a', [tool('x'), tool('y')])], OPTIONS);
    const same = mergeTools([server('a', [tool('y'), tool('x')])], OPTIONS);
    const now = mergeTools([server('a', [tool('x', { definition: 'new' }), tool('z')])], OPTIONS);
    expect(nextPool(null, before, 'step')).toBe(before);
    expect(nextPool(before, now, 'step')).toBe(before);
    expect(nextPool(before, now, 'turn')).toBe(now);
    expect(nextPool(before, same, 'turn')).toBe(before);
    expect(poolChanges(before, now)).toEqual({ added: ['a__z'], removed: ['a__y'], changed: ['a__x'] });
  });
});
