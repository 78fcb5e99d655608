import { isObject } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';

/** An argument that the server also wants as a header. */
export interface HeaderArgument {
  path: readonly string[];
  header: string;
}

export type HeaderParams = { mirrored: readonly HeaderArgument[] } | { fault: string };

const ANNOTATION = 'x-mcp-header';
const PREFIX = 'Mcp-Param-';
/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = new Set(['string', 'integer', 'boolean']);
/** Keywords whose value maps names to schemas; the names are chosen by the server. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose value is data, not a schema. */
const DATA = new Set(['default', 'const', 'enum', 'examples']);
/** Common servers accept 16 KB of headers in total, and the connection itself needs some of that. */
const MAX_BYTES = 8192;

function isAnnotatedBelow(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(isAnnotatedBelow);
  if (!isObject(node)) return false;
  if (ANNOTATION in node) return true;
  return Object.entries(node).some(([key, value]) => {
    if (DATA.has(key)) return false;
    return NAMED.has(key) && isObject(value) ? Object.values(value).some(isAnnotatedBelow) : isAnnotatedBelow(value);
  });
}

/**
 * Reads the arguments that a tool wants mirrored into headers (MCP 2026-07-28, Streamable HTTP, "Custom Headers from
 * Tool Parameters"). A tool with a fault must not be offered. The SDK has the same code only inside its Client.
 */
export function readHeaderParams(inputSchema: unknown): HeaderParams {
  const mirrored: HeaderArgument[] = [];
  const seen = new Set<string>();

  function annotationFault(schema: Record<string, unknown>, path: readonly string[]): string | null {
    const name = schema[ANNOTATION];
    const where = path.join('.');
    if (typeof name !== 'string' || !TOKEN.test(name)) return reasonText('header.name', { argument: where });
    if (typeof schema['type'] !== 'string' || !TYPES.has(schema['type']))
      return reasonText('header.type', { argument: where });
    if (seen.has(name.toLowerCase())) return reasonText('header.twice', { header: name });
    seen.add(name.toLowerCase());
    mirrored.push({ path, header: `${PREFIX}${name}` });
    return null;
  }

  function visit(schema: unknown, path: readonly string[]): string | null {
    if (!isObject(schema)) return null;
    if (ANNOTATION in schema) {
      const fault = path.length === 0 ? reasonText('header.whole') : annotationFault(schema, path);
      if (fault !== null) return fault;
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'properties' && isObject(value))
        for (const [name, child] of Object.entries(value)) {
          const fault = visit(child, [...path, name]);
          if (fault !== null) return fault;
        }
      else if (keyword !== ANNOTATION && !DATA.has(keyword) && isAnnotatedBelow({ [keyword]: value }))
        return reasonText('header.inside', { place: [...path, keyword].join('.') });
    }
    return null;
  }

  const fault = visit(inputSchema, []);
  return fault === null ? { mirrored } : { fault };
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, name) => (isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined),
    args,
  );
}

/** Returns null when the value gets no header: absent, null, or of a type that can't be mirrored. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value))
    ? String(value)
    : null;
}

/** Encodes everything but plain ASCII as Base64 of its UTF-8, so no value can end its header or start another one. */
function encode(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** Throws an error worded for the model when the values are too long for headers or contain a secret. */
export function paramHeaders(
  mirrored: readonly HeaderArgument[],
  args: unknown,
  isSecret: (text: string) => boolean,
): Record<string, string> {
  const headers: Record<string, string> = {};
  let size = 0;
  for (const { path, header } of mirrored) {
    const text = textOf(valueAt(args, path));
    if (text === null) continue;
    const name = path.join('.');
    if (isSecret(text)) throw new Error(`The argument ${name} is sent as a header and must not hold a secret.`);
    const value = encode(text);
    size += header.length + value.length;
    if (size > MAX_BYTES)
      throw new Error(`The argument ${name} is sent as a header and is too long for one (${MAX_BYTES} bytes in all).`);
    headers[header] = value;
  }
  return headers;
}
