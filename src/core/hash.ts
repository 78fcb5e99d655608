/**
 * Computes two independent 32-bit hashes of a text, the two halves of one 64-bit value (cyrb53's mixing, public
 * domain). Not cryptographic: it derives ids and recognizes unchanged prefixes, and protects nothing.
 */
function mix(text: string, seed: number): [number, number] {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return finish(a, b);
}

const SECOND_SEED = 0x9e3779b9;

/** 32 hex digits. Equal texts give equal digests. The same as `mix` with two seeds, in one pass. */
export function digest(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  let c = 0xdeadbeef ^ SECOND_SEED;
  let d = 0x41c6ce57 ^ SECOND_SEED;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
    c = Math.imul(c ^ code, 2654435761);
    d = Math.imul(d ^ code, 1597334677);
  }
  return [...finish(a, b), ...finish(c, d)].map((half) => half.toString(16).padStart(8, '0')).join('');
}

function finish(a: number, b: number): [number, number] {
  const first = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const second = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return [first >>> 0, second >>> 0];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** How many characters 32 bits can choose freely. */
const PER_HALF = 5;

/** Derives `length` characters of [A-Za-z0-9] from a text. */
export function shortId(text: string, length: number): string {
  let id = '';
  for (let seed = 0; id.length < length; seed++)
    for (let half of mix(text, seed))
      for (let count = 0; count < PER_HALF && id.length < length; count++) {
        id += ALPHABET[half % ALPHABET.length];
        half = Math.floor(half / ALPHABET.length);
      }
  return id;
}
