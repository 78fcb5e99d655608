import type { HistoryMessage } from './message.ts';
import { isUserContent } from './pair-calls.ts';

/** A range of a history that a window includes or omits as a unit: `start` inclusive, `end` exclusive. */
export interface Exchange {
  start: number;
  end: number;
}

/**
 * Splits a history into exchanges. Each begins with what the user said (one message or several in a row) and holds
 * every answer, call and result up to what the user said next. A history that begins with an answer begins with an
 * exchange that has no user message.
 */
export function groupExchanges(history: readonly HistoryMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let open: Exchange | null = null;
  let answered = true;
  for (const [index, message] of history.entries()) {
    const asks = message.role === 'user' && message.parts.some(isUserContent);
    if (!open || (asks && answered)) {
      open = { start: index, end: index + 1 };
      exchanges.push(open);
      answered = !asks;
    } else {
      open.end = index + 1;
      answered ||= !asks && message.parts.length > 0;
    }
  }
  return exchanges;
}
