import { shortId } from '../hash.ts';
import type { SeedMessage, SeedPart } from './seed-message.ts';

const INTERRUPTED = '[user interrupted]';
const TOOLS: ReadonlySet<string> = new Set(['tool', 'tool_use', 'tool_result', 'image', 'file']);

export function hasContent(part: SeedPart): boolean {
  if (part.type === 'text') return typeof part.text === 'string' && part.text.trim() !== '';
  return TOOLS.has(part.type);
}

export function messageHasContent(parts: readonly SeedPart[] | undefined): boolean {
  return parts?.some(hasContent) ?? false;
}

/**
 * Leaves an empty message out when the roles around it still take turns, and otherwise lets it say that it was
 * interrupted (systems.md X-05): the two documents ask for one each, and each is right where the other would fail.
 */
export function sanitizeEmptyMessages(messages: readonly SeedMessage[]): SeedMessage[] {
  const kept: SeedMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (messageHasContent(message.parts)) {
      kept.push(message);
      continue;
    }
    const before = kept.at(-1)?.info.role;
    const after = messages.slice(index + 1).find(({ parts }) => messageHasContent(parts))?.info.role;
    const first = before === undefined && message.info.role === 'user' && after === 'assistant';
    if (first || (before !== undefined && before === after)) kept.push(withPlaceholder(message));
  }
  return kept;
}

/** An empty text part takes the words; without one a part is added. */
function withPlaceholder(message: SeedMessage): SeedMessage {
  const empty = message.parts.findIndex((part) => part.type === 'text');
  if (empty >= 0) {
    const parts = message.parts.map((part, index) =>
      index === empty ? { ...part, text: INTERRUPTED, synthetic: true } : part,
    );
    return { ...message, parts };
  }
  // The documents use time and chance; the same message must always look the same here.
  const id = `prt_${shortId(`interrupted ${message.info.id}`, 16).toLowerCase()}`;
  return { ...message, parts: [...message.parts, { type: 'text', id, text: INTERRUPTED, synthetic: true }] };
}
