import { createPublicKey, verify } from 'node:crypto';

/** Where the signature of a feed is. */
export const SIGNATURE_SUFFIX = '.sig';

const KEY_BYTES = 32;
/** 64 bytes in base64. Node's decoder would also take what follows them. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** A feed as it arrived: what was signed, and the signature. */
export interface FeedProof {
  bytes: Uint8Array;
  signature: string;
}

/** Why a signed feed is ignored. */
export type FeedFault = 'untrusted' | 'stale' | 'older';

export class FeedError extends Error {
  override name = 'FeedError';
  readonly fault: FeedFault;

  constructor(fault: FeedFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

function publicKey(base64: string) {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== KEY_BYTES) throw new Error('A feed key has 32 bytes.');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
}

/**
 * Throws a FeedError unless one of the keys (Ed25519, 32 bytes in base64) signed exactly these bytes. A release process has
 * two keys: one in use, and one in reserve for the day on which the first is lost.
 */
export function checkSignature(bytes: Uint8Array, signature: string, keys: readonly string[]): void {
  const given = signature.trim();
  const signed =
    SIGNATURE.test(given) && keys.some((key) => verify(null, bytes, publicKey(key), Buffer.from(given, 'base64')));
  if (!signed) throw new FeedError('untrusted', 'The feed isn’t signed by a key of this build.');
}

/**
 * A signed feed may be an old one that somebody kept: it says until when it holds, and a version below one that was seen
 * before is no news. Throws a FeedError.
 */
export function checkFreshness(
  { until, version }: { until?: string; version: string },
  { now, seen }: { now: number; seen: string | null },
  compare: (a: string, b: string) => number,
): void {
  if (until === undefined || Date.parse(`${until}T23:59:59Z`) < now)
    throw new FeedError('stale', `The feed held until ${until ?? 'no day that it names'}.`);
  if (seen !== null && compare(version, seen) < 0)
    throw new FeedError('older', `The feed names ${version}, after ${seen} was seen.`);
}
