import { readBlocks } from './block-reader.ts';
import { MAX_PROSE_LENGTH } from './limits.ts';
import { blocksText, type BlockNames } from './plain-excerpt.ts';

/** What is said in place of what nobody wants to hear spelled out. */
export type SpokenNames = Pick<BlockNames, 'code' | 'formula'>;

/** Characters. Long enough for nearly every sentence, short enough to go back by one. */
const MAX_LENGTH = 240;
const ADDRESS = /\bhttps?:\/\/(?:www\.)?([^\s/?#:]+)\S*/g;
const SAID = /[\p{L}\p{N}]/u;
/** Where a long sentence is parted: after a mark, otherwise between words. */
const PAUSE = /[,;:、，；：]\s*(?=[^,;:、，；：]*$)/u;

/**
 * The sentences of a Markdown text as they are read aloud, in order: without marks, code and formulas by their names,
 * addresses by their hosts. Empty if there is nothing to say.
 */
export function spokenSentences(markdown: string, names: SpokenNames): string[] {
  const text =
    markdown.length > MAX_PROSE_LENGTH
      ? markdown
      : blocksText(readBlocks(markdown), { ...names, inlineFormula: names.formula });
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  return text
    .replace(ADDRESS, '$1')
    .split('\n')
    .flatMap((line) => [...segmenter.segment(line)].flatMap(({ segment }) => piecesOf(segment.trim())))
    .filter((sentence) => SAID.test(sentence));
}

function piecesOf(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_LENGTH) {
    const start = rest.slice(0, MAX_LENGTH);
    const mark = PAUSE.exec(start);
    const end = mark ? mark.index + mark[0].length : start.lastIndexOf(' ') + 1;
    // Never parts a character.
    const cut = end > 0 ? end : start.length - (/[\ud800-\udbff]$/.test(start) ? 1 : 0);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return [...pieces, rest];
}
