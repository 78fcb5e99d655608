import { standardBase64 } from '#core/base64.ts';

/** What a server sent as base64, in standard form, and how many bytes it stands for; null when it is not base64. */
export function readBase64(sent: string): { data: string; bytes: number } | null {
  const data = sent === '' ? '' : standardBase64(sent);
  if (data === null) return null;
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return { data, bytes: (data.length / 4) * 3 - padding };
}

/** The text in UTF-8; null when the bytes are none. `data` is valid base64. */
export function decodeText(data: string): string | null {
  const binary = atob(data);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
