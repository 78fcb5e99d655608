/**
 * Maximum bytes of a name that every file system accepts, with room for a number and an extension (Linux counts bytes,
 * up to 255).
 */
const MAX_LENGTH = 160;

/**
 * Separators, characters that Windows refuses, invisible characters, and those that change how the rest is displayed.
 */
const UNSAFE =
  /(?:(?!\u200d|\ufe0f)[\\/:*?"<>|\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])+/gu;
/** Visible characters. Joiners of emoji are kept, but don't count as visible. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Device names, regardless of what follows their first dot (Windows). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Returns a readable file name that every system accepts, or `fallback` if nothing is left of the text. */
export function safeName(text: string, fallback: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    // Hidden on Unix, dropped on Windows.
    .replace(/^[. ~]+|[. ]+$/g, '');
  const short = cut(clean, MAX_LENGTH).replace(/[. ]+$/, '');
  if (!SEEN.test(short)) return fallback;
  return DEVICE.test(short) ? `${short.slice(0, 3)}_${short.slice(3)}` : short;
}

/** Truncates to at most `most` bytes without splitting a character as people see it. */
function cut(text: string, most: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= most) return text;
  let bytes = 0;
  let result = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > most) break;
    result += segment;
  }
  return result;
}

/** Makes every name unique, even on systems that ignore case and Unicode form (Windows, macOS): `Plan`, `plan (2)`. */
export function createNames(): (name: string, extension: string) => string {
  const taken = new Set<string>();
  /** How often each name was requested, so that ten thousand equal names don't take ten thousand attempts each. */
  const requests = new Map<string, number>();
  return (name, extension) => {
    const key = fold(name) + extension;
    for (let number = (requests.get(key) ?? 0) + 1; ; number++) {
      const full = `${number === 1 ? name : `${name} (${number})`}${extension}`;
      if (taken.has(fold(full))) continue;
      taken.add(fold(full));
      requests.set(key, number);
      return full;
    }
  };
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Splits a name before its last dot. The extension includes the dot; '' if there is none. */
export function splitExtension(name: string): [name: string, extension: string] {
  const found = /^(.+)(\.[A-Za-z0-9]{1,8})$/u.exec(name);
  return [found?.[1] ?? name, found?.[2] ?? ''];
}
