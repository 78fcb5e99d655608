import type { ChatCompletionContentPartText, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { SplitList } from '#core/list-start.ts';

/** Newest turns of the user that get a marker. */
const MARKED_TURNS = 2;

/** A text up to which the prompt is cached. The SDK's type doesn't include the marker. */
export function markedText(text: string): ChatCompletionContentPartText {
  const part = { type: 'text' as const, text, cache_control: { type: 'ephemeral' } };
  return part;
}

/** The message with a marker on its last text; `null` where none can stand. */
function marked(message: ChatCompletionMessageParam): ChatCompletionMessageParam | null {
  if (message.role === 'tool')
    return typeof message.content === 'string' ? { ...message, content: [markedText(message.content)] } : null;
  if (message.role !== 'user') return null;
  const { content } = message;
  if (typeof content === 'string') return { ...message, content: [markedText(content)] };
  const at = content.findLastIndex(({ type }) => type === 'text');
  const part = content[at];
  return part?.type === 'text' ? { ...message, content: content.with(at, markedText(part.text)) } : null;
}

type Messages = Pick<SplitList<ChatCompletionMessageParam>, 'at' | 'length'>;

/** The messages that get a marker, the newest first: the last one with a text of each turn. */
function findMarked(messages: Messages): { index: number; message: ChatCompletionMessageParam }[] {
  const found: { index: number; message: ChatCompletionMessageParam }[] = [];
  let isOpen = true;
  for (let index = messages.length - 1; index >= 0 && found.length < MARKED_TURNS; index--) {
    const given = messages.at(index);
    if (given?.role === 'assistant') isOpen = true;
    const message = given && isOpen ? marked(given) : null;
    if (!message) continue;
    found.push({ index, message });
    isOpen = false;
  }
  return found;
}

/** Index of the oldest message that gets a marker. */
export function firstMarked(messages: Messages): number {
  return findMarked(messages).at(-1)?.index ?? messages.length;
}

/**
 * Puts markers on the newest two turns of the user, as for Anthropic itself (A33). With the one on the system prompt,
 * that's three of the four allowed (P7).
 */
export function markCache(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const all = [...messages];
  for (const { index, message } of findMarked(messages)) all[index] = message;
  return all;
}
