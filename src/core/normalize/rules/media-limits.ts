import type { CallItem, Draft, SourceIndex, RuleContext } from '../../draft/draft.ts';
import { toolCallsOf } from '../../draft/draft.ts';
import { readImageSize } from '../../image-size.ts';
import { mediaLeftOut } from '../base/texts.ts';

interface Slot {
  at: SourceIndex;
  kind: 'image' | 'file';
  /** Media type of an image, name of a file. */
  name: string;
  data: string;
  /** Replaces the image or file with text. */
  replace: (text: string) => void;
}

/**
 * Keeps images and files within the limits of one request (A34): too many, too large, too large among many (which can
 * affect an old image as soon as a new one is added), or too long a request. The oldest are replaced first, each by its
 * name in the same place.
 */
export function limitMedia(draft: Draft, context: RuleContext): void {
  const { maxImages, maxMedia, imageLimits: limits } = context.dialect;
  const slots = collect(draft);
  const count = slots.filter(({ kind }) => kind === 'image').length;
  const side = limits === null ? 0 : Math.min(count, maxImages) > limits.manyCount ? limits.manySide : limits.side;
  let images = 0;
  let total = 0;
  for (const { at, kind, name, data, replace } of slots.toReversed()) {
    const tooLarge = kind === 'image' && limits !== null && isLarger(data, side, limits.base64);
    const fits = !tooLarge && (kind === 'file' || images < maxImages) && total + data.length <= maxMedia;
    if (fits) {
      total += data.length;
      if (kind === 'image') images++;
      continue;
    }
    context.note(`${kind}-to-placeholder`, at, 'more or larger than one request may hold');
    replace(mediaLeftOut(kind, name));
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
        if (part.type === 'text') continue;
        const replace = (text: string) => {
          item.parts[index] = { part: { type: 'text', text }, at };
        };
        slots.push({
          at,
          kind: part.type,
          name: part.type === 'file' ? part.name : part.mime,
          data: part.data,
          replace,
        });
      }
    else for (const call of toolCallsOf(item)) slots.push(...resultSlots(call));
  }
  return slots;
}

function resultSlots(call: CallItem): Slot[] {
  if (!call.result) return [];
  const { at, part } = call.result;
  return (part.images ?? []).map((image) => ({
    at,
    kind: 'image' as const,
    name: image.mime,
    data: image.data,
    replace: (text) => {
      const now = call.result?.part ?? part;
      const { images = [], ...rest } = now;
      const remaining = images.filter((other) => other !== image);
      call.result = {
        at,
        part: { ...rest, text: `${rest.text}\n${text}`.trim(), ...(remaining.length > 0 && { images: remaining }) },
      };
    },
  }));
}
