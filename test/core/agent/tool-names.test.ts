import { assert, property, string, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import { ToolNames } from '#core/normalize/rules/tool-names.ts';
import { splitToolName, toToolName } from '#core/tool-names.ts';
import { TARGETS } from '../targets.ts';

describe('names of tools', () => {
  it('come apart again, whatever the tool is called', () => {
    expect(splitToolName('builtin_planning_server__create_goal')).toEqual({
      server: 'builtin_planning_server',
      tool: 'create_goal',
    });
    expect(splitToolName('a___b__c')).toEqual({ server: 'a', tool: '_b__c' });
    expect(splitToolName('read_tool_output')).toEqual({ server: null, tool: 'read_tool_output' });
    expect(splitToolName('__odd')).toEqual({ server: null, tool: '__odd' });
  });

  it('survive the names of every vendor and come back', () => {
    assert(
      property(uniqueArray(string({ unit: 'grapheme', minLength: 1 }), { maxLength: 8 }), (tools) => {
        const names = tools.map((tool) => toToolName('some_server', tool));
        for (const target of Object.values(TARGETS)) {
          const map = new ToolNames(names, dialectFor(target));
          expect(names.map((name) => map.names.get(map.wireName(name)))).toEqual(names);
        }
      }),
      { numRuns: 50 },
    );
  });
});
