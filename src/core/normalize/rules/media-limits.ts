import type { AssistantItem, AssistantPart, Draft, Item, SourceIndex, RuleContext } from '../../draft/draft.ts';
import { isCall, isThinking } from '../../draft/draft.ts';
import { readImageSize } from '../../image-size.ts';
import { SplitList } from '../../list-start.ts';
import type { ImagePart } from '../../message.ts';
import { fileAsText, mediaLeftOut } from '../base/texts.ts';

interface Slot {
  at: SourceIndex;
  kind: 'image' | 'file';
  /** Media type of an image, name of a file. */
  name: string;
  data: string;
  /** What was read in a file. */
  text?: string;
  /** Its item was arranged by an earlier compile. */
  done: boolean;
  /** Replaces the image or file with text. */
  replace: (text: string) => void;
}

/**
 * Keeps images and files within the limits of one request (A34): too many, too large, too large among many (which can
 * affect an old image as soon as a new one is added), or too long a request. The oldest are replaced first, each by its
 * name, or the text that was read in it, in the same place.
 */
export function limitMedia(draft: Draft, context: RuleContext): void {
  const { maxImages, maxMedia, imageLimits: limits } = context.dialect;
  const slots = collect(draft);
  const count = slots.filter(({ kind }) => kind === 'image').length;
  const side = limits === null ? 0 : Math.min(count, maxImages) > limits.manyCount ? limits.manySide : limits.side;
  let images = 0;
  let total = 0;
  for (const { at, kind, name, data, text, done, replace } of slots.toReversed()) {
    const tooLarge = kind === 'image' && limits !== null && isLarger(data, side, limits.base64);
    const fits = !tooLarge && (kind === 'file' || images < maxImages) && total + data.length <= maxMedia;
    if (fits) {
      total += data.length;
      if (kind === 'image') images++;
      continue;
    }
    draft.reopened ||= done;
    const reason = 'more or larger than one request may hold';
    context.notes.add(text === undefined ? `${kind}-to-placeholder` : 'file-to-text', at, reason);
    replace(text === undefined ? mediaLeftOut(kind, name) : fileAsText(name, text));
  }
}

function isLarger(data: string, side: number, base64: number): boolean {
  if (data.length > base64) return true;
  const size = readImageSize(data);
  return size !== null && Math.max(size.width, size.height) > side;
}

function collect(draft: Draft): Slot[] {
  const slots: Slot[] = [];
  const items = new SplitList(draft.older, draft.items);
  const open = draft.older.length + draft.done;
  for (let position = draft.olderKinds.media ? 0 : draft.older.length; position < items.length; position++) {
    const item = items.at(position);
    if (!item || !hasMedia(item)) continue;
    const done = position < open;
    if (item.role === 'user') {
      for (const [index, { part, at }] of item.parts.entries()) {
        if (part.type === 'text') continue;
        const replace = (text: string) => {
          item.parts = item.parts.with(index, { part: { type: 'text', text }, at });
        };
        slots.push({
          at,
          kind: part.type,
          name: part.type === 'file' ? part.name : part.mime,
          data: part.data,
          ...(part.type === 'file' && part.text !== undefined && { text: part.text }),
          done,
          replace,
        });
      }
    } else
      for (const [index, { part }] of item.parts.entries())
        slots.push(...(part.type === 'image' ? [madeSlot(item, part, done)] : resultSlots(item, index, done)));
  }
  return slots;
}

/** Whether an item has what counts against the limits of a request. */
export function hasMedia(item: Item): boolean {
  return item.role === 'user' ? item.parts.some(({ part }) => part.type !== 'text') : item.parts.some(hasImages);
}

function hasImages(placed: AssistantPart): boolean {
  return placed.part.type === 'image' || (isCall(placed) && placed.result?.part.images !== undefined);
}

/** A picture of the target's own. Reasoning that led to it can't go without it (R1). */
function madeSlot(item: AssistantItem, part: ImagePart, done: boolean): Slot {
  const indexOf = () => item.parts.findIndex((placed) => placed.part === part);
  return {
    at: item.parts[indexOf()]?.at ?? { message: item.message },
    kind: 'image',
    name: part.mime,
    data: part.data,
    done,
    replace: (text) => {
      const index = indexOf();
      const before = item.parts.slice(0, index);
      const kept = before.findLastIndex((placed) => !isThinking(placed.part)) + 1;
      const instead: AssistantPart = {
        part: { type: 'text', text },
        at: item.parts[index]?.at ?? { message: item.message },
      };
      item.parts = [...before.slice(0, kept), instead, ...item.parts.slice(index + 1)];
    },
  };
}

function resultSlots(item: AssistantItem, index: number, done: boolean): Slot[] {
  const placed = item.parts[index];
  if (!placed || !isCall(placed) || !placed.result?.part.images) return [];
  const { at, part } = placed.result;
  return (part.images ?? []).map((image) => ({
    at,
    kind: 'image' as const,
    name: image.mime,
    data: image.data,
    done,
    replace: (text) => {
      const call = item.parts[index];
      if (!call || !isCall(call) || !call.result) return;
      const { images = [], ...rest } = call.result.part;
      const remaining = images.filter((other) => other !== image);
      const result = {
        at,
        part: { ...rest, text: `${rest.text}\n${text}`.trim(), ...(remaining.length > 0 && { images: remaining }) },
      };
      item.parts = item.parts.with(index, { ...call, result });
    },
  }));
}
