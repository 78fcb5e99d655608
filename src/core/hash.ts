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
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, b >>> 0];
}

/** 32 hex digits. Equal texts give equal digests. */
export function digest(text: string): string {
  const halves = [...mix(text, 0), ...mix(text, 0x9e3779b9)];
  return halves.map((half) => half.toString(16).padStart(8, '0')).join('');
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
