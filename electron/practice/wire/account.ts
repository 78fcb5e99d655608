import { digest } from '../base/digest.ts';

/** The account behind a key. Practice needs none, and then it is always the same one. */
export function accountOf(headers: Headers): string {
  const key =
    headers.get('x-api-key') ??
    headers.get('x-goog-api-key') ??
    headers.get('authorization')?.replace(/^Bearer\s+/i, '') ??
    '';
  return key === '' ? 'practice' : digest(key);
}
