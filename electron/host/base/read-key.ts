import { reasonText } from '#core/reasons.ts';
import { HostError } from './problem.ts';

/**
 * Accepts only keys that can go into a header. A stray line break or a non-Latin letter would fail much later, in an
 * error that repeats the entire header.
 */
export function readKey(text: string): string {
  if (!/^[\u0021-\u007e]+$/.test(text)) throw new HostError('bad_request', reasonText('key.latin'));
  return text;
}
