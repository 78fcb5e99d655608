import { derive } from '../../draft/derive.ts';
import type { AssistantItem, Draft, Item, RuleContext, SourcedPart, UserPart } from '../../draft/draft.ts';
import type { ImagePart } from '../../message.ts';
import { without } from '../../without.ts';
import { madePicture } from '../base/picture-texts.ts';

/** Whether its vendor said anything about a picture that a model made. Pictures of earlier versions have nothing. */
export function isMade({ prompt, signature, itemId }: ImagePart): boolean {
  return (prompt ?? signature ?? itemId) !== undefined;
}

/** Whether the target takes the picture back as its own. */
export function isOwn({ signature, itemId }: Pick<ImagePart, 'signature' | 'itemId'>): boolean {
  return (signature ?? itemId) !== undefined;
}

/** What any model can be sent of a picture that another one made. */
export function plainPicture(part: ImagePart): ImagePart {
  return isMade(part) ? derive(part, 'plain', () => without(part, 'prompt', 'signature', 'itemId')) : part;
}

/**
 * A picture stays in its answer only where its vendor takes it back. Everywhere else it is shown by the user, after the
 * answer, with what it was made from.
 */
export function moveForeignPictures(draft: Draft, context: RuleContext): void {
  if (draft.items.every((item) => item.role === 'user' || !item.parts.some(isForeign))) return;
  const items: Item[] = [];
  let moved: SourcedPart<UserPart>[] = [];
  for (const item of draft.items) {
    const joins = moved.length > 0 && item.role === 'user' && item.attached && item.message === items.at(-1)?.message;
    if (joins) item.parts = [...moved, ...item.parts];
    else pushMoved(items, moved);
    items.push(item);
    moved = item.role === 'assistant' ? takeForeign(item, context) : [];
  }
  pushMoved(items, moved);
  draft.items = items;
}

function isForeign({ part }: SourcedPart): boolean {
  return part.type === 'image' && !isOwn(part);
}

function takeForeign(item: AssistantItem, context: RuleContext): SourcedPart<UserPart>[] {
  const taken: SourcedPart<UserPart>[] = [];
  for (const { part, at } of item.parts) {
    if (part.type !== 'image' || isOwn(part)) continue;
    context.notes.add('move-media-out-of-answer', at);
    if (part.prompt !== undefined) taken.push({ part: { type: 'text', text: madePicture(part.prompt) }, at });
    taken.push({ part: plainPicture(part), at });
  }
  if (taken.length > 0) item.parts = item.parts.filter((placed) => !isForeign(placed));
  return taken;
}

function pushMoved(items: Item[], parts: SourcedPart<UserPart>[]): void {
  const message = items.at(-1)?.message;
  if (parts.length > 0 && message !== undefined) items.push({ role: 'user', message, parts, attached: true });
}
