import type { NormalizedRequest } from '../../request.ts';

/** Messages told, the newest: a refused pairing is seldom far from the end. */
const MAX_COUNT = 40;

/**
 * Roles, kinds of parts and ids of a request, without a word of what was said. A pairing that is refused is a defect of
 * the normalizer; this is what somebody needs to find it.
 */
export function redactedOutlineOf({ messages }: NormalizedRequest): string {
  const told = messages.slice(-MAX_COUNT).map(({ role, parts }) => {
    const kinds = parts.map((part) => {
      if (part.type === 'tool_call') return `tool_call ${part.id}`;
      return part.type === 'tool_result' ? `tool_result ${part.callId ?? ''}` : part.type;
    });
    return `${role}: ${kinds.join(', ')}`;
  });
  return told.join('\n');
}
