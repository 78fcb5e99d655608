import type { Links, Token } from 'marked';
import type { Block } from './ast.ts';
import { lexMarkdown, normalizeLineEnds, type Lexed } from './lex-markdown.ts';
import { findOpenFormula } from './math-syntax.ts';
import { reuseBlocks } from './reuse-blocks.ts';
import { settleTail } from './settle-tail.ts';
import { endsInOpenFence, toBlocks } from './to-blocks.ts';

/**
 * More containers opened on one line than anyone writes. The lexer reads such a line once for each of them, which takes
 * seconds for some kilobytes, at every frame of a stream.
 */
const TOO_DEEP = /^[ \t]*(?:(?:>[ \t]*){64}|(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){64,}[^\s*+-])/m;

/** The lexer recurses; text nested beyond its means is shown as it is. */
function lexSafely(text: string, links?: Links): Lexed {
  const asItIs = { tokens: [{ type: 'verbatim', raw: text }], links: links ?? Object.create(null) };
  if (TOO_DEEP.test(text)) return asItIs;
  try {
    return lexMarkdown(text, links);
  } catch (error) {
    if (!(error instanceof RangeError) && !/infinite loop/i.test(String(error))) throw error;
    return asItIs;
  }
}

/** The whole text at once. */
export function readBlocks(text: string): Block[] {
  return toBlocks(lexSafely(normalizeLineEnds(text)).tokens);
}

/** Offset behind these tokens, or null: marked's own raw text does not always add up to the source. */
function offsetBehind(text: string, from: number, tokens: readonly Token[]): number | null {
  let end = from;
  for (const token of tokens) {
    if (!text.startsWith(token.raw, end)) return null;
    end += token.raw.length;
  }
  return end;
}

const isFence = (token: Token): boolean => token.type === 'code' && token.codeBlockStyle !== 'indented';

/** What a text that still grows shows now; nothing in front of `from`, the start of a block, is looked at. */
export function shownText(text: string, from = 0, links?: Links): string {
  const { tokens } = lexSafely(text.slice(from), links);
  if (endsInOpenFence(tokens)) return text;
  const code = tokens.findLastIndex(isFence);
  return settleTail(text, from, offsetBehind(text, from, tokens.slice(0, code + 1)) ?? text.length);
}

const BLANK_LINE = /\n[ \t]*\n/;

/** Blocks a later line could still join: everything from the last block but one on. */
const UNSETTLED = 2;
/**
 * Number of tokens at the front that no later text can change. Marked decides blocks line by line, so a block is
 * settled once two more have begun, except one that opens a formula whose end may still come.
 */
function countSettled(tokens: readonly Token[]): number {
  let blocks = 0;
  let count = tokens.length;
  while (count > 0 && blocks < UNSETTLED) {
    count -= 1;
    if (tokens[count]?.type !== 'space') blocks += 1;
  }
  if (blocks < UNSETTLED) return 0;
  // Only what stands behind the last blank line can belong to a formula that is still open.
  for (let at = tokens.length - 1, rest = ''; at >= 0; at -= 1) {
    const token = tokens[at];
    if (!token || isFence(token)) break;
    rest = token.raw + rest;
    if (BLANK_LINE.test(token.raw)) break;
    if (findOpenFormula(rest) >= 0) count = Math.min(count, at);
  }
  return count;
}

export interface BlockReader {
  /** Blocks of `text`; what did not change since the last call keeps its identity. */
  read(text: string, streaming: boolean): Block[];
}

const sameLinks = (left: Links, right: Links): boolean => {
  const labels = Object.keys(left);
  return (
    labels.length === Object.keys(right).length &&
    labels.every((label) => left[label]?.href === right[label]?.href && left[label]?.title === right[label]?.title)
  );
};

/**
 * Reads a text that grows at its end. Settled blocks are never looked at again; the rest is read anew. The result depends
 * on the arguments only: `read(text, true)` equals `readBlocks(shownText(text))`, `read(text, false)` equals
 * `readBlocks(text)`.
 */
export function createBlockReader(): BlockReader {
  let source: string | null = null;
  let wasStreaming = false;
  let settled: Block[] = [];
  let settledEnd = 0;
  let links: Links = Object.create(null);
  let blocks: Block[] = [];

  const restart = () => {
    settled = [];
    settledEnd = 0;
  };

  const readGrowing = (text: string): Block[] => {
    const known = settledEnd === 0 ? undefined : links;
    let shown = shownText(text, settledEnd, known);
    let lexed = lexSafely(shown.slice(settledEnd), known);
    if (settledEnd > 0 && !sameLinks(links, lexed.links)) {
      // A definition arrived that text further up may refer to.
      restart();
      shown = shownText(text);
      lexed = lexSafely(shown);
    }
    const perToken = lexed.tokens.map((token) => toBlocks([token]));
    links = lexed.links;
    const next = reuseBlocks(blocks, [...settled, ...perToken.flat()]);
    const count = countSettled(lexed.tokens);
    const end = offsetBehind(shown, settledEnd, lexed.tokens.slice(0, count));
    if (count > 0 && end !== null) {
      const more = perToken.slice(0, count).reduce((sum, one) => sum + one.length, 0);
      settled = next.slice(0, settled.length + more);
      settledEnd = end;
    }
    return next;
  };

  return {
    read(raw, streaming) {
      const text = normalizeLineEnds(raw);
      if (text === source && streaming === wasStreaming) return blocks;
      if (!streaming || source === null || !text.startsWith(source)) restart();
      blocks = streaming ? readGrowing(text) : reuseBlocks(blocks, readBlocks(text));
      source = text;
      wasStreaming = streaming;
      return blocks;
    },
  };
}
