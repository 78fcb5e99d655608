const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit.charCodeAt(0), value]));

/**
 * Returns the same bytes as standard base64: no data URL prefix, no line breaks, the standard alphabet, padded. `null`
 * when the text is not base64. Text that is already standard is returned unchanged.
 */
export function standardBase64(data: string): string | null {
  if (STANDARD.test(data) && data.length % 4 === 0) return data;
  const digits = data
    .replace(/^data:[^,]*;base64,/i, '')
    .replace(/\s+/g, '')
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  // Four digits encode three bytes. A single leftover digit does not encode a byte.
  const isWhole = digits !== '' && digits.length % 4 !== 1 && STANDARD.test(digits);
  return isWhole ? digits.padEnd(Math.ceil(digits.length / 4) * 4, '=') : null;
}

const STANDARD = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes standard base64 as UTF-8 text. `null` when the bytes are not text. */
export function decodeBase64Text(base64: string): string | null {
  const bytes = decodeBase64Bytes(base64);
  const text = bytes && decodeUtf8(bytes);
  return text === null || text.includes('\0') ? null : text;
}

/** Decodes standard base64, complete or truncated. `null` when it holds anything else. */
export function decodeBase64Bytes(base64: string): number[] | null {
  const digits = base64.replace(/=+$/, '');
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
