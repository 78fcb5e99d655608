import { TextHash } from './hash.ts';

/** `digest(canonicalJson(value))`, without writing the text. */
export function canonicalDigest(value: unknown): string {
  const hash = new CanonicalHash();
  hash.add(value);
  return hash.hex();
}

/** The hash of the canonical JSON text of values, as far as they have been added. */
export class CanonicalHash {
  #hash = new TextHash();

  hex(): string {
    return this.#hash.hex();
  }

  copy(): CanonicalHash {
    const copy = new CanonicalHash();
    copy.become(this);
    return copy;
  }

  /** Forgets what was added, and goes on where `other` is. */
  become(other: CanonicalHash): void {
    this.#hash = other.#hash.copy();
  }

  add(value: unknown): void {
    if (typeof value === 'string') this.#hash.addString(value);
    else if (typeof value !== 'object' || value === null) this.#hash.add(JSON.stringify(value) ?? 'null');
    else if (Array.isArray(value)) this.#addList(value);
    else this.addObject(value);
  }

  #addList(list: readonly unknown[]): void {
    for (const [index, one] of list.entries()) this.addElement(one, index);
    this.endList(list.length);
  }

  addElement(element: unknown, index: number): void {
    this.#hash.add(index === 0 ? '[' : ',');
    this.add(element ?? null);
  }

  endList(length: number): void {
    this.#hash.add(length === 0 ? '[]' : ']');
  }

  /** `addValue` adds the value of a key itself and returns `true`, or leaves it to this. */
  addObject(value: object, addValue?: (key: string, value: unknown) => boolean): void {
    let place: keyof WrittenKey = 'first';
    for (const key of sorted(Object.keys(value))) {
      const inner: unknown = (value as Record<string, unknown>)[key];
      if (inner === undefined) continue;
      this.#hash.add(written(key)[place]);
      if (!addValue?.(key, inner)) this.add(inner);
      place = 'next';
    }
    this.#hash.add(place === 'first' ? '{}' : '}');
  }
}

/** Most objects have few keys, often in order. */
function sorted(keys: string[]): string[] {
  if (keys.length > 16) return keys.sort();
  for (let from = 1; from < keys.length; from++) {
    const key = keys[from] ?? '';
    let at = from;
    for (; at > 0 && (keys[at - 1] ?? '') > key; at--) keys[at] = keys[at - 1] ?? '';
    keys[at] = key;
  }
  return keys;
}

/** A key as JSON, with what goes before and after it. */
interface WrittenKey {
  first: string;
  next: string;
}

/** A body repeats a few keys; arguments may have any. */
const writtenKeys = new Map<string, WrittenKey>();
const MAX_KEYS = 1_000;

function written(key: string): WrittenKey {
  let texts = writtenKeys.get(key);
  if (texts) return texts;
  const json = JSON.stringify(key);
  texts = { first: `{${json}:`, next: `,${json}:` };
  if (writtenKeys.size < MAX_KEYS) writtenKeys.set(key, texts);
  return texts;
}
