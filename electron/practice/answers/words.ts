import type { Result } from '../base/conversation.ts';
import type { ScriptProblem } from './script-problem.ts';
import type { Subject } from './topics.ts';

/** The facts that an answer may mention. */
export interface Facts {
  label: string;
  question: string;
  /** All messages of the user, newest last. */
  said: readonly string[];
  /** Number of earlier answers. */
  answers: number;
  attachments: number;
  tools: readonly { name: string; description: string }[];
  /** Requested length in characters. */
  length: number;
}

/** The texts of practice answers in one language. */
export interface Words {
  /** Shown above the first answer of a session. */
  notice(facts: Facts): string;
  baton(facts: Facts): string;
  markdown(facts: Facts): string;
  code(facts: Facts): string;
  math(facts: Facts): string;
  table(facts: Facts): string;
  long(facts: Facts): string;
  tools(facts: Facts): string;
  recall(facts: Facts): string;
  /** The last message is the request for it. */
  summary(facts: Facts): string;
  help(facts: Facts): string;
  hello(facts: Facts): string;
  thanks(facts: Facts): string;
  general(facts: Facts): string;
  /** Paragraphs of thinking, repeated as often as requested. */
  thinking(facts: Facts, subject: Subject): string[];
  /** Shown before a round of tool calls. */
  calling(names: readonly string[], round: number): string;
  thinkingOfCall(names: readonly string[], round: number): string;
  /** Shown after the last round. */
  results(results: readonly Result[]): string;
  noSuchTool(requested: string, facts: Facts): string;
  problems(problems: readonly ScriptProblem[]): string;
  /** A question that asks for a picture. */
  asksForPicture: RegExp;
  /** Shown after a picture. */
  picture(prompt: string): string;
  noPictures: string;
  pictureRefused: string;
  refusal: string;
}

/** Returns the first characters of a text without splitting a surrogate pair. */
export const head = (text: string, length: number): string =>
  text.slice(0, /[\ud800-\udbff]/.test(text[length - 1] ?? '') ? length - 1 : length);

/** Quotes the user's text: at most three lines and 280 characters. */
export function quote(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = head(lines.slice(0, 3).join('\n'), 280);
  const cut = shown.length < lines.join('\n').length;
  return `${shown}${cut ? ' …' : ''}`.replaceAll(/^/gm, '> ');
}

/** Wraps the text in a code fence that the text itself can't end. */
export function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** Without the name of the server, which says nothing to whoever reads the answer. */
export const shortName = (name: string): string => name.replace(/^.+?__/, '');

export const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

export const firstLine = (text: string): string => {
  const line =
    text
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? '';
  return line.length > 120 ? `${head(line, 119)}…` : line;
};

/** The first 20 messages, numbered. */
export const numbered = (said: readonly string[]): string =>
  said
    .slice(0, 20)
    .map((one, index) => `${index + 1}. ${firstLine(one)}`)
    .join('\n');

/** Shortens a result for an answer. */
export const clip = (text: string): string => (text.length > 1200 ? `${head(text, 1200)}\n… (${text.length})` : text);
