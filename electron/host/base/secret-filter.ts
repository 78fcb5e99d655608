import type { ByteFilter } from './pass-through.ts';

/** No real key is shorter, and blanking an ordinary word that is used as a key would garble answers. */
const MIN_LENGTH_IN_STREAM = 16;

/**
 * Replaces a secret in a byte stream with `*`, even when chunk borders cut it: a tail that could be its start waits for
 * the next chunk. All other bytes and the length stay the same.
 */
export function createSecretFilter(secret: string): ByteFilter | undefined {
  if (secret.length < MIN_LENGTH_IN_STREAM) return undefined;
  const needle = Buffer.from(secret);
  let pending: Buffer = Buffer.alloc(0);

  function tailLength(bytes: Buffer): number {
    for (let length = Math.min(needle.length - 1, bytes.length); length > 0; length--)
      if (bytes.subarray(bytes.length - length).equals(needle.subarray(0, length))) return length;
    return 0;
  }

  return {
    write(chunk) {
      // Copies: the chunk belongs to the caller.
      const bytes = Buffer.concat([pending, chunk]);
      for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length))
        bytes.fill('*', at, at + needle.length);
      const keep = tailLength(bytes);
      pending = bytes.subarray(bytes.length - keep);
      return bytes.subarray(0, bytes.length - keep);
    },
    end() {
      const rest = pending;
      pending = Buffer.alloc(0);
      return rest;
    },
  };
}
