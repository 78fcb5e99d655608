import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutChunks } from '#core/passage-chunks.ts';
import { PassageIndex } from '#search/passages/passage-index.ts';
import { codePoint } from '#test/code-point.ts';
import { PARAPHRASED, QUESTIONS, TEXTS } from './labelled.ts';
import { hitsOf, labelledSearches } from './search-labelled.ts';

describe('the chunks of a text', () => {
  it('are in order, cover everything that is not empty, and are never long', () => {
    assert(
      property(string({ unit: codePoint, maxLength: 6_000 }), (text) => {
        const chunks = cutChunks(text);
        let at = 0;
        for (const { start, end } of chunks) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end - start).toBeLessThanOrEqual(1_200);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });

  it('name the page, sheet or heading that they are in, else the line', () => {
    const text = `[Page 1]\nfirst\n[Page 2]\n${'second line\n'.repeat(150)}`;
    expect(cutChunks(text).map(({ place }) => place)).toEqual(['Page 1', 'Page 2', 'Page 2']);
    expect(cutChunks('a\nb').map(({ place }) => place)).toEqual(['line 1']);
    expect(cutChunks(`${'x\n'.repeat(120)}# 설치\n다음`).map(({ place }) => place)).toEqual(['line 1', '설치']);
  });
});

describe('a search in the files of a project', () => {
  const index = new PassageIndex();
  for (const [name, text] of Object.entries(TEXTS)) index.put(name, name, text);

  it.each(QUESTIONS)('finds the answer to “%s”', (question, file, words) => {
    const found = index.search(question, 3);
    const texts = found.map((chunk) => `${chunk.file}: ${TEXTS[chunk.file]?.slice(chunk.start, chunk.end)}`);
    expect(texts.some((text) => text.startsWith(file) && text.includes(words))).toBe(true);
  });

  it('has the answer in the first place for four of five questions, in both languages', () => {
    const first = QUESTIONS.filter(([question, file, words]) => {
      const [chunk] = index.search(question, 1);
      return chunk?.file === file && TEXTS[file]?.slice(chunk.start, chunk.end).includes(words);
    });
    expect(first.length / QUESTIONS.length).toBeGreaterThanOrEqual(0.8);
  });

  it('finds with vectors what is said in other words or in another language, and loses nothing', () => {
    const { words, both } = labelledSearches();
    expect(hitsOf(words, PARAPHRASED, 3)).toBeLessThan(0.5 * PARAPHRASED.length);
    expect(hitsOf(both, PARAPHRASED, 3)).toBeGreaterThanOrEqual(0.8 * PARAPHRASED.length);
    expect(hitsOf(both, QUESTIONS, 3)).toBe(hitsOf(words, QUESTIONS, 3));
  });

  it('finds nothing for words that are nowhere, and forgets a file that was removed', () => {
    const own = new PassageIndex();
    own.put('a', 'a.txt', 'The heron is grey.');
    expect(own.search('zanzibar', 3)).toEqual([]);
    expect(own.search('herons', 3)).toHaveLength(1);
    own.remove('a');
    expect(own.search('herons', 3)).toEqual([]);
  });

  it('keeps offsets where case changes lengths', () => {
    const own = new PassageIndex();
    const text = `${'İ'.repeat(50)}\nheron`;
    own.put('a', 'a.txt', text);
    const [chunk] = own.search('HERON', 1);
    expect(text.slice(chunk?.start, chunk?.end)).toContain('heron');
  });
});
