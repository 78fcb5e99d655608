import type { Links, Token } from 'marked';
import type { Block } from './ast.ts';
import { lexMarkdown, normalizeLineEnds } from './lex-markdown.ts';
import { MAX_PROSE_LENGTH } from './limits.ts';
import { findOpenFormula, MAX_MATH_LENGTH } from './math-syntax.ts';
import { reuseBlocks } from './reuse-blocks.ts';
import { settleTail } from './settle-tail.ts';
import { endsInOpenFence, toBlocks } from './to-blocks.ts';

/** Reads a complete text at once. */
export function readBlocks(text: string): Block[] {
  if (text.length > MAX_PROSE_LENGTH) return [{ type: 'verbatim', raw: text, text }];
  return toBlocks(lexMarkdown(normalizeLineEnds(text)).tokens);
}

/** Offset after these tokens. `null` when marked's own raw text does not add up to the source, which happens. */
function offsetBehind(text: string, from: number, tokens: readonly Token[]): number | null {
  let end = from;
  for (const token of tokens) {
    if (!text.startsWith(token.raw, end)) return null;
    end += token.raw.length;
  }
  return end;
}

const isFence = (token: Token): boolean => token.type === 'code' && token.codeBlockStyle !== 'indented';

/** The part of a growing text to show now. Text before `from`, the start of a block, is not read. */
export function shownText(text: string, from = 0, links?: Links): string {
  const { tokens } = lexMarkdown(text.slice(from), links);
  if (endsInOpenFence(tokens)) return text;
  const code = tokens.findLastIndex(isFence);
  return settleTail(text, from, offsetBehind(text, from, tokens.slice(0, code + 1)) ?? text.length);
}

const BLANK_LINE = /\n[ \t]*\n/;

/** Blocks that a later line could still join: everything from the second to last block on. */
const UNSETTLED = 2;
/**
 * Number of leading tokens that no later text can change. Marked decides blocks line by line, so a block is settled
 * once two more have begun, except one that opens a formula whose end may still come.
 */
function countSettled(tokens: readonly Token[]): number {
  let blocks = 0;
  let count = tokens.length;
  while (count > 0 && blocks < UNSETTLED) {
    count -= 1;
    if (tokens[count]?.type !== 'space') blocks += 1;
  }
  if (blocks < UNSETTLED) return 0;
  // Only text after the last blank line can belong to an open formula.
  for (let at = tokens.length - 1, rest = ''; at >= 0; at -= 1) {
    const token = tokens[at];
    if (!token || isFence(token)) break;
    rest = token.raw + rest;
    if (BLANK_LINE.test(token.raw) || rest.length > MAX_MATH_LENGTH) break;
    if (findOpenFormula(rest) >= 0) count = Math.min(count, at);
  }
  return count;
}

/** Characters that may be reread in every frame. */
const FREE_TAIL = 8_000;
/** Beyond that, each new character allows rereading this many. */
const WORK_PER_CHARACTER = 64;

/** For a definition that arrives later, a longer text is read again only when it has ended. */
const MAX_REREAD = 16_000;

const workLimit = (text: string): number => FREE_TAIL + text.length * WORK_PER_CHARACTER;

/** Appends `rest` to blocks that may not be reread yet: inside an open code block as code, otherwise as plain text. */
function withRest(blocks: Block[], rest: string): Block[] {
  const last = blocks.at(-1);
  if (rest === '') return blocks;
  if (last?.type === 'code' && !last.closed)
    return [...blocks.slice(0, -1), { ...last, raw: last.raw + rest, text: last.text + rest }];
  return [...blocks, { type: 'verbatim', raw: rest, text: rest }];
}

export interface BlockReader {
  /** Blocks of `text`. Nodes unchanged since the last call keep their identity. */
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
 * Reads a text that grows at its end. Settled blocks are never read again; the rest is reread. `read(text, false)`
 * equals `readBlocks(text)`, and `read(text, true)` equals `readBlocks(shownText(text))`, except for a block of more
 * than `FREE_TAIL` characters: it is reread only after enough new text has arrived, and ends in plain text until then.
 * So a complete stream takes linear time.
 */
export function createBlockReader(): BlockReader {
  let source: string | null = null;
  let wasStreaming = false;
  let settled: Block[] = [];
  let settledEnd = 0;
  let links: Links = Object.create(null);
  let blocks: Block[] = [];
  /** Characters reread beyond the free ones, and the text and blocks of the last read. */
  let work = 0;
  let read = { text: '', blocks };

  const restart = () => {
    settled = [];
    settledEnd = 0;
  };

  const readGrowing = (text: string): Block[] => {
    const knownLinks = settledEnd === 0 ? undefined : links;
    const tail = Math.max(0, text.length - settledEnd - FREE_TAIL);
    if (tail > 0 && work + tail > workLimit(text) && text.startsWith(read.text))
      return withRest(read.blocks, text.slice(read.text.length));
    work += tail;
    let shown = tail > 0 ? text : shownText(text, settledEnd, knownLinks);
    let lexed = lexMarkdown(shown.slice(settledEnd), knownLinks);
    if (settledEnd > 0 && !sameLinks(links, lexed.links) && text.length <= MAX_REREAD) {
      // A definition arrived that earlier text may refer to.
      restart();
      shown = tail > 0 ? text : shownText(text);
      lexed = lexMarkdown(shown);
    }
    const perToken = lexed.tokens.map((token) => toBlocks([token]));
    links = lexed.links;
    const next = reuseBlocks(read.blocks, [...settled, ...perToken.flat()]);
    const count = countSettled(lexed.tokens);
    const end = offsetBehind(shown, settledEnd, lexed.tokens.slice(0, count));
    if (count > 0 && end !== null) {
      const more = perToken.slice(0, count).reduce((sum, one) => sum + one.length, 0);
      settled = next.slice(0, settled.length + more);
      settledEnd = end;
    }
    read = { text: shown, blocks: next };
    return next;
  };

  return {
    read(raw, streaming) {
      const text = normalizeLineEnds(raw);
      if (text === source && streaming === wasStreaming) return blocks;
      if (!streaming || source === null || !text.startsWith(source)) {
        restart();
        work = 0;
      }
      blocks = streaming && text.length <= MAX_PROSE_LENGTH ? readGrowing(text) : reuseBlocks(blocks, readBlocks(text));
      source = text;
      wasStreaming = streaming;
      return blocks;
    },
  };
}
