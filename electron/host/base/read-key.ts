import { HostError } from './problem.ts';

/**
 * A key as it can go into a header. A stray line break or a letter of another script would fail much later, in an error
 * that repeats the whole header.
 */
export function readKey(text: string): string {
  if (!/^[\u0021-\u007e]+$/.test(text))
    throw new HostError(
      'bad_request',
      'A key has only Latin letters, digits and signs, without spaces. Copy it again.',
    );
  return text;
}
