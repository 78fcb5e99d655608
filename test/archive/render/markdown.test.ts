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

  it('changes nothing of what was said', async () => {
    for (const value of HOSTILE)
      for (const format of ['markdown', 'text'] as const)
        expect(await rendered(format, conversation([answer(value)]))).toContain(`\n\n${value}\n`);
  });
});
