import { standardBase64 } from '#core/base64.ts';

/** ECMAScript 2026, which Chromium has since 140. Without it, twenty megabytes keep the page busy for a good while. */
interface Encoding {
  toBase64?: () => string;
}

/** Without the platform's own, encodes in slices: spreading twenty megabytes into one call would overflow the stack. */
export function toBase64(bytes: Uint8Array & Encoding): string {
  if (bytes.toBase64) return bytes.toBase64();
  const size = 0x8000 - (0x8000 % 3);
  const slices: string[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    slices.push(btoa(String.fromCharCode(...bytes.subarray(at, at + size))));
  }
  return slices.join('');
}

/** Decodes base64 in either alphabet, padded or not. Throws if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(standardBase64(text) ?? text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
