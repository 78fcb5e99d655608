import { canonicalJson } from '#core/canonical-json.ts';
import { digest } from '#core/hash.ts';

/** Digest of a body, as rendered or as passed to the network. An SDK may reorder its fields. */
export function bodyDigest(body: unknown): string {
  return digest(canonicalJson(body));
}
