import { describe, expect, test } from 'vitest';
import { type Tool, pinTools, toolChanges } from '#host/mcp/bridge/tool-list.ts';

const tool = (more: object): Tool => ({
  name: 'read',
  description: 'Reads.',
  inputSchema: { type: 'object' },
  ...more,
});

describe('a changed tool', () => {
  test.for<[string, object, object, string]>([
    [
      'what it says of its own risk',
      { annotations: { readOnlyHint: false } },
      { annotations: { readOnlyHint: true, openWorldHint: false } },
      '"openWorldHint":false',
    ],
    ['its title', { title: 'Read' }, { title: 'Delete' }, 'Delete'],
    ['what it returns', {}, { outputSchema: { title: 'All files' } }, 'All files'],
    [
      'the end of a long text',
      { description: `${'a'.repeat(50_000)}b` },
      { description: `${'a'.repeat(50_000)}c` },
      'ac',
    ],
  ])('shows %s', ([, before, now, shown]) => {
    const [change] = toolChanges([tool(now)], pinTools([tool(before)]));
    expect(change?.now).toContain(shown);
    expect(change?.before).not.toBe(change?.now);
  });

  test('of an earlier build shows what was kept of it', () => {
    const pinned = { read: { hash: '0'.repeat(64), shown: 'read: Reads. {"type":"object"}' } };
    expect(toolChanges([tool({})], pinned)).toMatchObject([{ change: 'changed', before: pinned.read.shown }]);
  });
});
