import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { isObject, type Json } from './json.ts';

/**
 * Creates opaque state like the vendors' own: only this server can read it, and any change is detected. Uses
 * AES-256-GCM with the HMAC of the content as the nonce, so that the same content gives the same bytes without
 * randomness.
 */
export interface Seals {
  /** Returns base64. `kind` keeps a Gemini signature from being accepted as one of Anthropic. */
  seal(kind: string, content: Json): string;
  /** Returns null for anything this server did not seal under this kind. */
  open(kind: string, sealed: string): Json | null;
  /** Returns a short hex mark that only this server can create. */
  mark(kind: string, text: string, length: number): string;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;
const HEAD = 1 + NONCE + TAG;

export function createSeals(secret: string): Seals {
  const keys = new Map<string, Buffer>();
  const keyFor = (kind: string) => {
    const key = keys.get(kind) ?? createHash('sha256').update(`${kind}\n${secret}`).digest();
    keys.set(kind, key);
    return key;
  };
  return {
    seal(kind, content) {
      const key = keyFor(kind);
      const plain = Buffer.from(JSON.stringify(content));
      const nonce = createHmac('sha256', key).update(plain).digest().subarray(0, NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    mark: (kind, text, length) => createHmac('sha256', keyFor(kind)).update(text).digest('hex').slice(0, length),
    open(kind, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      // Buffer ignores characters that are not base64; a value changed in that way must not be accepted.
      if (bytes.length <= HEAD || bytes[0] !== VERSION || bytes.toString('base64') !== sealed) return null;
      const decipher = createDecipheriv('aes-256-gcm', keyFor(kind), bytes.subarray(1, 1 + NONCE));
      decipher.setAuthTag(bytes.subarray(1 + NONCE, HEAD));
      try {
        const plain = Buffer.concat([decipher.update(bytes.subarray(HEAD)), decipher.final()]);
        const content: unknown = JSON.parse(plain.toString('utf8'));
        return isObject(content) ? content : null;
      } catch {
        // A wrong authentication tag throws.
        return null;
      }
    },
  };
}
