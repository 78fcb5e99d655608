import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '#markdown/ast.ts';
import { readBlocks } from '#markdown/block-reader.ts';
import { fencedCode } from '#markdown/fenced-code.ts';
import { fileNameOf, hasScripts, kindOfCode, kindOfFile, PREVIEW_KINDS, titleOf } from '#markdown/preview-kind.ts';

const codeIn = (blocks: readonly Block[]): { lang: string; text: string; closed: boolean }[] =>
  blocks.flatMap((block) => {
    if (block.type === 'code') return [{ lang: block.lang, text: block.text, closed: block.closed }];
    if (block.type === 'quote') return codeIn(block.children);
    return block.type === 'list' ? block.items.flatMap(({ children }) => codeIn(children)) : [];
  });

const seen = (text: string) =>
  fencedCode(text).map(({ language, text: code, closed }) => ({ lang: language, text: code, closed }));

const LINES = fc.constantFrom('a', '', '<p>x</p>', '  indented', '# head', '- item', '``', '~~', '```x``', '| a |');
const block = fc
  .record({
    fence: fc.constantFrom('```', '````', '~~~'),
    lang: fc.constantFrom('html', 'csv', ''),
    body: fc.array(LINES),
  })
  .map(({ fence, lang, body }) => `${fence}${lang}\n${body.map((line) => `${line}\n`).join('')}${fence}`);

describe('fencedCode', () => {
  it('finds what the reader finds, between paragraphs and where the last one still grows', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), fc.nat(), (blocks, cut) => {
        const whole = `words\n\n${blocks.join('\n\nwords\n\n')}\n`;
        const end = whole.length - (cut % 40);
        // In the middle of a fence the reader waits for more.
        const text = whole.slice(0, Math.max(0, whole.lastIndexOf('\n', end) + 1));
        expect(seen(text)).toEqual(
          codeIn(readBlocks(text)).map((one) => ({ ...one, text: one.text.replace(/\n$/, '') })),
        );
      }),
    );
  });

  it.each([
    ['in a list', '- one\n\n  ```html\n  <p>\n    x\n  ```\n- two', ['<p>\n  x']],
    ['in the mark’s own line', '1. ```svg\n   <svg/>\n   ```', ['<svg/>']],
    ['in a quote', '> ```json\n> {\n>   "a": 1\n> }\n> ```', ['{\n  "a": 1\n}']],
    ['with other line ends', '```csv\r\na,b\r\n1,2\r\n```\r\n', ['a,b\n1,2']],
    ['but not indented code', '    ```html\n    x\n', []],
  ])('%s', (_, text, found) => {
    expect(fencedCode(text).map((one) => one.text)).toEqual(found);
  });
});

describe('kinds and titles', () => {
  it('goes by the language and the name of a file', () => {
    expect(['html', 'HTML', 'md', 'tsv', 'json', 'js', 'constructor', ''].map((lang) => kindOfCode(lang, ''))).toEqual([
      'html',
      'html',
      'markdown',
      'csv',
      'json',
      null,
      null,
      null,
    ]);
    expect(kindOfCode('xml', '<?xml version="1.0"?>\n<svg viewBox="0 0 1 1"/>')).toBe('svg');
    expect(kindOfCode('xml', '<feed/>')).toBeNull();
    expect([kindOfFile('a.b.html'), kindOfFile('html'), kindOfFile('a.pdf')]).toEqual(['html', null, null]);
  });

  it('reads what a document calls itself', () => {
    expect(titleOf('html', '<!doctype html><title>\n Relay  times </title>')).toBe('Relay times');
    expect(titleOf('html', '<h1 class="x">Head</h1>')).toBe('Head');
    expect(titleOf('svg', '<svg><title>Baton</title></svg>')).toBe('Baton');
    expect(titleOf('markdown', 'x\n\n## Plan\n')).toBe('Plan');
    expect(titleOf('csv', 'title,x')).toBe('');
  });

  it('makes names of files that end in their kind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PREVIEW_KINDS), fc.string(), (kind, title) => {
        const name = fileNameOf(kind, title);
        expect(kindOfFile(name)).toBe(kind);
      }),
    );
    expect(fileNameOf('html', 'a/b:c')).toBe('a b c.html');
  });

  it('sees what wants to run', () => {
    for (const html of ['<script>1</script>', '<SCRIPT src=x>', '<b onclick = "x">', '<a href="javascript:1">'])
      expect(hasScripts(html)).toBe(true);
    expect(hasScripts('<p>once upon a time = now</p>')).toBe(false);
  });
});
