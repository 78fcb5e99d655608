/** Parses untrusted JSON: limits the nesting depth, and drops keys with a special meaning for objects. */

/** Deeper than any real chat or tool call, and far below the limit of the call stack. */
export const MAX_DEPTH = 200;

/**
 * Of what Baton itself wrote: a model may nest the arguments of a call deeper. And of exports, which may have each message
 * inside the one before. Everything can still walk through it.
 */
export const STORED_DEPTH = 1_000;

export class JsonError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'JsonError';
  }
}

export function parseJson(text: string, deepest: number = MAX_DEPTH): unknown {
  refuseDepth(text, deepest);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonError('not JSON', error);
  }
  return text.includes('__proto__') || text.includes('\\u') ? dropProto(value) : value;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Checked before parsing, because parsing is what deep nesting attacks. */
function refuseDepth(text: string, deepest: number): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > deepest) throw new JsonError(`nested more than ${deepest} deep`);
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
}

function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** JSON.parse makes `__proto__` an own property, and copying the object would turn it into the prototype. */
function dropProto(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropProto(inner);
  return value;
}
