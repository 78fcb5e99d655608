const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes that a base64 text stands for; null when it is none. */
export function base64Bytes(data: string): number | null {
  if (data.length % 4 !== 0 || !BASE64.test(data)) return null;
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return (data.length / 4) * 3 - padding;
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
