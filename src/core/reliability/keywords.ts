import type { MessageOptions, Mode } from '../message-options.ts';
import { userText } from './user-text.ts';

/** A word or phrase in a message, as written, and what it asks for. */
export interface Keyword {
  word: string;
  asks: MessageOptions;
}

/** Which keywords to look for: each belongs to a hook of its own. */
export interface Watch {
  /** keyword-detector */
  keywords: boolean;
  /** think-mode */
  thinking: boolean;
}

/** Messages are typed by hand; longer text was pasted. */
const MAX_LENGTH = 20_000;

/** A word on its own: not inside another word, a path, an address or a name (reliability.md ). */
const alone = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_./\\\\@#:=-])(?:${pattern})(?![\\p{Script=Latin}\\p{N}_/\\\\@=-]|[.:]\\p{L})`, 'iu');

const ULTRATHINK = alone('ultra ?think|울트라 ?(?:씽크|싱크)');

const MODE_WORDS: readonly (readonly [Mode, RegExp])[] = [
  ['ultrawork', alone('ultra ?work|ulw|울트라 ?워크')],
  ['search', alone('search[ -]mode|검색 모드')],
  ['analyze', alone('analy[sz]e[ -]mode|analysis[ -]mode|분석 모드')],
];

/**
 * Asks for it instead of mentioning it: at the start of a clause, or after a word that asks. Plain “think” and “생각” do
 * not count.
 */
const THINK_PHRASES = [
  /(?<=^|[.,!?;:\n(–—-]\s{0,3}|(?<![\p{L}\p{N}])(?:please|and|then|but|now|so|to)\s)think\s(?:(?:very|really)\s)?(?:hard(?:er)?|deep(?:er|ly)|carefully|thoroughly)(?![\p{L}\p{N}_-])/iu,
  /(?<![\p{L}\p{N}_./\\@#-])(?:더 )?(?:깊이|깊게|곰곰이|신중히|신중하게|충분히)\s?생각(?:해|하고|하여|하면서|한 (?:뒤|후|다음))/u,
];

/**
 * Returns the keywords of a message, each once, in the order of the list of commands. Code, quoted lines and addresses
 * are ignored, because someone else wrote them.
 */
export function findKeywords(text: string, { keywords, thinking }: Watch): Keyword[] {
  if (!keywords && !thinking) return [];
  const own = userText(text.slice(0, MAX_LENGTH));
  const found: Keyword[] = [];
  const level = ULTRATHINK.exec(own)?.[0] ?? (thinking ? firstOf(THINK_PHRASES, own) : undefined);
  if (level !== undefined) found.push({ word: level, asks: { thinking: 'high' } });
  if (!keywords) return found;
  for (const [mode, pattern] of MODE_WORDS) {
    const word = pattern.exec(own)?.[0];
    if (word !== undefined) found.push({ word, asks: { modes: [mode] } });
  }
  return found;
}

function firstOf(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found.trim();
  }
  return undefined;
}
