import { assert, property, string, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import { nameTools } from '#core/normalize/rules/tool-names.ts';
import { isServerId, toToolName, serverIdFor, splitToolName } from '#core/tool-names.ts';
import { TARGETS } from '../targets.ts';

describe('names of tools', () => {
  it('come apart again, whatever the tool is called', () => {
    assert(
      property(string({ unit: 'binary' }), string({ unit: 'grapheme' }), (label, tool) => {
        const server = serverIdFor(label, []);
        expect(isServerId(server)).toBe(true);
        expect(splitToolName(toToolName(server, tool))).toEqual({ server, tool });
      }),
    );
    expect(splitToolName('builtin_planning_server__create_goal')).toEqual({
      server: 'builtin_planning_server',
      tool: 'create_goal',
    });
    expect(splitToolName('a___b__c')).toEqual({ server: 'a', tool: '_b__c' });
    expect(splitToolName('read_tool_output')).toEqual({ server: null, tool: 'read_tool_output' });
    expect(splitToolName('__odd')).toEqual({ server: null, tool: '__odd' });
  });

  it.each([
    ['GitHub Tools', 'github_tools'],
    ['  --Ünïcode--  ', 'u_ni_code'],
    ['파일 서버', expect.stringMatching(/^server_[a-z0-9]{6}$/)],
    ['', expect.stringMatching(/^server_/)],
    ['a__b', 'a_b'],
    ['x'.repeat(80), 'x'.repeat(48)],
  ])('a server called %j gets an id', (label, id) => {
    expect(serverIdFor(label, [])).toEqual(id);
  });

  it('give two servers of one name two ids, also when the name is long', () => {
    for (const label of ['Files', 'y'.repeat(90), '파일', `${'z'.repeat(45)} ${'z'.repeat(9)}`]) {
      const taken: string[] = [];
      for (let count = 0; count < 12; count++) taken.push(serverIdFor(label, taken));
      expect(new Set(taken).size).toBe(12);
      expect(taken.every(isServerId)).toBe(true);
    }
  });

  it.each(['', '_a', 'a_', 'a__b', 'A', 'a b', 'a.b', '-a', 'a-', 'x'.repeat(49), 'é'])('%j is no id', (id) => {
    expect(isServerId(id)).toBe(false);
  });

  it('survive the names of every vendor and come back', () => {
    assert(
      property(uniqueArray(string({ unit: 'grapheme', minLength: 1 }), { maxLength: 8 }), (tools) => {
        const names = tools.map((tool) => toToolName('some_server', tool));
        for (const target of Object.values(TARGETS)) {
          const map = nameTools(names, dialectFor(target));
          expect(names.map((name) => map.names.get(map.wireName(name)))).toEqual(names);
        }
      }),
      { numRuns: 50 },
    );
  });
});
