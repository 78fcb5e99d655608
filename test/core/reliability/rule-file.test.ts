import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRuleFile, type RuleOwner } from '#core/reliability/rule-file.ts';

const TABLE: readonly [string, RuleOwner, { always: boolean; globs: string[]; text: string }][] = [
  ['# Words', 'claude', { always: true, globs: [], text: '# Words' }],
  ['# Words', 'cursor', { always: false, globs: [], text: '# Words' }],
  ['---\nalwaysApply: true\n---\nWords', 'cursor', { always: true, globs: [], text: 'Words' }],
  ['---\nalwaysApply: false\n---\nWords', 'claude', { always: false, globs: [], text: 'Words' }],
  [
    '---\ndescription: a: b\nglobs: *.ts,src/**/*.{ts,tsx}\nalwaysApply: false\n---\nWords',
    'cursor',
    { always: false, globs: ['*.ts', 'src/**/*.{ts,tsx}'], text: 'Words' },
  ],
  [
    '---\npaths:\n  - "src/a, b.ts"\n  - \'tests/**\'\n---\n\nWords\n---\nmore',
    'claude',
    { always: false, globs: ['src/a, b.ts', 'tests/**'], text: 'Words\n---\nmore' },
  ],
  ['---\npaths: ["a.ts", b.ts]\n---\nWords', 'claude', { always: false, globs: ['a.ts', 'b.ts'], text: 'Words' }],
  ['\ufeff---\r\nglobs: "*.ts"\r\n---\r\nWords\r\n', 'cursor', { always: false, globs: ['*.ts'], text: 'Words' }],
  ['---\n---\nWords', 'claude', { always: true, globs: [], text: 'Words' }],
  ['---\nglobs:\n---\nWords', 'cursor', { always: false, globs: [], text: 'Words' }],
  // Never closed, so all of it is text.
  ['---\nglobs: *.ts\nWords', 'cursor', { always: false, globs: [], text: '---\nglobs: *.ts\nWords' }],
];

describe('the front matter of a rule', () => {
  it.each(TABLE)('of %j by %s', (source, owner, rule) => {
    expect(readRuleFile(source, owner)).toEqual(rule);
  });

  it('is read from anything, and what is told of it stands in the file', () => {
    const line = fc.constantFrom('---', '- a', 'globs: [', 'paths:', 'alwaysApply: TRUE', '{,', '"', '  - "x', '');
    const source = fc.oneof(
      fc.string(),
      fc.array(line).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(source, fc.constantFrom<RuleOwner>('claude', 'cursor'), (text, owner) => {
        const rule = readRuleFile(text, owner);
        expect(text.replaceAll('\r\n', '\n')).toContain(rule.text);
        for (const glob of rule.globs) expect(glob.trim()).not.toBe('');
      }),
    );
  });

  it('is found in time that grows with the file alone', () => {
    const from = performance.now();
    readRuleFile(`---\n${'globs: a\n'.repeat(200_000)}`, 'cursor');
    readRuleFile(`---\nglobs: ${'{'.repeat(500_000)}\n---`, 'cursor');
    expect(performance.now() - from).toBeLessThan(5_000);
  });
});
