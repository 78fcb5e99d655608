import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { expect, it } from 'vitest';

const PAGES = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern));
const OUTSIDE = /^(https?:|mailto:)/;
/** On GitHub, next to the repository's files. */
const GITHUB = /^\.\.\/\.\.\/(actions|releases|issues|security)\b/;

interface Page {
  links: string[];
  anchors: Set<string>;
}

/** The name that GitHub and VitePress give a heading. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

function readPage(path: string): Page {
  const page: Page = { links: [], anchors: new Set() };
  const text = readFileSync(path, 'utf8');
  const seen = new Map<string, number>();
  void marked.walkTokens(marked.lexer(text.replace(/^---\n.*?\n---\n/s, '')), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') page.links.push((token as Tokens.Link).href);
    if (token.type === 'html')
      page.links.push(...[...token.raw.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, to = '']) => to));
    if (token.type !== 'heading') return;
    const anchor = anchorOf((token as Tokens.Heading).text.replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    page.anchors.add(times === 0 ? anchor : `${anchor}-${times}`);
  });
  for (const [, id = ''] of text.matchAll(/<a id="([^"]+)"/g)) page.anchors.add(id);
  return page;
}

const markdown = new Map(PAGES.map((path) => [path, readPage(path)]));

function problemOf(from: string, link: string): string | null {
  if (OUTSIDE.test(link) || GITHUB.test(link)) return null;
  const [file = '', anchor] = decodeURI(link).split('#');
  const path = file === '' ? from : normalize(file.startsWith('/') ? join('.', file) : join(dirname(from), file));
  const target = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.md') : path;
  if (!existsSync(target)) return `${from}: ${link} is not there`;
  const page = markdown.get(target);
  if (anchor !== undefined && page && !page.anchors.has(anchor)) return `${from}: ${link} has no such heading`;
  return null;
}

it('every link of the README, the documents and the guide leads to a file and a heading', () => {
  const links = [...markdown].flatMap(([path, page]) => page.links.map((link) => [path, link] as const));
  expect(links.length).toBeGreaterThan(100);
  expect(links.flatMap(([path, link]) => problemOf(path, link) ?? [])).toEqual([]);
});

it('the site’s first page and its menus lead to pages', () => {
  const files = ['docs/index.md', 'docs/.vitepress/config.ts'];
  const links = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/link: '?(\/[\w./-]+)/g)]);
  expect(links.length).toBeGreaterThan(7);
  expect(links.map(([, link = '']) => link).filter((link) => !existsSync(`.${link}.md`))).toEqual([]);
});

it('the README has at most 250 lines', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(250);
});
