import { createHash } from 'node:crypto';

/** Returns 16 hex digits that distinguish texts; not a cryptographic protection. */
export const digest = (...texts: readonly string[]): string => sha256(texts).toString('hex').slice(0, 16);

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';

/** Returns an id such as `toolu_01…`, derived from the given texts: the same request gets the same ids. */
export function idOf(prefix: string, length: number, ...seed: readonly string[]): string {
  let id = prefix;
  for (let round = 0; id.length < prefix.length + length; round++)
    for (const byte of sha256([...seed, `${round}`])) id += ALPHABET[byte % ALPHABET.length];
  return id.slice(0, prefix.length + length);
}

export const hexId = (prefix: string, length: number, ...seed: readonly string[]): string =>
  prefix + (sha256(seed).toString('hex') + sha256([...seed, '+']).toString('hex')).slice(0, length);

function sha256(texts: readonly string[]): Buffer {
  const hash = createHash('sha256');
  // Hashes the length before each text, so that ('ab', 'c') and ('a', 'bc') differ.
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest();
}
