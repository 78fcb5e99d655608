import { array, assert, asyncProperty, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closed, fenced, inlineText, quoted } from '#archive/render/base/markdown-text.ts';
import { plainText, type Block } from '#markdown/ast.ts';
import { readBlocks } from '#markdown/block-reader.ts';
import { codePoint } from '#test/code-point.ts';
import { answer, conversation, user, rendered, results, text } from './conversation.ts';
import { HOSTILE, hostile } from './hostile.ts';

const headings = (blocks: readonly Block[], depth: number): string[] =>
  blocks.flatMap((block) => (block.type === 'heading' && block.depth === depth ? [plainText(block.children)] : []));

/** Normalizes like a Markdown reader does for text on a line. */
const line = (value: string) => value.replace(/[\s\p{Cc}]+/gu, ' ').trim();

describe('Markdown', () => {
  it('shows what is set on a line as it is', () => {
    assert(
      property(hostile, (value) => {
        const [block, ...more] = readBlocks(`# ${inlineText(value)}\n`);
        expect(more).toEqual([]);
        expect(block?.type === 'heading' && plainText(block.children)).toBe(line(value));
      }),
      { numRuns: 300 },
    );
  });

  it('holds code in a fence that nothing in it ends', () => {
    assert(
      property(hostile, (value) => {
        const blocks = readBlocks(`${fenced(value)}\nbehind\n`);
        expect(blocks.map(({ type }) => type)).toEqual(['code', 'paragraph']);
        const [code] = blocks;
        const normalized = value.replace(/\r\n?/g, '\n');
        // The line end before the closing fence isn't part of the code.
        expect(code?.type === 'code' && code.text.replace(/\n$/, '')).toBe(normalized.replace(/\n$/, ''));
      }),
      { numRuns: 300 },
    );
  });

  it('holds code with more backticks than a call takes arguments', () => {
    expect(fenced('`` a '.repeat(200_000))).toMatch(/^```\n`` a /);
  });

  it('holds a quotation in one block', () => {
    assert(
      property(hostile, (value) => {
        const blocks = readBlocks(`${quoted(`**T**\n\n${value}`)}\nbehind\n`).filter(({ type }) => type !== 'footnote');
        expect(blocks.map(({ type }) => type)).toEqual(['quote', 'paragraph']);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['```js\nopen', '```'],
    ['~~~~\nopen\n```', '~~~~'],
    ['<!-- open', '-->'],
    ['<pre>\nopen\n\nopen', '</pre>'],
    ['<?php open', '?>'],
    ['<![CDATA[ open', ']]>'],
    ['<!DOCTYPE open', '>'],
    ['<SCRIPT>\nopen', '</SCRIPT>'],
  ])('ends what a text leaves open: %j', (value, end) => {
    expect(closed(value)).toBe(`${value}\n${end}\n`);
    expect(headings(readBlocks(`${closed(value)}\n## Next\n`), 2)).toEqual(['Next']);
  });

  it.each(['plain', 'a\n```\nb\n```', '- a\n  ```\n  b', '<!-- a -->', '<div>\nb', '> ```\n> a'])(
    'leaves a text as it is that leaves nothing open: %j',
    (value) => expect(closed(value)).toBe(`${value}\n`),
  );

  it('keeps every message below its own heading, whatever the others hold', async () => {
    const said = record({
      title: hostile,
      system: hostile,
      model: hostile,
      tool: hostile,
      texts: array(hostile, { minLength: 1, maxLength: 4 }),
      thinking: hostile,
      result: hostile,
      error: hostile,
      file: hostile,
      args: string({ unit: codePoint, maxLength: 20 }),
    });
    await assert(
      asyncProperty(said, async (one) => {
        const origin = { vendor: 'openai' as const, model: one.model };
        const history = conversation([
          ...one.texts.flatMap((value) => [
            user(value),
            answer([{ type: 'thinking', text: one.thinking }, text(value)], { origin }),
          ]),
          user('', { parts: [{ type: 'file', name: one.file, mime: one.file, blob: 'f', bytes: 1 }] }),
          answer([{ type: 'tool_call', id: 'c', name: one.tool, args: { [one.args]: one.args } }], {
            stop: 'tool',
            origin,
          }),
          results({ type: 'tool_result', callId: 'c', text: one.result }),
          answer([], { origin, error: { kind: 'server', retryable: false, message: one.error } }),
        ]);
        history.session.title = one.title;
        history.session.system = one.system;
        const blocks = readBlocks(await rendered('markdown', history));
        const [first] = blocks;
        expect(first?.type === 'heading' && plainText(first.children)).toBe(line(one.title));
        // Texts may contain headings of their own, one of which looks like Baton's.
        const own = headings(blocks, 2).filter((title) => title.includes(' · '));
        const who = (index: number) => (index % 2 === 0 ? 'You' : line(one.model));
        const count = 2 * one.texts.length + 2;
        expect(own.map((title) => title.slice(0, title.lastIndexOf(' · ')))).toEqual(
          Array.from({ length: count }, (_, index) => `${index + 1}. ${who(index)}`),
        );
      }),
      { numRuns: 150 },
    );
  });

  /** Addresses of links, and texts of footnotes where they are marked. */
  const targetsIn = (blocks: readonly Block[]): string[] => {
    const notes = new Map<string, string>();
    const found: string[] = [];
    JSON.stringify(blocks, (_key, value: { type?: string; href?: string; label?: string; children?: Block[] }) => {
      if (value?.type === 'footnote' && value.children && !notes.has(value.label ?? ''))
        notes.set(value.label ?? '', JSON.stringify(value.children).replace(/"raw":"[^"]*",/g, ''));
      return value;
    });
    JSON.stringify(blocks, (_key, value: { type?: string; href?: string; label?: string; children?: Block[] }) => {
      if (value?.type === 'link' || value?.type === 'image') found.push(value.href ?? '');
      if (value?.type === 'footnote' && !value.children) found.push(notes.get(value.label ?? '') ?? 'none');
      return value;
    });
    return found;
  };

  it.each([
    ['footnotes', 'A[^1], B[^note].\n\n[^1]: of N\n[^note]: also N\n    and more'],
    [
      'links',
      '[a][1], [1], [1][], ![b][Two Words]\n\n[1]: https://n.example/1 "t"\n[two  words]: <https://n.example/2>',
    ],
    ['code beside them', 'A[^1] `x[^1]` [1]\n\n```js\nx[1] = /[^1]/\n```\n- [1]\n\n[^1]: N\n[1]: https://n.example'],
    ['quotes and lists', '> see [1][^1]\n> [1]: https://n.example\n\n- a[^1]\n\n[^1]: N'],
    ['labels that look renamed', '[1] [1-2]\n\n[1]: https://n.example/1\n[1-2]: https://n.example/2'],
    ['pictures of the file', '![a][baton-picture-1]\n\n[baton-picture-1]: https://n.example'],
  ])('leads every text to its own targets: %s', async (_name, value) => {
    const said = ['1', '2', '3'].map((one) => value.replaceAll('N', one).replaceAll('/n.', `/${one}.`));
    const history = conversation(said.flatMap((one) => [user('[1] and [^1]'), answer(one)]));
    history.session.system = value;
    const targets = targetsIn(readBlocks(await rendered('markdown', history)));
    for (const one of [value, ...said])
      for (const target of targetsIn(readBlocks(one))) expect(targets).toContain(target);
  });

  it.each([
    ['before it', ['As [1] and [a][1] say.', 'See [1].\n\n[1]: https://1.example'], ['https://1.example']],
    ['after it', ['See [1].\n\n[1]: https://1.example', 'As [1], [a][1] and ![b][1] say.'], ['https://1.example']],
    [
      'between two',
      ['[1]\n\n[1]: https://1.example', 'only [1]', '[1]\n\n[1]: https://2.example'],
      ['https://1.example', 'https://2.example'],
    ],
    ['in any case', ['[Doc]\n\n[doc]: https://1.example', '[DOC] and [dOc][]'], ['https://1.example']],
    ['beside code', ['[1]\n\n[1]: https://1.example', '`[1]` [1]\n\n```js\na[1]\n```'], ['https://1.example']],
  ])('leads a text without a definition to no other one: %s', async (_name, said, expected) => {
    const file = await rendered('markdown', conversation(said.map((one) => answer(one))));
    expect(targetsIn(readBlocks(file))).toEqual(expected);
    for (const one of said) for (const code of one.match(/`+[^]*?`+/g) ?? []) expect(file).toContain(code);
  });

  it('leads a footnote mark without its note to no other one', async () => {
    const said = ['A[^1].', 'B[^1].\n\n[^1]: of B', 'C[^1].'];
    const file = await rendered('markdown', conversation(said.map((one) => answer(one))));
    expect(targetsIn(readBlocks(file)).filter((target) => target !== 'none')).toEqual([
      expect.stringContaining('of B'),
    ]);
  });

  it('changes nothing of what was said', async () => {
    for (const value of HOSTILE)
      for (const format of ['markdown', 'text'] as const)
        expect(await rendered(format, conversation([answer(value)]))).toContain(`\n\n${value}\n`);
  });
});
