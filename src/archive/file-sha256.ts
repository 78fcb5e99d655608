import { createSha256, type Sha256 } from '#core/sha256.ts';

/** Files up to this many bytes are hashed by the platform: eight times as fast, and all of them are held meanwhile. */
const MAX_HELD_BYTES = 24 * 1024 ** 2;
const LEAST_HELD_BYTES = 256 * 1024;

/** SHA-256 of a file that arrives in pieces. */
export interface FileSha256 {
  update(bytes: Uint8Array): void;
  /** Lowercase hex. Finishes the hash: nothing may be added after it. */
  hex(): Promise<string>;
}

const NONE = new Uint8Array();
/** Where the next file is held. A new place for each file would cost as much as hashing it. */
let free: Uint8Array<ArrayBuffer> = NONE;

export function createFileSha256(maxHeld = MAX_HELD_BYTES): FileSha256 {
  let held = free;
  free = NONE;
  let length = 0;
  let incremental: Sha256 | null = null;
  const release = () => {
    if (held.length > free.length) free = held;
    held = NONE;
  };
  return {
    update(bytes) {
      if (incremental === null && length + bytes.length <= maxHeld) {
        if (length + bytes.length > held.length) held = longer(held, length + bytes.length, maxHeld);
        held.set(bytes, length);
        length += bytes.length;
        return;
      }
      if (incremental === null) {
        incremental = createSha256().update(held.subarray(0, length));
        release();
      }
      incremental.update(bytes);
    },
    async hex() {
      if (incremental) return incremental.hex();
      // The platform takes a copy before it returns.
      const digest = crypto.subtle.digest('SHA-256', held.subarray(0, length));
      release();
      return Array.from(new Uint8Array(await digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}

function longer(bytes: Uint8Array, least: number, most: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(Math.max(least, Math.min(2 * bytes.length, most), LEAST_HELD_BYTES));
  copy.set(bytes);
  return copy;
}
