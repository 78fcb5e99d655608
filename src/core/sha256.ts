/** Incremental SHA-256 (FIPS 180-4). The platform's own digest only takes all bytes at once. */
export interface Sha256 {
  update(bytes: Uint8Array): Sha256;
  /** Lowercase hex. Finishes the hash: nothing may be added after it. */
  hex(): string;
}

const K = Int32Array.from(fractions(64, 1 / 3));
const START = Int32Array.from(fractions(8, 1 / 2));
const BLOCK = 64;

export function createSha256(): Sha256 {
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  const pending = new Uint8Array(BLOCK);
  let filled = 0;
  let total = 0;

  const hash: Sha256 = {
    update(bytes) {
      total += bytes.length;
      let at = 0;
      if (filled > 0) {
        at = Math.min(BLOCK - filled, bytes.length);
        pending.set(bytes.subarray(0, at), filled);
        filled += at;
        if (filled < BLOCK) return hash;
        mix(state, words, pending, 0);
        filled = 0;
      }
      for (; at + BLOCK <= bytes.length; at += BLOCK) mix(state, words, bytes, at);
      pending.set(bytes.subarray(at));
      filled = bytes.length - at;
      return hash;
    },
    hex() {
      const end = new Uint8Array(filled < 56 ? BLOCK : 2 * BLOCK);
      end.set(pending.subarray(0, filled));
      end[filled] = 0x80;
      const view = new DataView(end.buffer);
      view.setUint32(end.length - 8, Math.floor(total / 0x2000_0000));
      view.setUint32(end.length - 4, (total << 3) >>> 0);
      for (let at = 0; at < end.length; at += BLOCK) mix(state, words, end, at);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
  return hash;
}

function mix(state: Int32Array, words: Int32Array, bytes: Uint8Array, from: number): void {
  for (let index = 0; index < 16; index++) {
    const at = from + index * 4;
    words[index] =
      ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  }
  for (let index = 16; index < 64; index++) {
    const x = words[index - 15] ?? 0;
    const y = words[index - 2] ?? 0;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[index] = ((words[index - 16] ?? 0) + s0 + (words[index - 7] ?? 0) + s1) | 0;
  }
  // One by one, because destructuring an array would cost more than all the rounds.
  const at = (index: number) => state[index] ?? 0;
  let a = at(0);
  let b = at(1);
  let c = at(2);
  let d = at(3);
  let e = at(4);
  let f = at(5);
  let g = at(6);
  let h = at(7);
  for (let index = 0; index < 64; index++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (K[index] ?? 0) + (words[index] ?? 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = at(0) + a;
  state[1] = at(1) + b;
  state[2] = at(2) + c;
  state[3] = at(3) + d;
  state[4] = at(4) + e;
  state[5] = at(5) + f;
  state[6] = at(6) + g;
  state[7] = at(7) + h;
}

/** The first 32 bits of the fractional part of a root of each of the first primes. */
function fractions(count: number, power: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++)
    if (!isComposite(n)) found.push(Math.floor((n ** power % 1) * 0x1_0000_0000));
  return found;
}

function isComposite(n: number): boolean {
  for (let factor = 2; factor * factor <= n; factor++) if (n % factor === 0) return true;
  return false;
}
