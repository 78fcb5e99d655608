import { canonical, isObject, type Json } from './json.ts';

/** Hangul, Han, Kana and full-width characters. */
const isWide = (code: number): boolean =>
  (code >= 0x1100 && code <= 0x11ff) ||
  (code >= 0x2e80 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xff00 && code <= 0xffef);

/** A rough estimate for the usage numbers: four Latin or one and a half East Asian characters per token. */
export function estimateTokens(text: string): number {
  if (text === '') return 0;
  let wide = 0;
  for (let at = 0; at < text.length; at++) if (isWide(text.charCodeAt(at))) wide++;
  return Math.max(1, Math.round(wide / 1.5 + (text.length - wide) / 4));
}

/** Cost of an image or a document, whatever its size. */
const FILE_TOKENS = 1200;

/** Fields that contain bytes, or data that only the server itself reads. */
const BYTES: ReadonlySet<string> = new Set(['data', 'file_data', 'url', 'image_url']);
/** A shorter value in such a field counts as text. */
const MAX_PLAIN_LENGTH = 1024;
const SEALED: ReadonlySet<string> = new Set([
  'encrypted_content',
  'signature',
  'thoughtSignature',
  'cache_control',
  'id',
]);

/** Returns the tokens of a part of a request: its JSON as text, bytes at a flat rate. */
export function estimateJson(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'string') return estimateTokens(value);
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + estimateJson(one), 0);
  if (!isObject(value)) return 1;
  const { plain, files } = withoutBytes(value);
  return estimateTokens(canonical(plain)) + files * FILE_TOKENS;
}

function withoutBytes(value: Json): { plain: Json; files: number } {
  let files = 0;
  const strip = (one: unknown, key: string): unknown => {
    if (typeof one === 'string' && BYTES.has(key) && (one.length > MAX_PLAIN_LENGTH || one.startsWith('data:'))) {
      files++;
      return '';
    }
    if (Array.isArray(one)) return one.map((item: unknown) => strip(item, ''));
    if (!isObject(one)) return one;
    const counted = Object.entries(one).filter(([name]) => !SEALED.has(name));
    return Object.fromEntries(counted.map(([name, item]) => [name, strip(item, name)]));
  };
  const plain = strip(value, '');
  return { plain: isObject(plain) ? plain : {}, files };
}
