import { standardBase64 } from '#core/base64.ts';

/** Returns a server's base64 in standard form, and the number of decoded bytes; `null` if it is not base64. */
export function readBase64(sent: string): { data: string; bytes: number } | null {
  const data = sent === '' ? '' : standardBase64(sent);
  if (data === null) return null;
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return { data, bytes: (data.length / 4) * 3 - padding };
}

/** Decodes the bytes as UTF-8; `null` if they are not UTF-8. `data` must be valid base64. */
export function decodeText(data: string): string | null {
  const binary = atob(data);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
