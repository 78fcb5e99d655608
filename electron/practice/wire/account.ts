import { digest } from '../base/digest.ts';

/** Returns the account of a key. Practice needs no key; without one it is always the same account. */
export function accountOf(headers: Headers): string {
  const key =
    headers.get('x-api-key') ??
    headers.get('x-goog-api-key') ??
    headers.get('authorization')?.replace(/^Bearer\s+/i, '') ??
    '';
  return key === '' ? 'practice' : digest(key);
}
