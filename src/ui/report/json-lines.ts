/** An opaque run this long is shortened in view: bytes of pictures and files, encrypted reasoning, signatures. */
const LONG = 400;
const SHOWN = 48;
const OPAQUE = /^(?:data:[\w.+/-]+;base64,)?[\w+/=-]+$/;

/** How a text is shown: as JSON, or its beginning and how long it is. */
export function showString(text: string): { json: string; hidden: number } {
  if (text.length <= LONG || !OPAQUE.test(text)) return { json: JSON.stringify(text), hidden: 0 };
  return { json: `"${text.slice(0, SHOWN)}…"`, hidden: text.length - SHOWN };
}

/** Is there less than `limit` of it, so that folding would be in the way? Looks no further than that. */
export function isSmall(value: unknown, limit: number): boolean {
  return measure(value, limit) <= limit;
}

function measure(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 4;
  let size = 2;
  for (const [key, item] of Object.entries(value)) {
    size += (Array.isArray(value) ? 0 : key.length) + 4 + measure(item, limit - size);
    if (size > limit) return size;
  }
  return size;
}

/** A word on what is inside a folded value: the fields by which vendors tell their items apart. */
export function hintOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) return `${value.length}`;
  const fields = value as Record<string, unknown>;
  return ['role', 'type', 'name']
    .map((key) => fields[key])
    .filter((field) => typeof field === 'string')
    .join(' · ');
}
