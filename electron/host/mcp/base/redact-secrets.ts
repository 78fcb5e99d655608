/** Shorter values occur by chance. */
const MIN_LENGTH = 6;
const MARK = '[redacted]';
/** `Bearer TOKEN` and the like: what follows the scheme is repeated alone, as in "TOKEN is wrong". */
const WITH_SCHEME = /^[\w-]+ +(\S{12,})$/;

const withoutScheme = (secret: string): string[] => WITH_SCHEME.exec(secret)?.slice(1) ?? [];

export interface SecretRedactor {
  text(text: string): string;
  /** Returns the same value, or a copy without the secrets. */
  value<T>(value: T): T;
  /** Adds secrets to redact from now on. */
  hide(secrets: readonly string[]): void;
}

/**
 * Redacts the values that a server was started with from its output: a server may print its environment, and neither
 * the page nor a model may see it (security.md S34).
 */
export function createSecretRedactor(secrets: readonly string[]): SecretRedactor {
  let hidden: readonly string[] = [];
  const hide = (more: readonly string[]) => {
    const given = more.filter((secret) => secret.length >= MIN_LENGTH);
    const all = new Set([...hidden, ...given, ...given.flatMap(withoutScheme)]);
    hidden = [...all].sort((a, b) => b.length - a.length);
  };
  hide(secrets);
  const text = (input: string) => hidden.reduce((out, secret) => out.replaceAll(secret, MARK), input);

  function walk(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), walk(inner)]));
  }

  return { text, value: <T>(value: T) => (hidden.length === 0 ? value : (walk(value) as T)), hide };
}
