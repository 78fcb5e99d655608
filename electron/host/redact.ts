import type { ByteFilter } from './pass-through.ts';

const MARK = '[redacted]';
/** Names whose value is a secret, in headers, query strings and JSON alike. */
const SECRET_NAME =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-goog-api-key|x-baton-token|api[-_]?key|key|token|passphrase|password|secret)$/i;
const PATTERNS: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${MARK}`],
  [
    /((?:^|[?&\s"'])(?:key|api[-_]?key|access_token|token|x-api-key|x-goog-api-key)["']?\s*[=:]\s*["']?)[^\s"'&]+/gi,
    `$1${MARK}`,
  ],
  [/\bsk-[\w-]{8,}/g, MARK],
  [/\bAIza[\w-]{20,}/g, MARK],
];
const DEPTH = 6;

export interface Redactor {
  /** From now on this text is replaced wherever it turns up. */
  hide(secret: string): void;
  text(text: string): string;
  /** A copy that can be written as JSON: secrets replaced, errors reduced to name and message. */
  value(value: unknown): unknown;
}

/** Shorter texts turn up by chance; replacing them would garble the log and hide nothing. */
const SHORTEST = 6;

export function createRedactor(): Redactor {
  const secrets = new Set<string>();

  function text(input: string): string {
    let out = input;
    for (const secret of secrets) out = out.replaceAll(secret, MARK);
    for (const [pattern, replacement] of PATTERNS) out = out.replace(pattern, replacement);
    return out;
  }

  function value(input: unknown, depth = 0): unknown {
    if (typeof input === 'string') return text(input);
    if (typeof input === 'bigint') return input.toString();
    if (typeof input !== 'object' || input === null) return typeof input === 'function' ? undefined : input;
    if (depth >= DEPTH) return '[deep]';
    if (input instanceof Error)
      return {
        name: input.name,
        message: text(input.message),
        ...(input.stack === undefined ? {} : { stack: text(input.stack) }),
        ...(input.cause === undefined ? {} : { cause: value(input.cause, depth + 1) }),
      };
    if (Array.isArray(input)) return input.map((one) => value(one, depth + 1));
    const entries = input instanceof Headers ? [...input] : Object.entries(input);
    return Object.fromEntries(
      entries.map(([name, one]) => [text(name), SECRET_NAME.test(name) ? MARK : value(one, depth + 1)]),
    );
  }

  return {
    hide(secret) {
      if (secret.length >= SHORTEST) secrets.add(secret);
    },
    text,
    value: (input) => value(input),
  };
}

/** No real key is shorter; blanking a word somebody uses as a key would garble answers. */
const SHORTEST_IN_STREAM = 16;

/**
 * Blanks a secret in a byte stream, also where it is cut by chunk borders: a tail that could be its beginning waits for
 * the next chunk. Keeps every other byte and the length.
 */
export function createSecretFilter(secret: string): ByteFilter | undefined {
  if (secret.length < SHORTEST_IN_STREAM) return undefined;
  const needle = Buffer.from(secret);
  let held: Buffer = Buffer.alloc(0);

  function tailLength(bytes: Buffer): number {
    for (let length = Math.min(needle.length - 1, bytes.length); length > 0; length--)
      if (bytes.subarray(bytes.length - length).equals(needle.subarray(0, length))) return length;
    return 0;
  }

  return {
    write(chunk) {
      // A copy: the chunk belongs to whoever sent it.
      const bytes = Buffer.concat([held, chunk]);
      for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length))
        bytes.fill('*', at, at + needle.length);
      const keep = tailLength(bytes);
      held = bytes.subarray(bytes.length - keep);
      return bytes.subarray(0, bytes.length - keep);
    },
    end() {
      const rest = held;
      held = Buffer.alloc(0);
      return rest;
    },
  };
}
