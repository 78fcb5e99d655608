const FACTOR_A = 2654435761;
const FACTOR_B = 1597334677;
const SECOND_SEED = 0x9e3779b9;

const QUOTE = 0x22;

const FIRST_SURROGATE = 0xd800;
const FIRST_LOW = 0xdc00;
const LAST_SURROGATE = 0xdfff;

/** How JSON writes the ASCII characters that a string cannot hold as they are; empty for all others. */
const ESCAPES: readonly string[] = Array.from({ length: 128 }, (_, code) => {
  const written = JSON.stringify(String.fromCharCode(code)).slice(1, -1);
  return written.length > 1 ? written : '';
});
const IS_ESCAPED = Uint8Array.from(ESCAPES, (written) => (written === '' ? 0 : 1));

/**
 * A rolling hash of a text: two independent 64-bit values of two 32-bit halves each (cyrb53's mixing, public domain).
 * Not cryptographic: it derives ids and recognizes unchanged prefixes, and protects nothing. Pieces that are added one
 * after the other give the hash of the whole text.
 */
export class TextHash {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed = 0, second = SECOND_SEED) {
    this.#a = 0xdeadbeef ^ seed;
    this.#b = 0x41c6ce57 ^ seed;
    this.#c = 0xdeadbeef ^ second;
    this.#d = 0x41c6ce57 ^ second;
  }

  copy(): TextHash {
    const copy = new TextHash();
    copy.#a = this.#a;
    copy.#b = this.#b;
    copy.#c = this.#c;
    copy.#d = this.#d;
    return copy;
  }

  add(text: string): this {
    let a = this.#a;
    let b = this.#b;
    let c = this.#c;
    let d = this.#d;
    const { length } = text;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      a = Math.imul(a ^ code, FACTOR_A);
      b = Math.imul(b ^ code, FACTOR_B);
      c = Math.imul(c ^ code, FACTOR_A);
      d = Math.imul(d ^ code, FACTOR_B);
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
    return this;
  }

  /** Adds the JSON text of a string. */
  addString(text: string): this {
    let a = Math.imul(this.#a ^ QUOTE, FACTOR_A);
    let b = Math.imul(this.#b ^ QUOTE, FACTOR_B);
    let c = Math.imul(this.#c ^ QUOTE, FACTOR_A);
    let d = Math.imul(this.#d ^ QUOTE, FACTOR_B);
    const { length } = text;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code < 128 ? IS_ESCAPED[code] === 0 : !isLone(text, index, code)) {
        a = Math.imul(a ^ code, FACTOR_A);
        b = Math.imul(b ^ code, FACTOR_B);
        c = Math.imul(c ^ code, FACTOR_A);
        d = Math.imul(d ^ code, FACTOR_B);
        continue;
      }
      const written = ESCAPES[code] ?? `\\u${code.toString(16)}`;
      for (let at = 0; at < written.length; at++) {
        const one = written.charCodeAt(at);
        a = Math.imul(a ^ one, FACTOR_A);
        b = Math.imul(b ^ one, FACTOR_B);
        c = Math.imul(c ^ one, FACTOR_A);
        d = Math.imul(d ^ one, FACTOR_B);
      }
    }
    this.#a = Math.imul(a ^ QUOTE, FACTOR_A);
    this.#b = Math.imul(b ^ QUOTE, FACTOR_B);
    this.#c = Math.imul(c ^ QUOTE, FACTOR_A);
    this.#d = Math.imul(d ^ QUOTE, FACTOR_B);
    return this;
  }

  /** 32 hex digits. More may be added after it. */
  hex(): string {
    return hexOf(finish(this.#a, this.#b)) + hexOf(finish(this.#c, this.#d));
  }

  /** The first of the two values. */
  half(): [number, number] {
    return finish(this.#a, this.#b);
  }
}

/** Half of a surrogate pair without the other half. */
function isLone(text: string, index: number, code: number): boolean {
  if (code < FIRST_SURROGATE || code > LAST_SURROGATE) return false;
  const high = code < FIRST_LOW;
  const other = text.charCodeAt(high ? index + 1 : index - 1);
  return !(high ? other >= FIRST_LOW && other <= LAST_SURROGATE : other >= FIRST_SURROGATE && other < FIRST_LOW);
}

function finish(a: number, b: number): [number, number] {
  const first = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const second = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return [first >>> 0, second >>> 0];
}

function hexOf([first, second]: readonly [number, number]): string {
  return first.toString(16).padStart(8, '0') + second.toString(16).padStart(8, '0');
}

/** 32 hex digits. Equal texts give equal digests. */
export function digest(text: string): string {
  return new TextHash().add(text).hex();
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** How many characters 32 bits can choose freely. */
const PER_HALF = 5;

/** Derives `length` characters of [A-Za-z0-9] from a text. */
export function shortId(text: string, length: number): string {
  let id = '';
  for (let seed = 0; id.length < length; seed++)
    for (let half of new TextHash(seed).add(text).half())
      for (let count = 0; count < PER_HALF && id.length < length; count++) {
        id += ALPHABET[half % ALPHABET.length];
        half = Math.floor(half / ALPHABET.length);
      }
  return id;
}
