const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit.charCodeAt(0), value]));

/**
 * Has no repetition without a limit, as nothing here does: V8 runs some patterns without optimizing them, and then throws
 * after eight million steps.
 */
const NOT_STANDARD = /[^A-Za-z0-9+/=]|=[^=]|={3}/;

/** True for standard base64: not empty, no line breaks, the standard alphabet, padded. */
export const isStandardBase64 = (text: string): boolean =>
  text !== '' && text.length % 4 === 0 && !NOT_STANDARD.test(text);

/**
 * Returns the same bytes as standard base64, without a data URL prefix. `null` when the text is not base64. Text that is
 * already standard is returned unchanged.
 */
export function standardBase64(data: string): string | null {
  if (isStandardBase64(data)) return data;
  const digits = withoutPadding(
    data
      .replace(/^data:[^,]{0,1000};base64,/i, '')
      .replaceAll(/\s/g, '')
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
  );
  // A single leftover digit does not encode a byte, and would need three characters of padding.
  const standard = digits.padEnd(Math.ceil(digits.length / 4) * 4, '=');
  return isStandardBase64(standard) ? standard : null;
}

function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === '=') end -= 1;
  return text.slice(0, end);
}

/** Digits that say of most binary files that they are no text. */
const HEAD_DIGITS = 4096;

/** Decodes standard base64 as UTF-8 text. `null` when the bytes are not text. */
export function decodeBase64Text(base64: string): string | null {
  if (base64.length > HEAD_DIGITS && decodeBase64Bytes(base64.slice(0, HEAD_DIGITS))?.includes(0)) return null;
  const bytes = decodeBase64Bytes(base64);
  const text = bytes && decodeUtf8(bytes);
  return text === null || text.includes('\0') ? null : text;
}

/** Decodes standard base64, complete or truncated. `null` when it holds anything else. */
export function decodeBase64Bytes(base64: string): number[] | null {
  const digits = withoutPadding(base64);
  const bytes: number[] = [];
  let bits = 0;
  let width = 0;
  for (let index = 0; index < digits.length; index++) {
    const value = VALUES.get(digits.charCodeAt(index));
    if (value === undefined) return null;
    bits = ((bits << 6) | value) & 0xffff;
    width += 6;
    if (width >= 8) {
      width -= 8;
      bytes.push((bits >> width) & 0xff);
    }
  }
  return bytes;
}

function decodeUtf8(bytes: readonly number[]): string | null {
  const parts: string[] = [];
  let chunk: number[] = [];
  let index = 0;
  while (index < bytes.length) {
    const first = bytes[index] ?? 0;
    const extra =
      first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
    if (extra < 0 || (extra === 3 && first < 0xf0)) return null;
    let code = extra === 0 ? first : first & (0x3f >> extra);
    for (let step = 1; step <= extra; step++) {
      const next = bytes[index + step];
      if (next === undefined || (next & 0xc0) !== 0x80) return null;
      code = (code << 6) | (next & 0x3f);
    }
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
    chunk.push(code);
    index += extra + 1;
    if (chunk.length >= 4096) {
      parts.push(String.fromCodePoint(...chunk));
      chunk = [];
    }
  }
  parts.push(String.fromCodePoint(...chunk));
  return parts.join('');
}
