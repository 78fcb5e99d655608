/*
 * Values of a database as text, whatever their shape. What IndexedDB can hold but JSON cannot is written as an object
 * with a `$`. Independent of the current schema, because the schema is exactly what may have changed.
 */

/** Takes the bytes of a blob while a value is written, and returns a name for them. */
export type KeepBlob = (blob: Blob) => string;

/** Returns the bytes stored under a name. */
export type FindBlob = (name: string) => Blob;

export function encodeRaw(value: unknown, keep: KeepBlob): unknown {
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'bigint') return { $: 'bigint', value: String(value) };
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return { $: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Blob) return { $: 'blob', file: keep(value), type: value.type };
  if (value instanceof Date) return { $: 'date', value: encodeRaw(value.getTime(), keep) };
  if (value instanceof ArrayBuffer) return { $: 'bytes', value: toHex(new Uint8Array(value)) };
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return { $: 'view', of: value.constructor.name, value: toHex(bytes) };
  }
  if (value instanceof Map)
    return { $: 'map', value: [...value].map(([key, inner]) => [encodeRaw(key, keep), encodeRaw(inner, keep)]) };
  if (value instanceof Set) return { $: 'set', value: [...value].map((inner) => encodeRaw(inner, keep)) };
  if (Array.isArray(value)) return Array.from(value, (inner) => encodeRaw(inner, keep));
  const plain = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, encodeRaw(inner, keep)]));
  return '$' in plain ? { $: 'object', value: Object.entries(plain) } : plain;
}

/** Decodes a value that `encodeRaw` wrote. Throws for anything else. */
export function decodeRaw(value: unknown, find: FindBlob): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => decodeRaw(inner, find));
  const members = Object.entries(value);
  if (!('$' in value)) return plainOf(members, find);
  const inner: unknown = 'value' in value ? value.value : undefined;
  switch (value.$) {
    case 'undefined':
      return undefined;
    case 'bigint':
      return BigInt(String(inner));
    case 'number':
      return Number(inner);
    case 'blob':
      if ('file' in value && typeof value.file === 'string') return find(value.file);
      break;
    case 'date':
      return new Date(Number(decodeRaw(inner, find)));
    case 'bytes':
      return fromHex(String(inner)).buffer;
    case 'view':
      return viewOf('of' in value ? value.of : null, fromHex(String(inner)));
    case 'map':
      return new Map(pairsOf(inner).map(([key, one]) => [decodeRaw(key, find), decodeRaw(one, find)]));
    case 'set':
      return new Set(listOf(inner).map((one) => decodeRaw(one, find)));
    case 'object':
      return plainOf(
        pairsOf(inner).map(([key, one]) => [String(key), one]),
        find,
      );
    default:
  }
  throw new Error(`not a raw value: ${JSON.stringify(value).slice(0, 100)}`);
}

/** Treats `__proto__` as an ordinary key. */
function plainOf(members: readonly [string, unknown][], find: FindBlob): object {
  return Object.fromEntries(members.map(([key, inner]) => [key, decodeRaw(inner, find)]));
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('not a list of raw values');
  return value;
}

function pairsOf(value: unknown): [unknown, unknown][] {
  return listOf(value).map((pair) => {
    const [key, inner]: unknown[] = listOf(pair);
    return [key, inner];
  });
}

const VIEWS: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => ArrayBufferView>> = {
  Int8Array: ({ buffer }) => new Int8Array(buffer),
  Uint8Array: (bytes) => bytes,
  Uint8ClampedArray: ({ buffer }) => new Uint8ClampedArray(buffer),
  Int16Array: ({ buffer }) => new Int16Array(buffer),
  Uint16Array: ({ buffer }) => new Uint16Array(buffer),
  Int32Array: ({ buffer }) => new Int32Array(buffer),
  Uint32Array: ({ buffer }) => new Uint32Array(buffer),
  Float32Array: ({ buffer }) => new Float32Array(buffer),
  Float64Array: ({ buffer }) => new Float64Array(buffer),
  BigInt64Array: ({ buffer }) => new BigInt64Array(buffer),
  BigUint64Array: ({ buffer }) => new BigUint64Array(buffer),
  DataView: ({ buffer }) => new DataView(buffer),
};

function viewOf(name: unknown, bytes: Uint8Array<ArrayBuffer>): ArrayBufferView {
  const view = VIEWS[String(name)];
  if (!view) throw new Error(`not a view of bytes: ${String(name)}`);
  return view(bytes);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}
