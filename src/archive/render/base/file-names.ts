/** Bytes of a name that every file system takes, with room for a number and an extension (Linux counts bytes, to 255). */
const MAX_LENGTH = 160;

/** Separators, what Windows refuses, what is not seen, and what changes how the rest is seen. */
const UNSAFE =
  /(?:(?!\u200d|\ufe0f)[\\/:*?"<>|\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])+/gu;
/** Something to be seen: what joins emoji into one is kept, and is nothing by itself. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Names of devices, whatever stands behind their first dot (Windows). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** A name for a file that can be read by people and by every system; `fallback` where nothing of it is left. */
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

/** Whole characters, as people count them, of at most so many bytes. */
function cut(text: string, most: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= most) return text;
  let bytes = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > most) break;
    kept += segment;
  }
  return kept;
}

/** Gives every name once, also where case and form of letters do not count (Windows, macOS): `Plan`, `plan (2)`. */
export function createNames(): (name: string, extension: string) => string {
  const taken = new Set<string>();
  /** How often a name was wanted, so that ten thousand of one name are not tried ten thousand times each. */
  const wanted = new Map<string, number>();
  return (name, extension) => {
    const key = fold(name) + extension;
    for (let number = (wanted.get(key) ?? 0) + 1; ; number++) {
      const full = `${number === 1 ? name : `${name} (${number})`}${extension}`;
      if (taken.has(fold(full))) continue;
      taken.add(fold(full));
      wanted.set(key, number);
      return full;
    }
  };
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase();

/** The name without what stands behind its last dot, and that, the dot included; '' where there is none. */
export function splitExtension(name: string): [name: string, extension: string] {
  const found = /^(.+)(\.[A-Za-z0-9]{1,8})$/u.exec(name);
  return [found?.[1] ?? name, found?.[2] ?? ''];
}
