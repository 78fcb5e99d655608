import { standardBase64 } from '#core/base64.ts';

/** Encodes in slices: spreading twenty megabytes into one call would overflow the stack. */
export function toBase64(bytes: Uint8Array): string {
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
