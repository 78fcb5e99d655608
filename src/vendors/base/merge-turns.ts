import type { HistoryMessage, Part } from '#core/message.ts';

export interface Turn {
  role: 'user' | 'assistant';
  parts: Part[];
}

/**
 * Neighbours of one role as one turn: results travel as user input on the vendors that use this, and they come first
 * there (vendor-rules A11, G4).
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
