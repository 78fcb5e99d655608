import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createBlockReader, readBlocks, shownText } from '#markdown/block-reader.ts';
import type * as LexMarkdown from '#markdown/lex-markdown.ts';
import { blocksText } from '#markdown/plain-excerpt.ts';
import { settleTail } from '#markdown/settle-tail.ts';

/** Lengths of the texts passed to the lexer. */
const lexed: number[] = [];

vi.mock('#markdown/lex-markdown.ts', async (load) => {
  const real = await load<typeof LexMarkdown>();
  const lexMarkdown: typeof real.lexMarkdown = (text, links) => {
    lexed.push(text.length);
    return real.lexMarkdown(text, links);
  };
  return { ...real, lexMarkdown };
});

/** Lines that open, continue, close or refer to blocks, in any order. */
const LINES = [
  'Plain words, and some **bold** with `code`.',
  '한국어 문장입니다. **"강조"**는 이렇게 씁니다.',
  'A [link](https://example.com/a_b) and [reference][ref] and [^1].',
  '# Heading',
  'Setext',
  '---',
  '===',
  '- item',
  '- [ ] task',
  '  - nested',
  '    continued',
  '1. first',
  '2) second',
  '> quote',
  '> - list in quote',
  'lazy line',
  '```ts',
  '~~~',
  '```',
  '    indented code',
  '| a | b |',
  '|---|:-:|',
  '| 1 | 2 |',
  '$$',
  'x^2 + y_1 * z',
  '$$ x = 1 $$',
  '\\[',
  '\\]',
  'inline $a*b*c$ and \\(d\\) cost $5 and $6',
  '[ref]: https://example.com "title"',
  '[^1]: A note',
  '<details>',
  '<!-- open',
  '-->',
  '***',
  '\tTabbed',
  'trailing  ',
  '',
  '',
  '',
];

const document = fc
  .array(fc.tuple(fc.constantFrom(...LINES), fc.constantFrom('\n', '\n', '\n', '\n\n', '\r\n')), { maxLength: 40 })
  .map((lines) => lines.map(([line, end]) => line + end).join(''));

/** A document and the lengths at which a stream paused. */
const stream = document.chain((text) =>
  fc.record({
    text: fc.constant(text),
    cuts: fc
      .uniqueArray(fc.nat({ max: Math.max(0, text.length) }), { maxLength: 25 })
      .map((cuts) => cuts.sort((a, b) => a - b)),
  }),
);

const unix = (text: string) => text.replace(/\r\n?/g, '\n');

describe('createBlockReader', () => {
  it('reads a growing text as if each state had been read whole', () => {
    fc.assert(
      fc.property(stream, ({ text, cuts }) => {
        const reader = createBlockReader();
        for (const cut of cuts) {
          const grown = text.slice(0, cut);
          // A lone carriage return at the end of a chunk may become a line end with the next character.
          if (grown.endsWith('\r')) continue;
          expect(reader.read(grown, true)).toEqual(readBlocks(shownText(unix(grown))));
        }
        expect(reader.read(text, false)).toEqual(readBlocks(text));
      }),
      { numRuns: 600 },
    );
  });

  it('keeps the identity of blocks that are finished', () => {
    const reader = createBlockReader();
    const text = '# Title\n\nFirst.\n\n- a\n- b\n\nSecond.\n\nThird';
    const before = reader.read(text, true);
    const after = reader.read(`${text} grows.\n\nFourth`, true);
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
    for (const at of [0, 1, 2, 3]) expect(after[at]).toBe(before[at]);
    expect(after[4]).not.toBe(before[4]);
    const reread = reader.read(`${text} grows.\n\nFourth`, false);
    for (const at of [0, 1, 2, 3, 4]) expect(reread[at]).toBe(after[at]);
  });

  it('keeps the identity of finished items in a growing list', () => {
    const reader = createBlockReader();
    const items = (text: string) => {
      const [list] = reader.read(text, true);
      return list?.type === 'list' ? list.items : [];
    };
    const before = items('- one\n- two\n- th');
    const after = items('- one\n- two\n- three\n- fo');
    expect(after).toHaveLength(4);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });

  it('resolves a reference whose definition arrives later', () => {
    const reader = createBlockReader();
    const text = 'See [the page][p].\n\nOne.\n\nTwo.\n\nThree.\n\n';
    expect(JSON.stringify(reader.read(text, true)[0])).not.toContain('"link"');
    const blocks = reader.read(`${text}[p]: https://example.com\n`, true);
    expect(JSON.stringify(blocks[0])).toContain('https://example.com');
  });

  it('starts again when the text is not a continuation', () => {
    const reader = createBlockReader();
    reader.read('# One\n\nTwo.\n\nThree.\n\nFour', true);
    expect(reader.read('Other', true)).toEqual(readBlocks('Other'));
  });

  it('never looks at settled text again', () => {
    const text = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} with **bold** and \`code\`.`).join('\n\n');
    const reader = createBlockReader();
    reader.read(text.slice(0, 15_000), true);
    lexed.length = 0;
    for (let at = 15_001; at <= 15_200; at += 1) reader.read(text.slice(0, at), true);
    expect(lexed.length).toBeGreaterThanOrEqual(200);
    expect(Math.max(...lexed)).toBeLessThan(500);
  });

  it('shows what is nested too deeply as it is', () => {
    for (const marks of ['> '.repeat(20_000), '- '.repeat(20_000), '1. '.repeat(20_000)])
      expect(blocksText(readBlocks(`${marks}deep`))).toMatch(/^(?:> |- |1\. ){19900,}deep$/);
    // Rules and separators of any length aren't containers.
    expect(readBlocks('- '.repeat(100)).map((block) => block.type)).toEqual(['rule']);
    expect(readBlocks('-'.repeat(200)).map((block) => block.type)).toEqual(['rule']);
  });

  it('reads a long list that streams in proportion to its length', () => {
    const text = `- ${'item '.repeat(20)}\n`.repeat(300);
    const reader = createBlockReader();
    lexed.length = 0;
    let frames = 0;
    for (let at = 100; at <= text.length; at += 100, frames += 1) reader.read(text.slice(0, at), true);
    const work = lexed.reduce((sum, one) => sum + one, 0);
    // Each frame may reparse 8,000 characters, and each new character allows 64 more.
    expect(work).toBeLessThan(frames * 9_000 + text.length * 64);
  });

  it('shows every word of a long block while it streams, and reads it once it has ended', () => {
    const text = Array.from({ length: 1_500 }, (_, at) => `- item${at}\n`).join('');
    const reader = createBlockReader();
    for (let at = 100; at <= text.length; at += 100)
      expect(blocksText(reader.read(text.slice(0, at), true)).replaceAll(/\s|- /g, '')).toBe(
        text.slice(0, at).replaceAll(/\s|- |-$/g, ''),
      );
    expect(reader.read(text, false)).toEqual(readBlocks(text));
  });

  it('goes on in a code block that is still open', () => {
    const text = `\`\`\`ts\n${'const a = **1**;\n'.repeat(1_000)}`;
    const reader = createBlockReader();
    for (let at = 100; at <= text.length; at += 100)
      expect(reader.read(text.slice(0, at), true)).toMatchObject([
        { type: 'code', text: text.slice(6, at).replace(/\n$/, '') },
      ]);
  });
});

