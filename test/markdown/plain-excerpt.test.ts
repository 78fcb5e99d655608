import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBlockReader, readBlocks } from '#markdown/block-reader.ts';
import { blocksText, plainExcerpt } from '#markdown/plain-excerpt.ts';

const word = fc.stringMatching(/^[a-z가-힣]{1,8}$/u);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));

/** Markdown, and the words in it. */
interface Written {
  source: string;
  said: string;
}

const inline: fc.Arbitrary<Written> = fc
  .tuple(
    words,
    fc.constantFrom(
      (text: string) => text,
      (text: string) => `**${text}**`,
      (text: string) => `*${text}*`,
      (text: string) => `~~${text}~~`,
      (text: string) => `\`${text}\``,
      (text: string) => `***${text}***`,
      (text: string) => `[**${text}**](https://a.example/?b=c_d "e")`,
      (text: string) => `![${text}](https://a.example/f.png)`,
    ),
  )
  .map(([text, mark]) => ({ source: mark(text), said: text }));

const line: fc.Arbitrary<Written> = fc.array(inline, { minLength: 1, maxLength: 3 }).map((parts) => ({
  source: parts.map(({ source }) => source).join(' '),
  said: parts.map(({ said }) => said).join(' '),
}));

const block: fc.Arbitrary<Written> = fc
  .tuple(
    line,
    line,
    fc.constantFrom(
      (one: Written, two: Written) => `${one.source}\n${two.source}`,
      (one: Written, two: Written) => `## ${one.source}\n\n> ${two.source}`,
      (one: Written, two: Written) => `- ${one.source}\n- ${two.source}`,
      (one: Written, two: Written) => `1. ${one.source}\n   - [x] ${two.source}`,
      (one: Written, two: Written) => `> **${one.said}**\n>\n> ${two.source}\n\n---`,
      (one: Written, two: Written) => `| ${one.source} | ${two.source} |\n| --- | :-: |`,
      (one: Written, two: Written) => `\`\`\`ts\n${one.said}\n${two.said}\n\`\`\``,
      (one: Written, two: Written) => `$$\n${one.said}\n$$\n\n${two.source}`,
    ),
  )
  .map(([one, two, set]) => ({ source: set(one, two), said: `${one.said} ${two.said}` }));

describe('the words of Markdown', () => {
  it('are all of them, in order, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const source = blocks.map((one) => one.source).join('\n\n');
        expect(plainExcerpt(source, 4_000)).toBe(blocks.map((one) => one.said).join(' '));
      }),
    );
  });

  it('are one short line of whole characters, whatever the text', () => {
    const text = fc.string({ unit: fc.constantFrom('*', '`', '_', '\n', '$', '[', '](', '|', '> ', '가', '🦊', ' a') });
    fc.assert(
      fc.property(
        fc.oneof(text, fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 30 }),
        (source, longest) => {
          const said = plainExcerpt(source, longest);
          expect(said).not.toMatch(/[\n\r\t]/);
          expect(said.isWellFormed()).toBe(source.isWellFormed());
          expect(said.length).toBeLessThanOrEqual(longest + 1);
          expect(said.length > longest ? said.endsWith('…') : true).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['*italic*, ~~struck out~~', 'italic, struck out'],
    ['$ax^2+bx$ and $5', 'ax^2+bx and $5'],
    ['> **Practice.** This is a script.', 'Practice. This is a script.'],
    ['snake_case_name * 2 * 3', 'snake_case_name * 2 * 3'],
    ['a &lt;b&gt; <br> c', 'a <b> c'],
    ['\\*as it is\\*', '*as it is*'],
    ['See[^1].\n\n[^1]: The *note*.', 'See[1]. The note.'],
    ['---', ''],
  ])('of %j are %j', (source, said) => expect(plainExcerpt(source, 80)).toBe(said));

  it('end with the room there is, and no mark is left where it ends', () => {
    expect(plainExcerpt('one two', 5)).toBe('one t…');
    expect(plainExcerpt(`**${'bold '.repeat(200)}**`, 20)).toBe('bold bold bold bold…');
    expect(plainExcerpt('🦊🦊🦊', 3)).toBe('🦊…');
  });

  it('cost little however long the text is', () => {
    const long = '**word** [link](https://a.example) '.repeat(100_000);
    const started = performance.now();
    for (let at = 0; at < 100; at += 1) plainExcerpt(long, 80);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('what a listener hears', () => {
  const names = { code: 'Code.', table: 'Table.', formula: 'Formula.' };
  it.each([
    ['**Bold** and `code` in a [link](https://example.com).', 'Bold and code in a link.'],
    ['# Title\n- point', 'Title\npoint'],
    ['| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter.', 'Table.\nAfter.'],
    ['So:\n\n$$x^2$$\n\nholds.', 'So:\nFormula.\nholds.'],
    ['```ts\nconst a = 1;\n```', 'Code.'],
  ])('of %j is %j', (source, said) => expect(blocksText(readBlocks(source), names)).toBe(said));

  it('names code once while it grows', () => {
    const reader = createBlockReader();
    const source = 'Look.\n```js\nconst a = 1;\nconst b = 2;\n```\nDone.';
    for (let end = 'Look.\n```js\n'.length; end < source.indexOf('Done'); end += 1)
      expect(blocksText(reader.read(source.slice(0, end), true), names)).toBe('Look.\nCode.');
    expect(blocksText(reader.read(source, false), names)).toBe('Look.\nCode.\nDone.');
  });
});
