import { MessageNormalizer } from '#core/normalize/message-normalizer.ts';
import { RecentMap } from '#core/recent-map.ts';
import type { Target } from '#core/request.ts';

/** Those of the conversations that were measured last. */
const normalizers = new RecentMap<MessageNormalizer>(2);

/** Normalizes the outlines of a conversation, which say what a request takes and what fits. */
export function outlineNormalizer(sessionId: string, { vendor, endpoint, model }: Target): MessageNormalizer {
  return normalizers.of(JSON.stringify([sessionId, vendor, endpoint, model.id]), () => new MessageNormalizer());
}
