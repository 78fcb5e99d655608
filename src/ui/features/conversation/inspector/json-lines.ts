/** Opaque strings of this length are shortened: bytes of pictures and files, encrypted reasoning, signatures. */
const LONG = 400;
const SHOWN = 48;
const OPAQUE = /^(?:data:[\w.+/-]+;base64,)?[\w+/=-]+$/;

/** Longer text is split for layout: browsers take minutes for a megabyte in one element. */
const PIECE = 1_200;
/** A segment ends at the next line break, but is never longer than this. */
const MAX_PIECE_LENGTH = 2_400;

export interface ShownString {
  /** JSON text, split into segments for layout. Joined, they are the full text. */
  pieces: string[];
  /** Number of characters that aren't shown. */
  hidden: number;
}

export function showString(text: string): ShownString {
  if (text.length > LONG && OPAQUE.test(text))
    return { pieces: [`"${text.slice(0, SHOWN)}…"`], hidden: text.length - SHOWN };
  if (text.length <= MAX_PIECE_LENGTH) return { pieces: [JSON.stringify(text)], hidden: 0 };
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = endOfPiece(text, from);
    pieces.push(JSON.stringify(text.slice(from, to)).slice(1, -1));
    from = to;
  }
  const [first = '', ...rest] = pieces;
  return { pieces: [`"${first}`, ...rest.slice(0, -1), `${rest.at(-1) ?? ''}"`], hidden: 0 };
}

function endOfPiece(text: string, from: number): number {
  const limit = from + MAX_PIECE_LENGTH;
  if (limit >= text.length) return text.length;
  const line = text.indexOf('\n', from + PIECE);
  if (line >= 0 && line < limit) return line + 1;
  const space = text.lastIndexOf(' ', limit);
  const cut = space > from + PIECE ? space + 1 : limit;
  // Half of a surrogate pair would be written as an escape.
  const code = text.charCodeAt(cut - 1);
  return code >= 0xd800 && code < 0xdc00 ? cut - 1 : cut;
}

/** Whether the value is shorter than `limit`, so that folding isn't worthwhile. Stops measuring there. */
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

/** Hints at the content of a folded value, using the fields that distinguish a vendor's items. */
export function hintOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) return `${value.length}`;
  const fields = value as Record<string, unknown>;
  return ['role', 'type', 'name']
    .map((key) => fields[key])
    .filter((field) => typeof field === 'string')
    .join(' · ');
}
