import type { AssistantPart, Draft, Item, SourcedPart, RuleContext, UserPart } from '../../draft/draft.ts';
import { isCall } from '../../draft/draft.ts';
import type { Part } from '../../message.ts';
import { hasWellFormedStrings, isWellFormedJson, wellFormedJson } from '../../text.ts';

/**
 * Replaces lone surrogates with U+FFFD in every string of every part: all vendors refuse a body that contains one. Runs
 * after every rule that writes text of the history into a request, such as the name of a file. Opaque values cannot be
 * repaired: parts with a broken one have already been left out (`isIntact`).
 */
export function repairStrings(draft: Draft, context: RuleContext): void {
  const repair = <P extends SourcedPart>(placed: P): P => {
    // Replacing a string does not change the type of a part.
    const part = wellFormedJson(placed.part) as P['part'];
    if (part === placed.part) return placed;
    context.notes.add('replace-lone-surrogates', placed.at);
    return { ...placed, part };
  };
  const repairAnswer = (placed: AssistantPart): AssistantPart =>
    isCall(placed) ? repair({ ...placed, result: placed.result && repair(placed.result) }) : repair(placed);
  for (const item of draft.items.slice(draft.done))
    if (isKnownSound(item) || item.parts.every(isSound)) continue;
    else if (item.role === 'user') item.parts = item.parts.map((placed: SourcedPart<UserPart>) => repair(placed));
    else item.parts = item.parts.map(repairAnswer);
}

/** It was counted with these parts, and they were looked at when their messages were stored. */
const isKnownSound = ({ parts, counted }: Item): boolean => counted?.parts === parts && counted.wellFormed;

function isSound(placed: AssistantPart | SourcedPart<UserPart>): boolean {
  const result = 'result' in placed ? placed.result : null;
  return hasWellFormedStrings(placed.part) && (result === null || hasWellFormedStrings(result.part));
}

/** Opaque values are sent back byte for byte, and a lone surrogate cannot be: such a part is left out. */
export function isIntact(part: Part): boolean {
  if (part.type === 'thinking' && part.details !== undefined && !isWellFormedJson(part.details)) return false;
  return hasWellFormedStrings(part);
}
