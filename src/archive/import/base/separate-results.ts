import type { ImportedConversation, ImportedMessage, ImportedPart } from './imported.ts';

/**
 * Baton stores results in messages of their own, after the answer that made the call. Other programs keep them in the
 * answer or in the user's next message. Such a message becomes a chain of messages, and what followed it follows the
 * chain.
 */
export function separateResults(conversation: ImportedConversation): ImportedConversation {
  const ends = new Map<string, string>();
  const chains = conversation.messages.map((message) => {
    const chain = chainOf(message);
    const end = chain.at(-1)?.id;
    if (end !== undefined && end !== message.id) ends.set(message.id, end);
    return chain;
  });
  const { leafId } = conversation;
  return {
    ...conversation,
    messages: chains.flatMap(([first, ...rest]) =>
      first ? [{ ...first, parentId: ends.get(first.parentId ?? '') ?? first.parentId }, ...rest] : [],
    ),
    ...(leafId !== undefined && { leafId: ends.get(leafId ?? '') ?? leafId }),
  };
}

/** Splits one message into its chain. */
export function chainOf(message: ImportedMessage): ImportedMessage[] {
  if (message.role === 'tool' || message.hollow) return [message];
  const runs: { results: boolean; parts: ImportedPart[] }[] = [];
  for (const part of message.parts) {
    const results = part.type === 'tool_result';
    const run = runs.at(-1);
    if (run?.results === results) run.parts.push(part);
    else runs.push({ results, parts: [part] });
  }
  if (!runs.some(({ results }) => results)) return [message];
  const { usage, stop, error, ...plain } = message;
  return runs.map(({ results, parts }, index) => {
    const last = index === runs.length - 1;
    const place = {
      id: index === 0 ? message.id : `${message.id}~${index}`,
      parentId: index === 0 ? message.parentId : index === 1 ? message.id : `${message.id}~${index - 1}`,
      parts,
    };
    if (results)
      return { ...place, role: 'tool', ...(plain.createdAt !== undefined && { createdAt: plain.createdAt }) };
    const ended = last ? { ...(usage && { usage }), ...(stop && { stop }), ...(error !== undefined && { error }) } : {};
    return { ...plain, ...place, ...ended };
  });
}
