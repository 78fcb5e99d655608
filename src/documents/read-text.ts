/** Reads a text in the given encoding, or in the one that is found. `languages` decide where the bytes cannot. */
export async function readText(stored: Blob, languages: readonly string[], encoding = 'utf-8'): Promise<string> {
  const bytes = new Uint8Array(await stored.arrayBuffer());
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    const { decodeText } = await import('./decode-text.ts');
    return decodeText(bytes, languages).text;
  }
}
