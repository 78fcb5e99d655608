import { canonicalJson } from '#core/canonical-json.ts';
import { digest } from '#core/hash.ts';

/** Of a body as it is rendered or as it was handed to the network; an SDK may order its fields anew. */
export function bodyDigest(body: unknown): string {
  return digest(canonicalJson(body));
}
