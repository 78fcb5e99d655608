import { isBlank, wellFormed } from './text.ts';

/** Returns a displayable name for an image. `null` when it has no name or a meaningless one. */
export function imageName(name = ''): string | null {
  return isBlank(name)
    ? null
    : wellFormed(name)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim();
}
