import { createHash } from 'node:crypto';

/** 16 hex digits: tells texts apart, protects nothing. */
export const digest = (...texts: readonly string[]): string => sha256(texts).toString('hex').slice(0, 16);

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';

/** An id such as `toolu_01…`, derived from what it names: the same request gets the same ids. */
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
  // A length before each text: ('ab', 'c') and ('a', 'bc') are different.
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest();
}
