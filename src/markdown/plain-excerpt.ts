import { plainText, type Block } from './ast.ts';
import { readBlocks, shownText } from './block-reader.ts';
import { normalizeLineEnds } from './lex-markdown.ts';
import { MAX_PROSE_LENGTH } from './limits.ts';

/** What stands for a block that cannot be said in a line; its source where nothing does. */
export interface BlockNames {
  code: string;
  table: string;
  formula: string;
}

/** The words that the page shows for these blocks, without the marks they were written with; a line for each block. */
export function blocksText(blocks: readonly Block[], names?: BlockNames): string {
  return blocks
    .map((block): string => {
      switch (block.type) {
        case 'paragraph':
        case 'heading':
          return plainText(block.children);
        case 'code':
          return names?.code ?? block.text;
        case 'quote':
        case 'footnote':
          return blocksText(block.children, names);
        case 'list':
          return block.items.map(({ children }) => blocksText(children, names)).join('\n');
        case 'table':
          return (
            names?.table ?? [block.head, ...block.rows].map((row) => row.map(plainText).join(' ').trimEnd()).join('\n')
          );
        case 'math':
          return names?.formula ?? block.tex;
        case 'rule':
          return '';
        case 'verbatim':
        default:
          return block.text;
      }
    })
    .filter((text) => text !== '')
    .join('\n');
}

/** The words of Markdown as the page shows them, a line for each block. What the page shows as it is stays as it is. */
export const plainLines = (markdown: string): string =>
  markdown.length > MAX_PROSE_LENGTH ? markdown : blocksText(readBlocks(markdown));

/** Marks take room too; beyond this much source for what is wanted, nobody has written words. */
const SOURCE_PER_WORDS = 8;

/** The first words of Markdown in one line, as the page shows them: for names, labels and lists. '…' where there is more. */
export function plainExcerpt(markdown: string, longest: number): string {
  const room = longest * SOURCE_PER_WORDS;
  const cut = markdown.length > room;
  const blocks = readBlocks(cut ? shownText(normalizeLineEnds(markdown.slice(0, room))) : markdown);
  const words = blocksText(blocks).replace(/\s+/g, ' ').trim();
  if (words.length <= longest) return cut && words !== '' ? `${words}…` : words;
  // Never half of a character.
  return `${words
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
