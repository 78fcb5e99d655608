import { createTextDecoder } from '#documents/base/text-decoder.ts';

/** Decides where the bytes could be several encodings. */
const LANGUAGES = [Intl.DateTimeFormat().resolvedOptions().locale];

/** The encoding of a text by its bytes, which may end within a character. */
export async function encodingOf(bytes: Uint8Array): Promise<string> {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    // Few files need the detector.
    const { detectEncoding } = await import('#documents/decode-text.ts');
    return detectEncoding(bytes, LANGUAGES);
  }
}

/** Without a byte order mark. */
export async function decodeBytes(bytes: Uint8Array): Promise<string> {
  return createTextDecoder(await encodingOf(bytes)).decode(bytes);
}
