import { analyse } from 'chardet';
import { createTextDecoder } from './base/text-decoder.ts';

/** Where a short text has too few bytes to tell: the encoding that its user most likely has. */
const USUAL: Readonly<Record<string, string>> = { ko: 'euc-kr', ja: 'shift_jis', zh: 'gb18030' };
/** Names of the detector that the Encoding Standard doesn't have. */
const NAMES: Readonly<Record<string, string>> = { GB18030: 'gb18030', 'EUC-KR': 'euc-kr', 'EUC-JP': 'euc-jp' };
const CJK = /^(euc-|shift_jis|gb18030|big5|iso-2022)/;
/** Bytes that are looked at, from the first one that isn't ASCII. */
const SAMPLE = 64 * 1024;
const SHORT = 64;
/** The confidence of the detector in each encoding of CJK when there are too few letters to tell them apart. */
const UNDECIDED = 10;
/** Where a page says how it is encoded. */
const HEAD = 1024;

export interface DecodedText {
  text: string;
  encoding: string;
}

/** Whether the bytes are a program, a picture or another thing that isn't text. */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16Of(bytes) === null && bytes.subarray(0, 8192).includes(0);
}

/** Decodes text in any common encoding. `languages` are the user's. They decide where the bytes cannot. */
export function decodeText(bytes: Uint8Array, languages: readonly string[]): DecodedText {
  const encoding = detectEncoding(bytes, languages);
  return { text: decodeAs(bytes, encoding), encoding };
}

/** Throws a RangeError for an encoding that the Encoding Standard doesn't know. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  return createTextDecoder(encoding).decode(bytes);
}

export function detectEncoding(bytes: Uint8Array, languages: readonly string[]): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return utf16;
  if (decodes(bytes, 'utf-8')) return 'utf-8';
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const sample = bytes.subarray(first, first + SAMPLE);
  const named = namedEncoding(bytes);
  if (named !== null && decodes(sample, named, true)) return named;
  const usual = languages.map((tag) => USUAL[tag.split('-')[0] ?? tag]).find((one) => one !== undefined);
  const found = analyse(sample)
    .map(({ name, confidence }) => ({ name: NAMES[name] ?? name.toLowerCase(), confidence }))
    .find(({ name }) => isKnown(name));
  const uncertain =
    bytes.length < SHORT || (found !== undefined && (!CJK.test(found.name) || found.confidence <= UNDECIDED));
  if (usual !== undefined && uncertain && decodes(sample, usual, true)) return usual;
  return found?.name ?? usual ?? 'windows-1252';
}

/** What a page or an XML file says of itself. */
function namedEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  const name = /^\s*<[^]*?\b(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  // What is read from bytes can't be UTF-16.
  return name !== undefined && !/^utf-16/i.test(name) && isKnown(name) ? new TextDecoder(name).encoding : null;
}

/** By its mark, or by zero bytes that only stand on one side of each pair. */
function utf16Of(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const sample = bytes.subarray(0, 4096);
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length * 0.05;
  if (odd > many && even < odd / 10) return 'utf-16le';
  if (even > many && odd < even / 10) return 'utf-16be';
  return null;
}

function decodes(bytes: Uint8Array, encoding: string, isCut = false): boolean {
  try {
    createTextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}
