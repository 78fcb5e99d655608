import { userText } from './user-text.ts';
import { STOP_PHRASES, type StopPhrases } from './stop-phrases.ts';

/** What is longer was pasted, or is an order of work. */
const MAX_LENGTH = 1_000;

type Saying = 'request' | 'neutral' | 'other';

interface Rule {
  spaceless: boolean;
  request: RegExp;
  neutral: RegExp;
  ending: RegExp;
}

const RULES = STOP_PHRASES.map(compile);

/**
 * Whether a message of the user asks for the end of all work (upstream #6109). One whole sentence must say nothing but
 * that, or the message must end with it: “Stop the server, then restart it” is an order of work, and “Stop. I'll look
 * at it first.” is not. Code, quotations and what stands in quotation marks do not count.
 */
export function asksToStop(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const sentences = sentencesOf(text);
  const last = sentences.at(-1);
  return (
    sentences.some(isRequest) || (last !== undefined && RULES.some((rule) => rule.ending.test(shaped(last, rule))))
  );
}

/** Fillers are taken one by one and never given back, or a long row of them would be tried in every combination. */
function compile({ spaceless, filler, request, ending, neutral }: StopPhrases): Rule {
  const end = spaceless ? '' : ' ';
  const fillers = (group: number): string => `(?:(?=((?:${filler})${end}))\\${group})*`;
  const whole = (body: string): RegExp => new RegExp(`^${fillers(1)}${body}${fillers(2)}$`, 'u');
  return {
    spaceless: spaceless === true,
    request: whole(`(?:${request.join('|')})${end}`),
    neutral: whole(`(?:(?:${neutral})${end})?`),
    ending: new RegExp(`${spaceless ? '' : '(?:^| )'}(?:${ending.join('|')})${end}${fillers(1)}$`, 'u'),
  };
}

function sentencesOf(text: string): string[] {
  return userText(text)
    .replace(/"[^"]*"|“[^”]*”|「[^」]*」/g, ' x ')
    .split(/[.!?…]+(?=\s|$)|[。！？]+|\n\s*\n/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function isRequest(sentence: string): boolean {
  const clauses = sentence.split(/[,;:、，；：\n]| [-–—] |—/u).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  const said = new Set(clauses.map(sayingOf));
  return said.has('request') && !said.has('other');
}

function sayingOf(clause: string): Saying {
  if (RULES.some((rule) => rule.request.test(shaped(clause, rule)))) return 'request';
  return RULES.some((rule) => rule.neutral.test(shaped(clause, rule))) ? 'neutral' : 'other';
}

/** Words and nothing else: each followed by one space, or none of them. */
function shaped(words: string, { spaceless }: Rule): string {
  const bare =
    words
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[‘’]/g, "'")
      .match(/[\p{L}\p{N}'#]+/gu) ?? [];
  return bare.map((word) => (spaceless ? word : `${word} `)).join('');
}
