/**
 * Text that vendors treat as empty: white space, including zero-width characters (vendor-rules A5, reliability.md
 *
 */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  // Most texts begin with a letter. An expression that stands here would be made anew for every text.
  if (first > SPACE && first < DELETE) return false;
  return !SAID.test(text);
}

const SPACE = 0x20;
const DELETE = 0x7f;
const SAID = /[^\s\p{Cc}\p{Cf}]/u;

/** Replaces lone surrogates with U+FFFD: every vendor refuses a body that contains one. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** Whether JSON text holds no lone surrogate, escaped ones included. `false` when it is not JSON. */
export function isWellFormedJson(json: string): boolean {
  if (!json.isWellFormed()) return false;
  try {
    return hasWellFormedStrings(JSON.parse(json));
  } catch {
    return false;
  }
}

/** Whether no string and no key of a JSON value holds a lone surrogate. */
export function hasWellFormedStrings(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(hasWellFormedStrings);
  // A loop over keys makes no list of them.
  for (const key in value)
    if (!key.isWellFormed() || !hasWellFormedStrings((value as Record<string, unknown>)[key])) return false;
  return true;
}

/** Applies `wellFormed` to every string and key of a JSON value. Returns the same value when nothing changed. */
export function wellFormedJson(value: unknown): unknown {
  return hasWellFormedStrings(value) ? value : repaired(value);
}

function repaired(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedJson);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [wellFormed(key), wellFormedJson(item)]));
}
