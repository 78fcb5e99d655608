import type { Result } from '../base/conversation.ts';
import type { Subject } from './topics.ts';

/** What an answer may speak about. */
export interface Facts {
  label: string;
  question: string;
  /** Everything the user has said, the newest last. */
  said: readonly string[];
  /** Answers that stand before this one. */
  answers: number;
  attachments: number;
  tools: readonly { name: string; description: string }[];
  /** Length asked for, in characters. */
  length: number;
}

/** The practice answers in one language. */
export interface Words {
  /** Stands above the first answer of a conversation. */
  notice(facts: Facts): string;
  baton(facts: Facts): string;
  markdown(facts: Facts): string;
  code(facts: Facts): string;
  math(facts: Facts): string;
  table(facts: Facts): string;
  long(facts: Facts): string;
  tools(facts: Facts): string;
  recall(facts: Facts): string;
  help(facts: Facts): string;
  hello(facts: Facts): string;
  thanks(facts: Facts): string;
  general(facts: Facts): string;
  /** Paragraphs of thinking; as many as are asked for. */
  thinking(facts: Facts, subject: Subject): string[];
  /** Before a round of tool calls. */
  calling(names: readonly string[], round: number): string;
  thinkingOfCall(names: readonly string[], round: number): string;
  /** After the last round. */
  results(results: readonly Result[]): string;
  noSuchTool(wanted: string, facts: Facts): string;
  problems(problems: readonly string[]): string;
  refusal: string;
}

/** The first characters of a text; a surrogate pair is never torn. */
export const head = (text: string, length: number): string =>
  text.slice(0, /[\ud800-\udbff]/.test(text[length - 1] ?? '') ? length - 1 : length);

/** A quotation of what the user wrote: at most three lines, at most 280 characters. */
export function quote(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = head(lines.slice(0, 3).join('\n'), 280);
  const cut = shown.length < lines.join('\n').length;
  return `${shown}${cut ? ' …' : ''}`.replaceAll(/^/gm, '> ');
}

/** A code fence that the text inside cannot end. */
export function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

export const isKorean = (text: string): boolean => /[\uac00-\ud7af\u3131-\u318e]/.test(text);

export const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

export const firstLine = (text: string): string => {
  const line =
    text
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? '';
  return line.length > 120 ? `${head(line, 119)}…` : line;
};

/** A result as it is shown in an answer. */
export const clip = (text: string): string => (text.length > 1200 ? `${head(text, 1200)}\n… (${text.length})` : text);
