import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages/messages';

export const CACHE_MARKER = { type: 'ephemeral' } as const;

/** `null` for blocks that can't carry a marker: thinking and empty text (vendor-rules A33). */
function mark(block: ContentBlockParam): ContentBlockParam | null {
  if (block.type === 'text') return block.text === '' ? null : { ...block, cache_control: CACHE_MARKER };
  if (block.type === 'tool_result' || block.type === 'image' || block.type === 'document')
    return { ...block, cache_control: CACHE_MARKER };
  return null;
}

/**
 * Puts markers on the last block of the newest two user turns. The newest one writes the cache. The one before it finds
 * what the last request wrote, even after many tool calls (the look-back is 20 blocks). With the marker on the system
 * prompt, that's three of the four allowed. Markers are computed here and never stored; moving them doesn't change the
 * prefix (A24).
 */
export function markCache(messages: readonly MessageParam[]): MessageParam[] {
  const marked = [...messages];
  let left = 2;
  for (let index = marked.length - 1; index >= 0 && left > 0; index--) {
    const message = marked[index];
    if (message?.role !== 'user' || typeof message.content === 'string') continue;
    const content = [...message.content];
    for (let at = content.length - 1; at >= 0; at--) {
      const block = content[at];
      const withMarker = block ? mark(block) : null;
      if (!withMarker) continue;
      content[at] = withMarker;
      marked[index] = { ...message, content };
      left--;
      break;
    }
  }
  return marked;
}
