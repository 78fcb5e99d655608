import { readWebSources, type WebSource } from '#core/web-results.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';

/** Results never change, and a conversation is read again with each message. */
const known = new WeakMap<StoredPart, readonly WebSource[]>();

function sourcesIn(part: StoredPart): readonly WebSource[] {
  if (part.type !== 'tool_result' || part.isError) return [];
  const found = known.get(part) ?? readWebSources(part.name, part.text);
  known.set(part, found);
  return found;
}

/** For each answer: the pages that the model had been given by then. */
export function readSources(messages: readonly StoredMessage[]): (messageId: string) => readonly WebSource[] {
  const byAnswer = new Map<string, readonly WebSource[]>();
  let given: readonly WebSource[] = [];
  for (const { id, role, parts } of messages) {
    if (role === 'assistant' && given.length > 0) byAnswer.set(id, given);
    const found = role === 'tool' ? parts.flatMap(sourcesIn) : [];
    if (found.length > 0) given = [...given, ...found];
  }
  return (messageId) => byAnswer.get(messageId) ?? [];
}
