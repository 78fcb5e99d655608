import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages/messages';
import type { SplitList } from '#core/list-start.ts';

export const CACHE_MARKER = { type: 'ephemeral' } as const;

type MarkableBlock = Extract<ContentBlockParam, { type: 'text' | 'tool_result' | 'image' | 'document' }>;

/** Thinking and empty text can't carry a marker (vendor-rules A33). */
function isMarkable(block: ContentBlockParam | undefined): block is MarkableBlock {
  if (block?.type === 'text') return block.text !== '';
  return block?.type === 'tool_result' || block?.type === 'image' || block?.type === 'document';
}

/** Newest user turns that get a marker. */
const MARKED_TURNS = 2;

/** Index of the oldest message that gets a marker; 0 if there may be more to mark. */
export function firstMarked(messages: SplitList<MessageParam>): number {
  let left = MARKED_TURNS;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages.at(index);
    if (message?.role !== 'user' || typeof message.content === 'string') continue;
    if (message.content.some(isMarkable)) left--;
    if (left === 0) return index;
  }
  return 0;
}

/**
 * Puts markers on the last block of the newest two user turns. The newest one writes the cache. The one before it finds
 * what the last request wrote, even after many tool calls (the look-back is 20 blocks). With the marker on the system
 * prompt, that's three of the four allowed. Markers are computed here and never stored; moving them doesn't change the
 * prefix (A24).
 */
export function markCache(messages: readonly MessageParam[]): MessageParam[] {
  const marked = [...messages];
  let left = MARKED_TURNS;
  for (let index = marked.length - 1; index >= 0 && left > 0; index--) {
    const message = marked[index];
    if (message?.role !== 'user' || typeof message.content === 'string') continue;
    const content = [...message.content];
    for (let at = content.length - 1; at >= 0; at--) {
      const block = content[at];
      if (!isMarkable(block)) continue;
      content[at] = { ...block, cache_control: CACHE_MARKER };
      marked[index] = { ...message, content };
      left--;
      break;
    }
  }
  return marked;
}
