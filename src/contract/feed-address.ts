import { z } from 'zod/mini';

export const MAX_ADDRESS_LENGTH = 2048;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function isAddress(text: string, mayBeLocal: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (mayBeLocal && protocol === 'http:' && LOOPBACK.has(hostname));
}

/** An address that may be asked for newer versions: over https, or on this computer. */
export const FeedAddress = z.string().check(
  z.maxLength(MAX_ADDRESS_LENGTH),
  z.refine((text) => isAddress(text, true), { message: 'https://…' }),
);
