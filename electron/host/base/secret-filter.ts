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
  const [first = 0] = needle;
  let pending: Buffer = Buffer.alloc(0);

  /** The length of the end that may be the start of the secret. */
  function tailLength(bytes: Buffer): number {
    const { length } = bytes;
    const earliest = Math.max(0, length - needle.length + 1);
    for (let at = bytes.indexOf(first, earliest); at >= 0; at = bytes.indexOf(first, at + 1))
      if (bytes.compare(needle, 0, length - at, at) === 0) return length - at;
    return 0;
  }

  /** The chunk belongs to the caller, so only a copy is changed. */
  function blanked(bytes: Buffer): Buffer {
    let at = bytes.indexOf(needle);
    if (at < 0) return bytes;
    const copy = Buffer.from(bytes);
    for (; at >= 0; at = copy.indexOf(needle, at + needle.length)) copy.fill('*', at, at + needle.length);
    return copy;
  }

  return {
    write(chunk) {
      const arrived = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const bytes = blanked(pending.length > 0 ? Buffer.concat([pending, arrived]) : arrived);
      const keep = tailLength(bytes);
      pending = Buffer.from(bytes.subarray(bytes.length - keep));
      return bytes.subarray(0, bytes.length - keep);
    },
    end() {
      const rest = pending;
      pending = Buffer.alloc(0);
      return rest;
    },
  };
}
