import { readImageSize } from '../../image-size.ts';
import type { CallItem, Draft, Place, RuleContext } from '../draft.ts';
import { callsOf } from '../draft.ts';
import { mediaPlaceholder } from '../texts.ts';

interface Slot {
  at: Place;
  image: { mime: string; data: string };
  /** Puts words in the place of the image. */
  replace: (text: string) => void;
}

/**
 * Keeps images within what one request may hold (A34): too many, too large, or large among many, which can hit an old
 * image as soon as a new one is added. The oldest give way, and each is named where it was.
 */
export function limitImages(draft: Draft, context: RuleContext): void {
  const { maxImages, imageLimits: limits } = context.dialect;
  const slots = collect(draft);
  const tooMany = slots.slice(0, Math.max(0, slots.length - maxImages));
  const left = slots.slice(tooMany.length);
  const side = limits === null ? 0 : left.length > limits.manyCount ? limits.manySide : limits.side;
  const tooLarge = limits === null ? [] : left.filter(({ image }) => isLarger(image.data, side, limits.base64));
  for (const { at, image, replace } of [...tooMany, ...tooLarge]) {
    context.note('image-to-placeholder', at, 'more or larger images than the vendor takes');
    replace(mediaPlaceholder('image', image.mime));
  }
}

function isLarger(data: string, side: number, base64: number): boolean {
  if (data.length > base64) return true;
  const size = readImageSize(data);
  return size !== null && Math.max(size.width, size.height) > side;
}

function collect(draft: Draft): Slot[] {
  const slots: Slot[] = [];
  for (const item of draft.items) {
    if (item.role === 'user')
      for (const [index, { part, at }] of item.parts.entries()) {
        if (part.type !== 'image') continue;
        const replace = (text: string) => {
          item.parts[index] = { part: { type: 'text', text }, at };
        };
        slots.push({ at, image: part, replace });
      }
    else for (const call of callsOf(item)) slots.push(...resultSlots(call));
  }
  return slots;
}

function resultSlots(call: CallItem): Slot[] {
  if (!call.result) return [];
  const { at, part } = call.result;
  return (part.images ?? []).map((image) => ({
    at,
    image,
    replace: (text) => {
      const now = call.result?.part ?? part;
      const { images = [], ...rest } = now;
      const kept = images.filter((other) => other !== image);
      call.result = {
        at,
        part: { ...rest, text: `${rest.text}\n${text}`.trim(), ...(kept.length > 0 && { images: kept }) },
      };
    },
  }));
}