describe('settleTail', () => {
  const settle = (text: string) => settleTail(text, 0);

  it.each([
    ['Words\n--', 'Words\n'],
    ['Words\n1', 'Words\n'],
    ['- a\n-', '- a\n'],
    ['Head\n\n| a | b |', 'Head\n\n'],
    ['| a | b |\n', ''],
    ['| a | b |\n|--', ''],
    ['| a | b |\n|---|---|\n', '| a | b |\n|---|---|\n'],
    ['| a | b |\n|---|---|\n| 1', '| a | b |\n|---|---|\n| 1'],
    ['text\n[^1]: no', 'text\n'],
    ['So:\n\n$$\nx = \\frac{1', 'So:\n\n'],
    ['So:\n\n$$\nx\n$$\nand', 'So:\n\n$$\nx\n$$\nand'],
    ['value \\(x^', 'value '],
    ['value \\(x\\) and \\[y = \\\\[4pt] ', 'value \\(x\\) and '],
    ['value \\[x\\] and', 'value \\[x\\] and'],
    ['see [the docs](https://exa', 'see the docs'],
    ['this is **bo', 'this is **bo**'],
    ['this is **bold*', 'this is **bold**'],
    ['this is ***both', 'this is ***both***'],
    ['this is ***both*', 'this is ***both***'],
    ['this is ***both**', 'this is ***both***'],
    ['this is ***both***', 'this is ***both***'],
    ['***둘 다***는 이렇게', '***둘 다***는 이렇게'],
    ['***both** and one', '***both** and one*'],
    ['***both** ', '***both***'],
    ['**굵게 *기', '**굵게 *기***'],
    ['**bold *both* b', '**bold *both* b**'],
    ['**a *b** c', '**a *b** c'],
    ['`a``b', '`a``b`'],
    ['**bold *', '**bold**'],
    ['**bold \\', '**bold**'],
    ['**bold \\(', '**bold**'],
    ['costs $5-$', 'costs $5-'],
    ['**$5** or **$', '**$5** or '],
    ['so $x$', 'so $x'],
    ['so $\\frac{a}{b', 'so '],
    ['so $\\frac{a}{b}$', 'so '],
    ['so $\\frac{a}{b}$.', 'so $\\frac{a}{b}$.'],
    ['so $\\frac{a}{b}$ is \\emph', 'so $\\frac{a}{b}$ is \\emph'],
    ['$5 and $\\alpha', '$5 and '],
    ['run `$\\d` or \\w', 'run `$\\d` or \\w'],
    ['US$\\alpha', 'US$\\alpha'],
    ['$5~$10 and $\\frac{a}{b}$ or', '$5~$10 and $\\frac{a}{b}$ or'],
    ['$HOME and \\[\\frac{a}{b}\\] or', '$HOME and \\[\\frac{a}{b}\\] or'],
    ['$이름 다음 \\alpha', '$이름 다음 \\alpha'],
    ['so $x$ ', 'so $x$ '],
    ['so $$x$', 'so $$x'],
    ['so $$x$$', 'so $$x$$'],
    ['**bold *both***, plain', '**bold *both***, plain'],
    ['this is **', 'this is '],
    ['an *em', 'an *em*'],
    ['run `npm i', 'run `npm i`'],
    ['run `', 'run '],
    ['**a `b', '**a `b'],
    ['3 * 4 and 2**3', '3 * 4 and 2**3'],
    ['- **Term', '- **Term**'],
  ])('%j is shown as %j', (text, shown) => {
    expect(settle(text)).toBe(shown);
  });

  it('is not used inside a fence', () => {
    for (const text of [
      '```py\ndef f(**kw',
      '```\n---',
      '1. run\n   ```sh\n   echo `x',
      '~~~\n```\n| a',
      '> ```\n> *a',
    ])
      expect(shownText(text)).toBe(text);
    expect(shownText('```\na\n```\n**b')).toBe('```\na\n```\n**b**');
  });
});
