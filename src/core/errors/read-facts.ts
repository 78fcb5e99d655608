/** What can be learned from anything that was thrown, rejected, or sent as an error body. */
export interface ErrorFacts {
  status: number | null;
  /** Values of `name`, `type`, `code`, `status` and similar fields, in lower case. */
  codes: ReadonlySet<string>;
  /** Every message found, innermost last, joined. Lower case, without color codes and backticks. */
  text: string;
  /** The same in the original spelling, for names. */
  original: string;
  /** When no known field holds text: the complete input as JSON. */
  rest: string;
  retryAfter: boolean;
  vendor: string | null;
}

/** Fields that may hold a message, a code or another error, most reliable first. */
const MESSAGES = [
  'message',
  'error_message',
  'detail',
  'details',
  'msg',
  'raw',
  'reason',
  'statusText',
  'failed_generation',
];
const CODES = ['name', 'type', 'code', 'errno', 'error_code', 'errorCode', 'finish_reason', 'stop_reason'];
const STATUSES = ['status', 'statusCode', 'status_code', 'httpStatus', 'http_status', 'code'];
const INNER = ['data', 'error', 'errors', 'body', 'response', 'responseBody', 'cause', 'metadata', 'reason', 'details'];

const MAX_NODES = 60;
const MAX_TEXT = 20_000;

interface Collected {
  status: number | null;
  codes: Set<string>;
  texts: string[];
  retryAfter: boolean;
  vendor: string | null;
  nodes: number;
  seen: Set<object>;
}

/** Never throws, whatever the input: getters, proxies and cycles included. */
export function readFacts(error: unknown): ErrorFacts {
  const found: Collected = {
    status: null,
    codes: new Set(),
    texts: [],
    retryAfter: false,
    vendor: null,
    nodes: 0,
    seen: new Set(),
  };
  collect(error, found, 0);
  const original = plain([...new Set(found.texts)].join('\n'));
  return {
    status: found.status,
    codes: found.codes,
    text: original.toLowerCase(),
    original,
    rest: original === '' ? plain(asJson(error)).toLowerCase() : '',
    retryAfter: found.retryAfter,
    vendor: found.vendor,
  };
}

function collect(value: unknown, found: Collected, depth: number): void {
  if (found.nodes++ > MAX_NODES || depth > 6) return;
  if (typeof value === 'string') return collectText(value, found, depth);
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || found.seen.has(value)) return;
  found.seen.add(value);
  for (const key of STATUSES) found.status ??= asStatus(read(value, key));
  for (const key of CODES) addCode(read(value, key), found);
  // Google's error bodies name the class in `status`.
  addCode(read(value, 'status'), found);
  found.vendor ??= asText(read(value, 'vendor')) ?? asText(read(value, 'provider_name'));
  if (read(value, 'retryAfter') !== undefined || read(value, 'retryAfterMs') !== undefined) found.retryAfter = true;
  for (const key of MESSAGES) {
    const message = read(value, key);
    if (typeof message === 'string') collectText(message, found, depth);
  }
  for (const item of asList(value)) collect(item, found, depth + 1);
  for (const key of INNER) collect(read(value, key), found, depth + 1);
}

/** A text may be JSON, or hold JSON after a prefix such as `400 {"type":"error",…}`. */
function collectText(text: string, found: Collected, depth: number): void {
  if (text.trim() === '') return;
  // JSON text that was encoded as JSON once more, as proxies do with errors that they do not understand.
  const inner = text.startsWith('"') && text.length <= MAX_TEXT * 5 ? parse(text) : undefined;
  if (typeof inner === 'string') return collect(inner, found, depth + 1);
  found.texts.push(text.slice(0, MAX_TEXT));
  const start = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  if (start >= 0 && end > start && text.length <= MAX_TEXT * 5)
    collect(parse(text.slice(start, end + 1)), found, depth + 1);
  found.status ??= asStatus(/^\s*(?:error:?\s*)?(\d{3})\b/i.exec(text)?.[1]);
}

function addCode(value: unknown, found: Collected): void {
  if (typeof value === 'string' && value.length <= 80 && value.trim() !== '')
    found.codes.add(value.trim().toLowerCase());
}

function asStatus(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 400 && number <= 599 ? number : null;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value.toLowerCase() : null;
}

function asList(value: object): unknown[] {
  try {
    return Array.isArray(value) ? value.slice(0, 10) : [];
  } catch {
    return [];
  }
}

function read(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key) as unknown;
  } catch {
    return undefined;
  }
}

function asJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  try {
    return (JSON.stringify(value) ?? '').slice(0, MAX_TEXT);
  } catch {
    return '';
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function plain(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- terminal colours in wrapped messages
      .replace(/\u001b\[[0-9;]*m/g, '')
      .replaceAll('`', '')
      .replaceAll('\\"', '"')
      .replace(/[‘’]/g, "'")
      .replace(/\s+/g, ' ')
  );
}
