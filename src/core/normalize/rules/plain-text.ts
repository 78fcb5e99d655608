import type { AssistantItem, AssistantPart, Draft, SourcedPart, RuleContext, UserPart } from '../../draft/draft.ts';
import { changeParts } from '../../draft/draft.ts';
import type { TextPart } from '../../message.ts';
import { isBlank } from '../../text.ts';
import { isMade, plainPicture } from './made-pictures.ts';

/** A refusal is what the assistant said: it is sent as text, so the turn is not empty for other vendors (R10). */
export function refusalToText(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) if (item.role === 'assistant') changeParts(item, context, asText);
}

function asText(placed: AssistantPart, _item: AssistantItem, context: RuleContext): AssistantPart {
  const { part, at } = placed;
  if (part.type !== 'refusal') return placed;
  context.notes.add('refusal-to-text', at);
  return { part: { type: 'text', text: part.text }, at };
}

/** Opaque state belongs to answers. State on a user message came from somewhere else. */
export function stripUserState(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) {
    if (item.role !== 'user' || !item.parts.some(({ part }) => hasState(part))) continue;
    item.parts = item.parts.map((placed): SourcedPart<UserPart> => {
      const { part, at } = placed;
      if (!hasState(part)) return placed;
      context.notes.add('drop-foreign-state', at);
      if (part.type === 'image') return { part: plainPicture(part), at };
      if (part.type !== 'text') return placed;
      return { part: { type: 'text', text: part.text }, at };
    });
  }
}

function hasState(part: UserPart): boolean {
  if (part.type === 'image') return isMade(part);
  return part.type === 'text' && (part.signature ?? part.itemId ?? part.phase) !== undefined;
}

/**
 * Rejoins parts of one text that were split only for a signature, where no signature separates them now (G10). A part
 * of nothing but white space would be dropped alone, and the words around it would run together.
 */
export function mergeContinuedText(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) {
    if (item.role === 'user' || !item.parts.some(({ part }) => part.type === 'text' && part.continues)) continue;
    const merged: AssistantPart[] = [];
    for (const placed of item.parts) {
      const last = merged.at(-1);
      const { part } = placed;
      const joins = part.type === 'text' && part.continues && !isSignedText(part);
      if (joins && last?.part.type === 'text' && !isSignedText(last.part)) {
        context.notes.add('join-text', placed.at);
        merged[merged.length - 1] = { ...last, part: { ...last.part, text: last.part.text + part.text } };
      } else merged.push(placed);
    }
    item.parts = merged;
  }
}

/** Every vendor refuses blank text (A5, O6, G5). Blank text with a signature is kept only for its origin (G10). */
export function dropBlankText(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) {
    if (!item.parts.some(isBlankText)) continue;
    for (const placed of item.parts) if (isBlankText(placed)) context.notes.add('drop-blank-text', placed.at);
    if (item.role === 'user') item.parts = item.parts.filter((placed) => !isBlankText(placed));
    else item.parts = item.parts.filter((placed) => !isBlankText(placed));
  }
}

function isBlankText({ part }: SourcedPart): boolean {
  return part.type === 'text' && isBlank(part.text) && !isSignedText(part);
}

/** Only a target that can read the signature still has one here. */
function isSignedText(part: TextPart): boolean {
  return part.signature !== undefined && part.signature !== '';
}
