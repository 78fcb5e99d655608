import type { SplitList } from '#core/list-start.ts';
import type { SplitBody } from '#core/wire/conversation.ts';
import { list } from '#core/wire/json.ts';

/**
 * Separates what a body has in common with later ones. Its list holds the elements of the conversation from `from` on, as
 * they were `shown` to the renderer, which may have added a system message before them and marks at the end.
 */
export function splitBody<Wire>(
  body: Readonly<Record<string, unknown>>,
  field: string,
  wire: SplitList<Wire>,
  from: number,
  shown: readonly Wire[],
): SplitBody {
  const elements = list(body[field]);
  const leading = Math.max(0, elements.length - shown.length);
  let same = 0;
  while (from + same < wire.start.length && elements[leading + same] === shown[same]) same++;
  return {
    body,
    field,
    conversation: {
      leading: elements.slice(0, leading),
      start: wire.start.first(from + same),
      end: elements.slice(leading + same),
    },
  };
}
