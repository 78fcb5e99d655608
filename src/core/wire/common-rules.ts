import { isStandardBase64 } from '../base64.ts';
import type { Protocol } from '../vendors/base/protocol.ts';
import { type Json, list } from './json.ts';
import type { WireRule } from './rule.ts';
import { isObject } from '../json.ts';

export interface ToolView {
  path: string;
  name: unknown;
  schema: unknown;
}

/** The view of a body that every protocol can provide. */
export interface CommonView {
  body: Json;
  strings: Strings;
  tools: readonly ToolView[];
  calls: readonly { path: string; id: unknown; name: unknown }[];
  images: readonly { path: string; mime: string; data: string }[];
}

/** What is known of all strings and keys of a body. */
interface Strings {
  wellFormed: boolean;
  /** Length of all strings that are long enough to matter: the rest of a body is small beside them. */
  heavy: number;
}

/** Strings that are shorter don't count. */
export const HEAVY = 64 * 1024;

/** Reads a body once. Without recursion: it may be nested deeper than the call stack. */
export function readStrings(body: Json): Strings {
  let wellFormed = true;
  let heavy = 0;
  const open: object[] = [body];
  for (let value = open.pop(); value; value = open.pop())
    if (Array.isArray(value)) for (const inner of value as unknown[]) read(inner);
    else
      // A loop over keys makes no list of them.
      for (const key in value) {
        if (!key.isWellFormed()) wellFormed = false;
        read((value as Json)[key]);
      }
  return { wellFormed, heavy };

  function read(inner: unknown): void {
    if (typeof inner === 'string') {
      if (!inner.isWellFormed()) wellFormed = false;
      if (inner.length >= HEAVY) heavy += inner.length;
    } else if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
}

export const COMMON_RULES: readonly WireRule<CommonView>[] = [
  {
    id: 'J1',
    message: 'half a surrogate pair is not valid JSON text',
    check: ({ body, strings }) => (strings.wellFormed ? [] : illFormed(body)),
  },
  {
    id: 'T1',
    message: 'tool names are legal here',
    check: ({ tools }, { dialect }) =>
      tools
        .filter(({ name }) => typeof name !== 'string' || !dialect.toolName.legal.test(name))
        .map(({ path }) => path),
  },
  {
    id: 'T2',
    message: 'tool names must be unique',
    check: ({ tools }) => repeated(tools, ({ name }) => name),
  },
  {
    id: 'T3',
    message: 'a tool schema is an object schema',
    check: ({ tools }) =>
      tools.filter(({ schema }) => !isObject(schema) || schema.type !== 'object').map(({ path }) => path),
  },
  {
    id: 'T4',
    message: 'too many tools, with those that the vendor runs',
    check: ({ tools, body }, { dialect }) => {
      // Google has all functions in one entry of the list.
      const entries = dialect.protocol === 'gemini' ? 0 : list(body.tools).length;
      return Math.max(tools.length, entries) > dialect.maxTools ? ['tools'] : [];
    },
  },
  {
    id: 'T5',
    message: 'names of calls in the history are legal here',
    check: ({ calls }, { dialect }) =>
      calls
        .filter(({ name }) => typeof name !== 'string' || !dialect.toolName.legal.test(name))
        .map(({ path }) => path),
  },
  {
    id: 'I1',
    message: 'call ids are legal here',
    check: ({ calls }, { dialect }) =>
      dialect.sendCallIds
        ? calls.filter(({ id }) => typeof id !== 'string' || !dialect.callId.test(id)).map(({ path }) => path)
        : [],
  },
  {
    id: 'I2',
    message: 'call ids must be unique',
    check: ({ calls }, { dialect }) => (dialect.sendCallIds ? repeated(calls, ({ id }) => id) : []),
  },
  {
    id: 'V1',
    message: 'images only where the model sees them, in a format it reads',
    check: ({ images }, { target, dialect }) =>
      images.filter(({ mime }) => !target.model.images || !dialect.imageTypes.includes(mime)).map(({ path }) => path),
  },
  {
    id: 'V2',
    message: 'too many images',
    check: ({ images }, { dialect }) => (images.length > dialect.maxImages ? ['images'] : []),
  },
  {
    id: 'V3',
    message: 'images and files make the body larger than the vendor takes',
    check: ({ strings }, { dialect }) => (strings.heavy > BODY_BYTES[dialect.protocol] ? ['body'] : []),
  },
  {
    id: 'V4',
    message: 'the data of an image is standard base64',
    check: ({ images }) => images.filter(({ data }) => !isStandardBase64(data)).map(({ path }) => path),
  },
  {
    id: 'L1',
    message: 'this model takes no tools',
    check: ({ tools, calls }, { target }) => (target.model.tools ? [] : [...tools, ...calls].map(({ path }) => path)),
  },
];

/** Body sizes of the vendors (vendor-rules 6, A34, G16). */
const BODY_BYTES: Readonly<Record<Protocol, number>> = {
  anthropic: 32 * 1024 * 1024,
  'openai-chat': 512 * 1024 * 1024,
  'openai-responses': 512 * 1024 * 1024,
  gemini: 20 * 1024 * 1024,
  ollama: 512 * 1024 * 1024,
};

/** Paths of the places whose value another place before them has. */
export function* repeated<T extends { path: string }>(
  places: Iterable<T>,
  valueOf: (place: T) => unknown,
): Generator<string> {
  const seen = new Set<unknown>();
  for (const place of places) {
    const value = valueOf(place);
    if (seen.has(value)) yield place.path;
    seen.add(value);
  }
}

/** Walks without recursion: a body may be nested deeper than the call stack. */
function* walk(root: unknown): Generator<{ path: string; key: string; value: unknown }> {
  const open: { path: string; key: string; value: unknown }[] = [{ path: '', key: '', value: root }];
  for (let place = open.pop(); place; place = open.pop()) {
    yield place;
    const { path, value } = place;
    if (!isObject(value) && !Array.isArray(value)) continue;
    for (const [key, inner] of Object.entries(value))
      open.push({ path: path === '' ? key : `${path}.${key}`, key, value: inner });
  }
}

function* illFormed(body: unknown): Generator<string> {
  for (const { path, key, value } of walk(body))
    if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) yield path;
}

export function schemaHas(schema: unknown, keys: ReadonlySet<string>): boolean {
  for (const { key } of walk(schema)) if (keys.has(key)) return true;
  return false;
}
