import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Incremental SHA-256. The platform's own digest only takes all bytes at once. */
export interface Sha256 {
  update(bytes: Uint8Array): Sha256;
  /** Lowercase hex. Finishes the hash: nothing may be added after it. */
  hex(): string;
}

export function createSha256(): Sha256 {
  const hash = sha256.create();
  const own: Sha256 = {
    update(bytes) {
      hash.update(bytes);
      return own;
    },
    hex: () => bytesToHex(hash.digest()),
  };
  return own;
}
