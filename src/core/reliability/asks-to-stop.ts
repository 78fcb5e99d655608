import { userText } from './user-text.ts';

/**
 * How users who write in one language ask to end the work. A word that is only part of other work (“stop the server”, “서버를
 * 중지하고”) is never enough: a complete clause must say it. Every string is the source of a regular expression without capturing groups.
 */
export interface StopPhrases {
  /** Written without spaces between words, or with inconsistent spaces. Matched with all spaces removed. */
  spaceless?: true;
  /** Words that may surround a request without changing it. When two begin alike, the longer one comes first. */
  filler: string;
  /** A clause that asks to end all work and names nothing else to stop. */
  request: readonly string[];
  /** The end of a message that names some last work first. */
  ending: readonly string[];
  /** A clause that neither asks for anything nor forbids it. */
  neutral: string;
}

/** Longer text was pasted, or is a work order. */
const MAX_LENGTH = 1_000;

type Saying = 'request' | 'neutral' | 'other';

interface Rule {
  spaceless: boolean;
  request: RegExp;
  neutral: RegExp;
  ending: RegExp;
}

/**
 * Returns a test of whether a user message asks to end all work, in any of the languages (upstream #6109). One complete sentence must say nothing else, or the
 * message must end with the request: “Stop the server, then restart it” is a work order, and so it does not count;
 * “Stop. I'll look at it first.” does. Code, quoted lines and text in quotation marks are ignored.
 */
export function stopRequests(languages: readonly StopPhrases[]): (text: string) => boolean {
  const rules = languages.map(compile);
  return (text) => {
    if (text.length > MAX_LENGTH) return false;
    const sentences = sentencesOf(text);
    const last = sentences.at(-1);
    return (
      sentences.some((sentence) => isRequest(sentence, rules)) ||
      (last !== undefined && rules.some((rule) => rule.ending.test(shaped(last, rule))))
    );
  };
}

/** Fillers are matched one by one without backtracking, or a long row of them would be tried in every combination. */
function compile({ spaceless, filler, request, ending, neutral }: StopPhrases): Rule {
  const end = spaceless ? '' : ' ';
  const fillers = (group: number): string => `(?:(?=((?:${filler})${end}))\\${group})*`;
  const sentence = (body: string): RegExp => new RegExp(`^${fillers(1)}${body}${fillers(2)}$`, 'u');
  return {
    spaceless: spaceless === true,
    request: sentence(`(?:${request.join('|')})${end}`),
    neutral: sentence(`(?:(?:${neutral})${end})?`),
    ending: new RegExp(`${spaceless ? '' : '(?:^| )'}(?:${ending.join('|')})${end}${fillers(1)}$`, 'u'),
  };
}

function sentencesOf(text: string): string[] {
  return userText(text)
    .replace(/"[^"]*"|“[^”]*”|「[^」]*」/g, ' x ')
    .split(/[.!?…]+(?=\s|$)|[。！？]+|\n\s*\n/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function isRequest(sentence: string, rules: readonly Rule[]): boolean {
  const clauses = sentence.split(/[,;:、，；：\n]| [-–—] |—/u).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  const sayings = new Set(clauses.map((clause) => sayingOf(clause, rules)));
  return sayings.has('request') && !sayings.has('other');
}

function sayingOf(clause: string, rules: readonly Rule[]): Saying {
  if (rules.some((rule) => rule.request.test(shaped(clause, rule)))) return 'request';
  return rules.some((rule) => rule.neutral.test(shaped(clause, rule))) ? 'neutral' : 'other';
}

/** Only the words: either each followed by one space, or without any spaces. */
function shaped(phrase: string, { spaceless }: Rule): string {
  const plainWords =
    phrase
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[‘’]/g, "'")
      .match(/[\p{L}\p{N}'#]+/gu) ?? [];
  return plainWords.map((word) => (spaceless ? word : `${word} `)).join('');
}
