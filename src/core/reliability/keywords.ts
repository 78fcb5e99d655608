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

/**
 * The keywords in one language. Strings are sources of regular expressions without capturing groups. `thinking` matches a
 * phrase that asks for it instead of mentioning it: at the start of a clause, or after a word that asks. Plain “think” and
 * “생각” do not count.
 */
export interface KeywordWords {
  ultrathink: string;
  modes: Readonly<Record<Mode, string>>;
  thinking: RegExp;
}

const MODE_ORDER: readonly Mode[] = ['ultrawork', 'search', 'analyze'];

/**
 * Returns a function that finds the keywords of a message in any of the languages, each once, in the order of the list of
 * commands. Code, quoted lines and addresses are ignored, because someone else wrote them.
 */
export function keywordFinder(languages: readonly KeywordWords[]): (text: string, watch: Watch) => Keyword[] {
  const ultrathink = alone(languages.map((words) => words.ultrathink).join('|'));
  const modes = MODE_ORDER.map((mode) => [mode, alone(languages.map((words) => words.modes[mode]).join('|'))] as const);
  const phrases = languages.map(({ thinking }) => thinking);
  return (text, { keywords, thinking }) => {
    if (!keywords && !thinking) return [];
    const own = userText(text.slice(0, MAX_LENGTH));
    const found: Keyword[] = [];
    const level = ultrathink.exec(own)?.[0] ?? (thinking ? firstOf(phrases, own) : undefined);
    if (level !== undefined) found.push({ word: level, asks: { thinking: 'high' } });
    if (!keywords) return found;
    for (const [mode, pattern] of modes) {
      const word = pattern.exec(own)?.[0];
      if (word !== undefined) found.push({ word, asks: { modes: [mode] } });
    }
    return found;
  };
}

function firstOf(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found.trim();
  }
  return undefined;
}
