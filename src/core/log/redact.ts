import { VENDOR_TABLE } from '../vendors/table.ts';

const MARK = '[redacted]';
/** Names whose value is a secret, in headers, query strings and JSON alike. */
const SECRET_NAME =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-goog-api-key|x-baton-token|api[-_]?key|key|token|passphrase|password|secret)$/i;
/** Names whose value is text of a user or a tool: the log holds its length, not the text. */
const TEXT_NAME = /^(text|content|prompt|parts|args|arguments|input|output|system|title|query)$/i;
const PATTERNS: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${MARK}`],
  [
    /((?:^|[?&\s"'])(?:key|api[-_]?key|access_token|token|x-api-key|x-goog-api-key)["']?\s*[=:]\s*["']?)[^\s"'&]+/gi,
    `$1${MARK}`,
  ],
  // The token of a browser window is in its address.
  [/([?&#]t=)[^\s"'&]+/g, `$1${MARK}`],
  // Most vendors and servers.
  [/\bsk-[\w-]{8,}/g, MARK],
  ...Object.values(VENDOR_TABLE).flatMap(({ key }) =>
    (key?.inText ?? []).map((shape): [RegExp, string] => [shape, MARK]),
  ),
  // AWS; GitHub; GitLab; Slack; Hugging Face, Replicate, npm, Perplexity, NVIDIA.
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, MARK],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}/g, MARK],
  [/\bxox[abeoprs]-[\w-]{10,}/g, MARK],
  [/\b(?:hf|r8|npm)_[A-Za-z0-9]{20,}|\b(?:pplx|nvapi)-[\w-]{20,}/g, MARK],
  // Signed tokens; private keys; a password in an address.
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, MARK],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, MARK],
  [/(\/\/[^/\s:@]*:)[^/\s@]+@/g, `$1${MARK}@`],
];
const DEPTH = 6;
/** Maximum entries of one list, and characters of one text. */
const MAX_ITEMS = 100;
const MAX_LENGTH = 4_000;

export interface Redactor {
  /** From now on this text is replaced wherever it occurs. */
  hide(secret: string): void;
  text(text: string): string;
  /**
   * Returns a copy that can be written as JSON: secrets replaced, errors reduced to name, message and stack, and
   * without user content unless `texts` is set.
   */
  value(value: unknown, options?: { texts?: boolean }): unknown;
}

/** Shorter texts occur by chance. Replacing them would garble the log and hide nothing. */
const MIN_LENGTH = 6;

/** The only place that decides what a log may contain, in the page and in the host (security.md S39). */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();

  function text(input: string): string {
    let out = input.length > MAX_LENGTH ? `${input.slice(0, MAX_LENGTH)}… [${input.length - MAX_LENGTH} more]` : input;
    for (const secret of secrets) out = out.replaceAll(secret, MARK);
    for (const [pattern, replacement] of PATTERNS) out = out.replace(pattern, replacement);
    return out;
  }

  function value(input: unknown, texts: boolean, depth = 0): unknown {
    if (typeof input === 'string') return text(input);
    if (typeof input === 'bigint') return input.toString();
    if (typeof input !== 'object' || input === null) {
      return typeof input === 'function' || typeof input === 'symbol' ? undefined : input;
    }
    if (depth >= DEPTH) return '[deep]';
    if (input instanceof Error)
      return {
        name: input.name,
        message: text(input.message),
        ...(input.stack === undefined ? {} : { stack: text(input.stack) }),
        ...(input.cause === undefined ? {} : { cause: value(input.cause, texts, depth + 1) }),
      };
    const pairs = pairsOf(input);
    if (pairs === null)
      return Object.values(input)
        .slice(0, MAX_ITEMS)
        .map((one) => value(one, texts, depth + 1));
    return Object.fromEntries(
      pairs.map(([name, one]) => {
        if (SECRET_NAME.test(name)) return [text(name), MARK];
        return [text(name), !texts && TEXT_NAME.test(name) ? amountOf(one) : value(one, texts, depth + 1)];
      }),
    );
  }

  return {
    hide(secret) {
      if (secret.length >= MIN_LENGTH) secrets.add(secret);
    },
    text,
    value(input, { texts = false } = {}) {
      try {
        return value(input, texts);
      } catch {
        // A getter or a proxy that throws must not make logging fail.
        return '[unreadable]';
      }
    },
  };
}

/** Names and values of a record, of headers or of a map. `null` for a list. */
function pairsOf(input: object): [string, unknown][] | null {
  if (Array.isArray(input) || ArrayBuffer.isView(input)) return null;
  if (!(Symbol.iterator in input) || typeof input[Symbol.iterator] !== 'function') return Object.entries(input);
  const items: unknown[] = [...(input as Iterable<unknown>)];
  return items.flatMap((item) => (Array.isArray(item) && item.length === 2 ? [[String(item[0]), item[1]]] : []));
}

function amountOf(value: unknown): unknown {
  if (typeof value === 'string') return `[${value.length} characters]`;
  if (Array.isArray(value)) return `[${value.length} items]`;
  return typeof value === 'object' && value !== null ? `[${Object.keys(value).length} fields]` : value;
}
