import { prefixDigest } from '#core/normalize/prefix-digest.ts';
import type { NormalizedRequest, Target } from '#core/request.ts';
import type { StreamEvent } from '#core/stream-event.ts';

/**
 * Writes onto every signed block what it was produced behind (vendor-rules A24): a later request can tell by it whether
 * the signature still holds. Models that sign nothing of the kind pay nothing.
 */
export function stampPrefixDigest(request: NormalizedRequest, target: Target): (event: StreamEvent) => StreamEvent {
  if (target.model.thinking.kind !== 'anthropic') return (event) => event;
  const digest = prefixDigest(request);
  return (event) =>
    event.type === 'part_end' && (event.part.type === 'thinking' || event.part.type === 'redacted_thinking')
      ? { ...event, part: { ...event.part, prefixDigest: digest } }
      : event;
}
