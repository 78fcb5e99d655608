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
    else turns.push({ role, parts: message.parts.slice() });
  }
  for (const turn of turns) if (turn.role === 'user') turn.parts = resultsFirst(turn.parts);
  return turns;
}

function resultsFirst(parts: Part[]): Part[] {
  const other = parts.findIndex(({ type }) => type !== 'tool_result');
  if (other < 0 || !parts.some(({ type }, index) => index > other && type === 'tool_result')) return parts;
  return [...parts.filter(({ type }) => type === 'tool_result'), ...parts.filter(({ type }) => type !== 'tool_result')];
}
