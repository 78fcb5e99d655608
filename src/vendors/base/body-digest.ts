import { canonicalDigest } from '#core/canonical-digest.ts';

/** Digest of a body, as rendered or as passed to the network. An SDK may reorder its fields. */
export const bodyDigest = (body: unknown): string => canonicalDigest(body);
