import type { HistoryMessage } from '#core/message.ts';
import { countParts } from '#core/window/estimate-request.ts';

const counted = new WeakMap<HistoryMessage, HistoryMessage>();

/** The message as it is read from its row, with its tokens counted. The same object every time. */
export function withCounts(message: HistoryMessage): HistoryMessage {
  const hasBytes = message.parts.some((part) => 'data' in part || (part.type === 'tool_result' && part.images));
  if (hasBytes) return message;
  let known = counted.get(message);
  if (!known) {
    const { parts } = message;
    counted.set(message, (known = { ...message, counted: { parts, tokens: countParts(parts) } }));
  }
  return known;
}
