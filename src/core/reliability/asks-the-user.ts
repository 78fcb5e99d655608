import { userText } from './user-text.ts';

/**
 * How models that write in one language ask the user for something. Every string is the source of a regular expression
 * without capturing groups, for a sentence in lower case without marks at its ends.
 */
export interface AskPhrases {
  /** Written without spaces between words, or with inconsistent spaces. Matched with all spaces removed. */
  spaceless?: true;
  /** The end of a sentence that is a question also without a question mark. */
  question?: readonly string[];
  /** The start of a sentence that asks for an answer or a decision; where the verb comes last, its end. */
  request: readonly string[];
  /** In a sentence that only says that the user may write: not a request. */
  offer: readonly string[];
  /** A whole sentence that may follow a question and changes nothing about it. */
  closing: readonly string[];
}

/** Only the end decides, and a model's question is near it. */
const MAX_LENGTH = 4_000;
/** Options, and closing words, that may follow a question. */
const MAX_AFTER = 16;

interface Rule {
  spaceless: boolean;
  asks: RegExp;
  offer: RegExp;
  closing: RegExp;
}

/**
 * Returns a test of whether a model's answer ends with a question or a request for a decision. What follows may list options
 * or close the answer. A question in quotation marks, in code or with its own answer after it is none, nor is the
 * offer to help with anything else.
 */
export function requestsToUser(languages: readonly AskPhrases[]): (text: string) => boolean {
  const rules = languages.map(compile);
  return (text) => {
    const sentences = sentencesOf(text.slice(-MAX_LENGTH)).slice(-MAX_AFTER).toReversed();
    for (const { isItem, text: sentence } of sentences) {
      const shapes = rules.map((rule) => ({ rule, words: shaped(sentence, rule) }));
      const isOffer = shapes.some(({ rule, words }) => rule.offer.test(words));
      if (!isOffer && (isQuestion(sentence) || shapes.some(({ rule, words }) => rule.asks.test(words)))) return true;
      if (!isOffer && !isItem && !shapes.some(({ rule, words }) => rule.closing.test(words))) return false;
    }
    return false;
  };
}

function compile({ spaceless, question = [], request, offer, closing }: AskPhrases): Rule {
  const any = (phrases: readonly string[], before: string, after: string): RegExp =>
    phrases.length === 0 ? /(?!)/ : new RegExp(`${before}(?:${phrases.join('|')})${after}`, 'u');
  const asks = spaceless
    ? any([...question, ...request], '', '$')
    : new RegExp(
        [
          ...(question.length > 0 ? [`(?:${question.join('|')})$`] : []),
          `(?:^|, |: |; | - | – )(?:${request.join('|')})(?![\\p{L}\\p{N}])`,
        ].join('|'),
        'u',
      );
  return { spaceless: spaceless === true, asks, offer: any(offer, '', ''), closing: any(closing, '^', '$') };
}

interface Sentence {
  text: string;
  /** An item of a list, such as an option. */
  isItem: boolean;
}

const ITEM = /^[ \t]*(?:[-*+•]|\(?[\p{N}\p{L}]{1,2}[.)])[ \t]+/u;
const MARKS = /[*_~#`]+/g;

function sentencesOf(text: string): Sentence[] {
  return userText(text)
    .replace(/"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|«[^»\n]*»/g, 'x')
    .split('\n')
    .flatMap((line) =>
      line
        .replace(ITEM, '')
        .replace(MARKS, '')
        .split(/(?<=[.!?…؟][)\]’']*)\s+|(?<=[。！？])/u)
        .map((sentence) => ({ text: sentence.trim(), isItem: ITEM.test(line) })),
    )
    .filter(({ text: sentence }) => /[\p{L}\p{N}]/u.test(sentence));
}

const isQuestion = (sentence: string): boolean => /[?？؟][)\]’'!？?！]*$/u.test(sentence);

/** In lower case, without marks at its ends. */
function shaped(sentence: string, { spaceless }: Rule): string {
  const plain = sentence
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return plain.replace(/\s+/g, spaceless ? '' : ' ');
}
