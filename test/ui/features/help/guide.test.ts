import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGuidePage, partsOf, searchGuide } from '#ui/features/help/guide.ts';

const folder = new URL('../../../../docs/user/', import.meta.url);
const pages = readdirSync(folder).map((name) =>
  parseGuidePage(name.replace('.md', ''), readFileSync(new URL(name, folder), 'utf8')),
);

describe('the guide', () => {
  it('has a title and words on every page, and no link or picture that leads nowhere', () => {
    expect(pages.length).toBeGreaterThan(5);
    for (const { title, text, sections } of pages) {
      expect(title).toMatch(/^[A-Z]/);
      const parts = partsOf(text);
      const linked = parts.filter((part) => 'text' in part && /\]\((?!https?:)/.test(part.text));
      const pictures = parts.flatMap((part) => ('text' in part ? [] : [part.picture]));
      expect(linked).toEqual([]);
      expect(pictures.filter((name) => !existsSync(new URL(`../pictures/${name}`, folder)))).toEqual([]);
      expect(sections.every((section) => section.text !== '')).toBe(true);
    }
  });

  it('splits a page into what stands under its headings', () => {
    const page = parseGuidePage(
      'a',
      '# Title\n\nOne\nline. See [other](b.md#x), [site](https://e.example).\n\n## Second\n\nMore.\n',
    );
    expect(page.title).toBe('Title');
    expect(page.sections).toEqual([
      { title: '', text: 'One line. See other, [site](https://e.example).' },
      { title: 'Second', text: 'More.' },
    ]);
  });

  it('joins lines of a paragraph and of an item, and leaves code, tables and items apart', () => {
    const document =
      '# T\n\na\nb `c`\n`d` e\n\n- one\n  more\n- two\n\n1. x\n   y\n2. z\n\n| a |\n| - |\n\n```sh\nf\ng\n```\n';
    expect(parseGuidePage('a', document).text).toBe(
      'a b `c` `d` e\n\n- one more\n- two\n\n1. x y\n2. z\n\n| a |\n| - |\n\n```sh\nf\ng\n```',
    );
  });

  it('finds sections with every word, in any order and case', () => {
    const ids = (query: string) => searchGuide(pages, query).map(({ page }) => page.id);
    expect(ids('PASSPHRASE')).toContain('your-data');
    expect(ids('folder project')[0]).toBe('organizing');
    expect(ids('zebra passphrase')).toEqual([]);
    expect(ids('  ')).toEqual([]);
  });

  it('finds every word that a section holds', () => {
    const all = pages.flatMap((page) => page.sections.map((section) => ({ page, section })));
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.nat(), ({ page, section }, at) => {
        const words = section.text.split(/\s+/);
        const word = words[at % words.length] ?? '';
        const found = searchGuide(pages, word);
        expect(found.some((hit) => hit.page === page && hit.section.title === section.title)).toBe(true);
      }),
    );
  });
});
