import { TextHash } from './hash.ts';

/** `digest(canonicalJson(value))`, without writing the text. */
export function canonicalDigest(value: unknown): string {
  const hash = new TextHash();
  addCanonical(hash, value);
  return hash.hex();
}

function addCanonical(hash: TextHash, value: unknown): void {
  if (typeof value === 'string') hash.addString(value);
  else if (typeof value !== 'object' || value === null) hash.add(JSON.stringify(value) ?? 'null');
  else if (Array.isArray(value)) addList(hash, value);
  else addObject(hash, value);
}

function addList(hash: TextHash, list: readonly unknown[]): void {
  let separator = '[';
  for (const one of list) {
    hash.add(separator);
    addCanonical(hash, one ?? null);
    separator = ',';
  }
  hash.add(separator === '[' ? '[]' : ']');
}

function addObject(hash: TextHash, value: object): void {
  let place: keyof WrittenKey = 'first';
  for (const key of sorted(Object.keys(value))) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    if (inner === undefined) continue;
    hash.add(written(key)[place]);
    addCanonical(hash, inner);
    place = 'next';
  }
  hash.add(place === 'first' ? '{}' : '}');
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
