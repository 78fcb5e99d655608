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
  return onOnePath({
    ...conversation,
    messages: chains.flatMap(([first, ...rest]) =>
      first ? [{ ...first, parentId: ends.get(first.parentId ?? '') ?? first.parentId }, ...rest] : [],
    ),
    ...(leafId !== undefined && { leafId: ends.get(leafId ?? '') ?? leafId }),
  });
}

/**
 * Some programs store the results of parallel calls next to each other, below the answer that made the calls. Here, a
 * model would get only one of them, so each follows the one before. Other results of the same call remain branches.
 */
function onOnePath(conversation: ImportedConversation): ImportedConversation {
  const groups = new Map<string, { ids: string[]; calls: Set<string> }>();
  for (const { id, parentId, role, parts } of conversation.messages) {
    if (role !== 'tool' || parentId === null) continue;
    const group = groups.get(parentId) ?? { ids: [], calls: new Set() };
    groups.set(parentId, group);
    const calls = parts.flatMap((part) => (part.type === 'tool_result' ? [part.callId ?? ''] : []));
    if (calls.some((call) => group.calls.has(call))) continue;
    group.ids.push(id);
    for (const call of calls) group.calls.add(call);
  }
  const before = new Map<string, string>();
  const ends = new Map<string, string>();
  for (const { ids } of groups.values()) {
    const end = ids.at(-1);
    if (end === undefined || ids.length === 1) continue;
    for (const [index, id] of ids.entries()) {
      ends.set(id, end);
      const previous = ids[index - 1];
      if (previous !== undefined) before.set(id, previous);
    }
  }
  if (ends.size === 0) return conversation;
  const { leafId } = conversation;
  return {
    ...conversation,
    messages: conversation.messages.map((message) => ({
      ...message,
      parentId: before.get(message.id) ?? ends.get(message.parentId ?? '') ?? message.parentId,
    })),
    ...(leafId !== undefined && { leafId: ends.get(leafId ?? '') ?? leafId }),
  };
}

/**
 * Splits one message into its chain. The last answer in it has what it cost and how it ended; an error that came after a
 * result has an answer of its own without a word.
 */
export function chainOf(message: ImportedMessage): ImportedMessage[] {
  if (message.role === 'tool' || message.hollow) return [message];
  const runs: { results: boolean; parts: ImportedPart[] }[] = [];
  for (const part of message.parts) {
    const results = part.type === 'tool_result' || (part.type === 'attachment' && part.ofResult === true);
    const run = runs.at(-1);
    if (run?.results === results) run.parts.push(part);
    else runs.push({ results, parts: [part] });
  }
  if (!runs.some(({ results }) => results)) return [message];
  const { usage, stop, error, ...plain } = message;
  const isAlone = runs.length === 1 && usage !== undefined;
  if (isAlone || (error !== undefined && runs.at(-1)?.results)) runs.push({ results: false, parts: [] });
  const last = runs.findLastIndex(({ results }) => !results);
  return runs.map(({ results, parts }, index) => {
    const place = {
      id: index === 0 ? message.id : `${message.id}~${index}`,
      parentId: index === 0 ? message.parentId : index === 1 ? message.id : `${message.id}~${index - 1}`,
      parts,
    };
    if (results)
      return { ...place, role: 'tool', ...(plain.createdAt !== undefined && { createdAt: plain.createdAt }) };
    const wentOn = index < runs.length - 1 && parts.some(({ type }) => type === 'tool_call');
    const end = index < last || (stop === 'end' && wentOn) ? undefined : stop;
    return {
      ...plain,
      ...place,
      ...(index === last && usage && { usage }),
      ...((end ?? wentOn) && { stop: end ?? 'tool' }),
      ...(index === last && error !== undefined && { error }),
    };
  });
}
