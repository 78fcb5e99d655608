import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '#core/unified-diff.ts';
import { diffBlocks, splitDiff } from '#ui/features/conversation/agent/diff-blocks.ts';

const DIFF = unifiedDiff('a.txt', 'one\ntwo\nthree\n', 'one\n-- two\n++ more\nthree\n');

describe('a difference in a result', () => {
  it('is told from what is said around it', () => {
    expect(splitDiff(`Changed a.txt.\n${DIFF}`)).toEqual({ before: 'Changed a.txt.', diff: DIFF.trimEnd(), after: '' });
    const cut = splitDiff(`Changed a.txt.\n${DIFF}[the rest of the diff is left out]`);
    expect(cut?.after).toBe('[the rest of the diff is left out]');
    expect(splitDiff('--- a heading\n\ntext')).toBeNull();
    expect(splitDiff('no difference')).toBeNull();
  });

  it('comes in blocks of one kind, whatever the lines begin with', () => {
    expect(diffBlocks(DIFF)).toEqual([
      { kind: 'gap', lines: ['@@ -1,3 +1,4 @@'] },
      { kind: 'same', lines: ['one'] },
      { kind: 'old', lines: ['two'] },
      { kind: 'new', lines: ['-- two', '++ more'] },
      { kind: 'same', lines: ['three'] },
    ]);
  });

  it('keeps the word on a missing line end beside its line', () => {
    const blocks = diffBlocks(unifiedDiff('a', 'one\n', 'one'));
    expect(blocks.slice(1)).toEqual([
      { kind: 'old', lines: ['one'] },
      { kind: 'new', lines: ['one', '\\ No newline at end of file'] },
    ]);
  });
});
