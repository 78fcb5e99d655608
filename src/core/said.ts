import { isBlank } from './text.ts';

/** What an answer amounts to: words, calls or anything else that can be shown; thinking alone; or nothing. */
export type Said = 'something' | 'thoughts' | 'nothing';

export function saidIn(parts: readonly { type: string; text?: string }[]): Said {
  let said: Said = 'nothing';
  for (const { type, text } of parts) {
    if (type === 'thinking' || type === 'redacted_thinking') said = 'thoughts';
    else if (text === undefined || !isBlank(text)) return 'something';
  }
  return said;
}
