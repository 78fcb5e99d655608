/**
 * Text that vendors treat as empty: white space, including zero-width characters (vendor-rules A5, reliability.md
 *
 */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}]/u.test(text);
}

/** Replaces lone surrogates with U+FFFD: every vendor refuses a body that contains one. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** Whether JSON text holds no lone surrogate, escaped ones included. `false` when it is not JSON. */
export function isWellFormedJson(json: string): boolean {
  if (!json.isWellFormed()) return false;
  try {
    const value: unknown = JSON.parse(json);
    return wellFormedJson(value) === value;
  } catch {
    return false;
  }
}

/** Applies `wellFormed` to every string and key of a JSON value. Returns the same value when nothing changed. */
export function wellFormedJson(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) {
    const items = value.map(wellFormedJson);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value === null || typeof value !== 'object') return value;
  let changed = false;
  const entries = Object.entries(value).map(([key, item]) => {
    const entry: [string, unknown] = [wellFormed(key), wellFormedJson(item)];
    changed ||= entry[0] !== key || entry[1] !== item;
    return entry;
  });
  return changed ? Object.fromEntries(entries) : value;
}
