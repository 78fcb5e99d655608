import { isBlank, wellFormed } from './text.ts';

/** What a picture is called, fit to be shown; null where it has no name, or one that says nothing. */
export function imageName(name = ''): string | null {
  return isBlank(name)
    ? null
    : wellFormed(name)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim();
}
