import type { TextPart } from '../../message.ts';
import { isBlank } from '../../text.ts';
import type { AssistantPart, Draft, SourcedPart, RuleContext, UserPart } from '../draft.ts';
import { forEachAnswer } from '../draft.ts';

/** A refusal is what the assistant said: it goes on as text, so the turn is not empty elsewhere (R10). */
export function refusalToText(draft: Draft, context: RuleContext): void {
  forEachAnswer(draft, (item) => {
    if (!item.parts.some(({ part }) => part.type === 'refusal')) return;
    item.parts = item.parts.map((placed): AssistantPart => {
      if (placed.part.type !== 'refusal') return placed;
      context.note('refusal-to-text', placed.at);
      return { part: { type: 'text', text: placed.part.text }, at: placed.at };
    });
  });
}

/** Opaque state belongs to answers; what a user message carries of it came from somewhere else. */
export function stripUserState(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) {
    if (item.role !== 'user' || !item.parts.some(({ part }) => hasState(part))) continue;
    item.parts = item.parts.map((placed): SourcedPart<UserPart> => {
      const { part, at } = placed;
      if (part.type !== 'text' || !hasState(part)) return placed;
      context.note('drop-foreign-state', at);
      return { part: { type: 'text', text: part.text }, at };
    });
  }
}

function hasState(part: UserPart): boolean {
  return part.type === 'text' && (part.signature ?? part.itemId ?? part.phase) !== undefined;
}

/**
 * Pieces of one text that were cut apart only for a signature become one again where no signature keeps them apart
 * (G10): a piece of nothing but white space would be lost alone, and the words around it would run together.
 */
export function mergeContinuedText(draft: Draft, context: RuleContext): void {
  forEachAnswer(draft, (item) => {
    if (!item.parts.some(({ part }) => part.type === 'text' && part.continues)) return;
    const joined: AssistantPart[] = [];
    for (const placed of item.parts) {
      const last = joined.at(-1);
      const { part } = placed;
      const joins = part.type === 'text' && part.continues && !isSignedText(part);
      if (joins && last?.part.type === 'text' && !isSignedText(last.part)) {
        context.note('join-text', placed.at);
        joined[joined.length - 1] = { ...last, part: { ...last.part, text: last.part.text + part.text } };
      } else joined.push(placed);
    }
    item.parts = joined;
  });
}

/** Blank text is refused by every vendor (A5, O6, G5); one that carries a signature stays at home (G10). */
export function dropBlankText(draft: Draft, context: RuleContext): void {
  const isBlankText = (placed: AssistantPart | SourcedPart<UserPart>): boolean => {
    const { part } = placed;
    if (part.type !== 'text' || !isBlank(part.text) || isSignedText(part)) return false;
    context.note('drop-blank-text', placed.at);
    return true;
  };
  for (const item of draft.items)
    if (!item.parts.some(({ part }) => part.type === 'text' && isBlank(part.text))) continue;
    else if (item.role === 'user') item.parts = item.parts.filter((placed) => !isBlankText(placed));
    else item.parts = item.parts.filter((placed) => !isBlankText(placed));
}

/** Only a target that reads the signature still sees one here. */
function isSignedText(part: TextPart): boolean {
  return part.signature !== undefined && part.signature !== '';
}
