import type { CallItem, Draft, Item, SourcedPart, RuleContext, UserPart } from '../../draft/draft.ts';
import { isCall } from '../../draft/draft.ts';
import type { ToolResultPart } from '../../message.ts';
import { isBlank } from '../../text.ts';
import { EMPTY_RESULT, IMAGE_FOLLOWS, imagesOfResultText } from '../base/texts.ts';
import { acceptImage } from './media.ts';

/**
 * Result text is never empty. Images stay inside where the vendor reads them there, and otherwise follow in a user item
 * directly after the results (A17, O3, G4).
 */
export function arrangeResults(draft: Draft, context: RuleContext): void {
  const items: Item[] = [];
  for (const item of draft.items) {
    items.push(item);
    if (item.role === 'user') continue;
    let after = NOTHING;
    for (const placed of item.parts) {
      const moved = isCall(placed) ? arrangeResult(placed, context) : NOTHING;
      if (moved.length > 0) after = [...after, ...moved];
    }
    if (after.length > 0) items.push({ role: 'user', message: item.message, parts: [...after], attached: true });
  }
  draft.items = items;
}

const NOTHING: readonly SourcedPart<UserPart>[] = [];

function arrangeResult(call: CallItem, context: RuleContext): readonly SourcedPart<UserPart>[] {
  if (!call.result) return NOTHING;
  const { at, part } = call.result;
  if (part.images === undefined && !isBlank(part.text)) return NOTHING;
  const { images = [], ...plain } = part;
  const usable = images.map((image) => acceptImage(image, context));
  const lost = usable.filter((image) => typeof image === 'string');
  const accepted = usable.filter((image) => typeof image !== 'string');
  for (const placeholder of lost) context.notes.add('image-to-placeholder', at, placeholder);
  for (const [index, image] of usable.entries())
    if (typeof image !== 'string' && image !== images[index]) context.notes.add('clean-image-data', at);

  let { text } = plain;
  if (lost.length > 0) text = [text, ...lost].filter((line) => !isBlank(line)).join('\n');
  const inline = context.dialect.resultImages === 'inline' && (context.dialect.errorResultImages || !plain.isError);
  const moved = inline ? [] : accepted;
  if (moved.length > 0) context.notes.add('move-result-images', at);
  if (isBlank(text) && (moved.length > 0 || accepted.length === 0)) {
    if (moved.length === 0) context.notes.add('empty-result', at);
    text = moved.length > 0 ? IMAGE_FOLLOWS : EMPTY_RESULT;
  }

  // A result that needs no change keeps its identity, so its tokens are counted once.
  if (text !== plain.text || images.some((image, index) => accepted[index] !== image) || moved.length > 0) {
    const arranged: ToolResultPart = { ...plain, text, ...(inline && accepted.length > 0 && { images: accepted }) };
    call.result = { part: arranged, at };
  }
  if (moved.length === 0) return NOTHING;
  return [
    { part: { type: 'text', text: imagesOfResultText(call.part.name) }, at },
    ...moved.map((image): SourcedPart<UserPart> => ({ part: { type: 'image', ...image }, at })),
  ];
}
