import type { HistoryMessage, Part } from '#core/message.ts';

export interface Turn {
  role: 'user' | 'assistant';
  parts: Part[];
}

/**
 * Merges neighboring messages of one role into one turn. For vendors where tool results are user input; results come
 * first in the turn (vendor-rules A11, G4).
 */
export function mergeTurns(messages: readonly HistoryMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role) last.parts.push(...message.parts);
    else turns.push({ role, parts: [...message.parts] });
  }
  for (const turn of turns)
    if (turn.role === 'user')
      turn.parts = [
        ...turn.parts.filter((part) => part.type === 'tool_result'),
        ...turn.parts.filter((part) => part.type !== 'tool_result'),
      ];
  return turns;
}
