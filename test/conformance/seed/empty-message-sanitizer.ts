import { shortId } from '#core/hash.ts';
import { isBlank } from '#core/text.ts';
import { readMessages, readParts, type SeedMessage, type SeedPart } from './seed-message.ts';

const INTERRUPTED = '[user interrupted]';
const TOOLS: ReadonlySet<string> = new Set(['tool', 'tool_use', 'tool_result', 'image', 'file']);

export function hasContent(part: SeedPart): boolean {
  if (part.type === 'text') return typeof part.text === 'string' && !isBlank(part.text);
  return TOOLS.has(part.type);
}

export function messageHasContent(parts: readonly SeedPart[] | undefined): boolean {
  return readParts(parts).some(hasContent);
}

/**
 * Leaves out an empty message when the roles around it still alternate, and otherwise fills it with a text that says it
 * was interrupted (reliability.md X-05). The two documents ask for one each, and each is right where the other would
 * fail.
 */
export function sanitizeEmptyMessages(messages: readonly SeedMessage[]): SeedMessage[] {
  const given = readMessages(messages);
  const following = nextRoles(given);
  const result: SeedMessage[] = [];
  for (const [index, message] of given.entries()) {
    if (messageHasContent(message.parts)) {
      result.push(message);
      continue;
    }
    const { role } = message.info;
    const before = result.at(-1)?.info.role;
    const after = following[index];
    const first = before === undefined && role === 'user' && after === 'assistant';
    // Between two messages of its own role it would separate nothing.
    if (first || (before !== undefined && before === after && role !== before)) result.push(withPlaceholder(message));
  }
  return result;
}

/** For each message: the role of the next message with content. */
function nextRoles(messages: readonly SeedMessage[]): (string | undefined)[] {
  let next: string | undefined;
  return messages
    .toReversed()
    .map(({ info, parts }) => {
      const nextRole = next;
      if (messageHasContent(parts)) next = info.role;
      return nextRole;
    })
    .toReversed();
}

/** The text goes into an empty text part. Without one, a part is added. */
function withPlaceholder(message: SeedMessage): SeedMessage {
  const own = readParts(message.parts);
  const empty = own.findIndex((part) => part.type === 'text');
  if (empty >= 0) {
    const parts = own.map((part, index) => (index === empty ? { ...part, text: INTERRUPTED, synthetic: true } : part));
    return { ...message, parts };
  }
  // The documents use time and randomness. Here the same message must always look the same.
  const id = `prt_${shortId(`interrupted ${message.info.id}`, 16).toLowerCase()}`;
  return { ...message, parts: [...own, { type: 'text', id, text: INTERRUPTED, synthetic: true }] };
}
