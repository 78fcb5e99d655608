import type { Stop } from './message.ts';
import { isBlank } from './text.ts';

/**
 * What an answer contains: `something` that can be shown (text, a call, any other part), only `thoughts`, or `nothing`.
 */
export type AnswerContent = 'something' | 'thoughts' | 'nothing';

export function answerContentOf(parts: readonly { type: string; text?: string }[]): AnswerContent {
  let content: AnswerContent = 'nothing';
  for (const { type, text } of parts) {
    if (type === 'thinking' || type === 'redacted_thinking') content = 'thoughts';
    else if (text === undefined || !isBlank(text)) return 'something';
  }
  return content;
}

/**
 * Whether the next answer of the same model continues this one: it called tools, or it holds only thoughts, which some
 * programs keep in a message of their own.
 */
export const isContinued = ({ stop, parts }: Spoken): boolean =>
  stop === 'tool' || (stop === 'end' && answerContentOf(parts) === 'thoughts');

interface Spoken {
  stop?: Stop;
  parts: readonly { type: string; text?: string }[];
}
