import type { HistoryMessage, Part } from '#core/message.ts';

export interface Turn {
  role: 'user' | 'assistant';
  parts: readonly Part[];
}

/**
 * Merges neighboring messages of one role into one turn. For vendors where tool results are user input; results come
 * first in the turn (vendor-rules A11, G4).
 */
export function mergeTurns(messages: readonly HistoryMessage[]): Turn[] {
  const turns: Turn[] = [];
  /** Parts of the last turn, if it is made of several messages. */
  let merged: Part[] | null = null;
  for (const { role: own, parts } of messages) {
    const role = own === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role !== role) {
      turns.push({ role, parts });
      merged = null;
    } else {
      merged ??= [...last.parts];
      for (const part of parts) merged.push(part);
      last.parts = merged;
    }
  }
  for (const turn of turns) if (turn.role === 'user') turn.parts = resultsFirst(turn.parts);
  return turns;
}

function resultsFirst(parts: readonly Part[]): readonly Part[] {
  const other = parts.findIndex(({ type }) => type !== 'tool_result');
  if (other < 0 || !parts.some(({ type }, index) => index > other && type === 'tool_result')) return parts;
  return [...parts.filter(({ type }) => type === 'tool_result'), ...parts.filter(({ type }) => type !== 'tool_result')];
}
