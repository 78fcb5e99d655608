import { createSha256, type Sha256 } from '#core/sha256.ts';

/** Files up to this many bytes are hashed by the platform: eight times as fast, and all of them are held meanwhile. */
const MAX_HELD_BYTES = 24 * 1024 ** 2;

/** SHA-256 of a file that arrives in pieces. */
export interface FileSha256 {
  /** The bytes must stay as they are until the hash is finished. */
  update(bytes: Uint8Array): void;
  /** Lowercase hex. Finishes the hash: nothing may be added after it. */
  hex(): Promise<string>;
}

export function createFileSha256(maxHeld = MAX_HELD_BYTES): FileSha256 {
  let held: Uint8Array[] = [];
  let length = 0;
  let incremental: Sha256 | null = null;
  return {
    update(bytes) {
      length += bytes.length;
      if (incremental === null && length <= maxHeld) {
        held.push(bytes);
        return;
      }
      incremental ??= held.reduce((hash, piece) => hash.update(piece), createSha256());
      held = [];
      incremental.update(bytes);
    },
    async hex() {
      if (incremental) return incremental.hex();
      const whole = new Uint8Array(length);
      let at = 0;
      for (const piece of held) {
        whole.set(piece, at);
        at += piece.length;
      }
      held = [];
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}
