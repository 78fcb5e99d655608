/** Bytes that are encoded at a time. The hash depends on it. */
const SIZE = 65_536;
const WORD = 4;
const STEP = 2 * WORD;

const encoder = new TextEncoder();
const bytes = new Uint8Array(SIZE);
const words = new Uint32Array(bytes.buffer);

const FACTOR_A = 0x9e3779b1;
const FACTOR_B = 0x85ebca77;
const FACTOR_C = 0xc2b2ae3d;
const FACTOR_D = 0x27d4eb2f;

/**
 * A rolling hash of texts in UTF-8, 128 bits. Not cryptographic: it recognizes what is equal. Reading characters one by
 * one takes several times as long as encoding them.
 */
export class Utf8Hash {
  #a = 1;
  #b = 2;
  #c = 3;
  #d = 4;

  copy(): Utf8Hash {
    const copy = new Utf8Hash();
    copy.#a = this.#a;
    copy.#b = this.#b;
    copy.#c = this.#c;
    copy.#d = this.#d;
    return copy;
  }

  /** Two texts that are added one after the other are not the same as one. */
  add(text: string): this {
    let rest = text;
    for (;;) {
      const { read, written } = encoder.encodeInto(rest, bytes);
      this.#addBytes(written);
      if (read === rest.length) return this;
      rest = rest.slice(read);
    }
  }

  #addBytes(length: number): void {
    bytes.fill(0, length, Math.min(SIZE, length + STEP));
    let a = this.#a;
    let b = this.#b;
    let c = this.#c;
    let d = this.#d;
    const end = Math.ceil(length / STEP) * 2;
    for (let index = 0; index < end; index += 2) {
      const first = words[index] ?? 0;
      const second = words[index + 1] ?? 0;
      a = Math.imul(rotated(a ^ first), FACTOR_A);
      b = Math.imul(rotated(b ^ second), FACTOR_B);
      c = Math.imul(rotated(c + first), FACTOR_C);
      d = Math.imul(rotated(d + second), FACTOR_D);
    }
    this.#a = Math.imul(a ^ length, FACTOR_B);
    this.#b = (b + c) | 0;
    this.#c = c ^ this.#a;
    this.#d = (d + a) | 0;
  }

  /** 32 hex digits. More may be added after it. */
  hex(): string {
    const a = finish(this.#a + this.#d);
    const b = finish(this.#b ^ a);
    const c = finish(this.#c + b);
    return [a, b, c, finish(this.#d ^ c)].map((part) => part.toString(16).padStart(WORD * 2, '0')).join('');
  }
}

/** High bits come to where a product carries them on. */
function rotated(value: number): number {
  return (value << 13) | (value >>> 19);
}

function finish(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), FACTOR_B);
  const twice = Math.imul(once ^ (once >>> 13), FACTOR_C);
  return (twice ^ (twice >>> 16)) >>> 0;
}
