import type { NormalizedRequest } from '../request.ts';

/** How many of the newest messages are listed: a refused pairing is seldom far from the end. */
const MAX_COUNT = 40;

/**
 * Roles, part types and ids of a request, without any content. A refused pairing is a defect of the normalizer, and
 * this is what is needed to find it.
 */
export function redactedOutlineOf({ messages }: NormalizedRequest): string {
  const described = messages.slice(-MAX_COUNT).map(({ role, parts }) => {
    const kinds = parts.map((part) => {
      if (part.type === 'tool_call') return `tool_call ${part.id}`;
      return part.type === 'tool_result' ? `tool_result ${part.callId ?? ''}` : part.type;
    });
    return `${role}: ${kinds.join(', ')}`;
  });
  return described.join('\n');
}
