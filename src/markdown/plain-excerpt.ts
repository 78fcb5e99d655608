import { plainText, type Block } from './ast.ts';
import { readBlocks, shownText } from './block-reader.ts';
import { normalizeLineEnds } from './lex-markdown.ts';
import { MAX_PROSE_LENGTH } from './limits.ts';

/** The replacement for a block that does not fit on a line, or its source if there is none. */
export interface BlockNames {
  code: string;
  table: string;
  formula: string;
  /** For a formula with commands within a text. */
  inlineFormula: string;
}

/** The visible text of these blocks without Markdown marks, one line for each block. */
export function blocksText(blocks: readonly Block[], names?: Partial<BlockNames>): string {
  return blocks
    .map((block): string => {
      switch (block.type) {
        case 'paragraph':
        case 'heading':
          return plainText(block.children, names?.inlineFormula);
        case 'code':
          return names?.code ?? block.text;
        case 'quote':
        case 'footnote':
          return blocksText(block.children, names);
        case 'list':
          return block.items.map(({ children }) => blocksText(children, names)).join('\n');
        case 'table':
          return (
            names?.table ??
            [block.head, ...block.rows]
              .map((row) =>
                row
                  .map((cell) => plainText(cell, names?.inlineFormula))
                  .join(' ')
                  .trimEnd(),
              )
              .join('\n')
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

/** The visible text of Markdown, one line for each block. Text that the page shows as written stays as it is. */
export const plainLines = (markdown: string): string =>
  markdown.length > MAX_PROSE_LENGTH ? markdown : blocksText(readBlocks(markdown));

/** Marks take space too, but no realistic text needs more source than this per requested character. */
const SOURCE_PER_WORDS = 8;

/**
 * The first words of Markdown on one line, as the page shows them: for names, labels and lists. Ends with '…' when
 * there is more.
 */
export function plainExcerpt(markdown: string, maxLength: number): string {
  const maxSource = maxLength * SOURCE_PER_WORDS;
  const cut = markdown.length > maxSource;
  const blocks = readBlocks(cut ? shownText(normalizeLineEnds(markdown.slice(0, maxSource))) : markdown);
  const text = blocksText(blocks).replace(/\s+/g, ' ').trim();
  if (text.length <= maxLength) return cut && text !== '' ? `${text}…` : text;
  // Never cuts a character in half.
  return `${text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
