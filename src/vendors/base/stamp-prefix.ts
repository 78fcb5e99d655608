import { prefixDigest } from '#core/normalize/base/prefix-digest.ts';
import type { NormalizedRequest, Target } from '#core/request.ts';
import type { StreamEvent } from '#core/stream-event.ts';

/**
 * Stamps every signed block with the digest of the prefix it was produced after (vendor-rules A24), so that a later
 * request can check whether the signature is still valid. Does nothing for models that don't sign their thinking this
 * way.
 */
export function stampPrefixDigest(request: NormalizedRequest, target: Target): (event: StreamEvent) => StreamEvent {
  if (target.model.thinking.kind !== 'anthropic') return (event) => event;
  let cached: string | undefined;
  return (event) =>
    event.type === 'part_end' && (event.part.type === 'thinking' || event.part.type === 'redacted_thinking')
      ? { ...event, part: { ...event.part, prefixDigest: (cached ??= prefixDigest(request)) } }
      : event;
}
