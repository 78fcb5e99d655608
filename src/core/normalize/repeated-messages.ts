import type { HistoryMessage } from '../message.ts';

/**
 * Indices of messages that were stored twice: the same id with the same content anywhere, or an answer with calls or
 * opaque state directly after its own copy. A user who says the same thing twice really said it twice.
 */
export function repeatedMessages(history: readonly HistoryMessage[]): ReadonlySet<number> {
  const repeated = new Set<number>();
  const firstWithId = new Map<string, HistoryMessage>();
  let before: HistoryMessage | undefined;
  for (const [index, message] of history.entries()) {
    if (message.parts.length === 0) continue;
    const first = message.id === undefined ? undefined : firstWithId.get(message.id);
    if (first ? sameContent(first, message) : before && isUniqueAnswer(message) && sameContent(before, message)) {
      repeated.add(index);
      continue;
    }
    if (message.id !== undefined && !first) firstWithId.set(message.id, message);
    before = message;
  }
  return repeated;
}

/** Whether a message holds something that no model produces twice. */
function isUniqueAnswer({ role, parts }: HistoryMessage): boolean {
  return role === 'assistant' && parts.some(({ type }) => type !== 'text' && type !== 'refusal');
}

function sameContent(a: HistoryMessage, b: HistoryMessage): boolean {
  return (
    a.role === b.role &&
    a.parts.length === b.parts.length &&
    a.parts.every(({ type }, index) => type === b.parts[index]?.type) &&
    json(a.parts) === json(b.parts)
  );
}

/** Text for comparison. A value that cannot be written as JSON equals nothing. */
function json(value: unknown): string | symbol {
  try {
    return JSON.stringify(value);
  } catch {
    return Symbol('not JSON');
  }
}
