import { isBlank } from './text.ts';

/** What an answer amounts to: words, calls or anything else that can be shown; thinking alone; or nothing. */
export type AnswerContent = 'something' | 'thoughts' | 'nothing';

export function answerContentOf(parts: readonly { type: string; text?: string }[]): AnswerContent {
  let said: AnswerContent = 'nothing';
  for (const { type, text } of parts) {
    if (type === 'thinking' || type === 'redacted_thinking') said = 'thoughts';
    else if (text === undefined || !isBlank(text)) return 'something';
  }
  return said;
}
