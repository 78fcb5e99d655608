import type { Part } from '../../message.ts';
import { isWellFormedJson, wellFormedJson } from '../../text.ts';
import type { AssistantPart, Draft, SourcedPart, RuleContext, UserPart } from '../draft.ts';
import { isCall } from '../draft.ts';

const repaired = new WeakMap<Part, Part>();

/**
 * Half surrogate pairs become U+FFFD in every string of every part; all vendors refuse a body that contains one. Runs
 * behind every rule that writes words of the history into a request, such as the name of a file. Opaque values cannot
 * be repaired: what holds one that is broken has been left out before (`isIntact`).
 */
export function repairStrings(draft: Draft, context: RuleContext): void {
  const repair = <P extends SourcedPart>(placed: P): P => {
    const part = mend(placed.part);
    if (part === placed.part) return placed;
    context.note('replace-lone-surrogates', placed.at);
    return { ...placed, part };
  };
  const repairAnswer = (placed: AssistantPart): AssistantPart =>
    isCall(placed) ? repair({ ...placed, result: placed.result && repair(placed.result) }) : repair(placed);
  for (const item of draft.items)
    if (item.role === 'user') item.parts = item.parts.map((placed: SourcedPart<UserPart>) => repair(placed));
    else item.parts = item.parts.map(repairAnswer);
}

/** The part itself when nothing had to change; looked at once per part. */
function mend(part: Part): Part {
  let known = repaired.get(part);
  // Mending a string leaves a part of its kind.
  if (!known) repaired.set(part, (known = wellFormedJson(part) as Part));
  return known;
}

/** Opaque values go back byte for byte, and half a surrogate pair cannot: such a part is left out. */
export function isIntact(part: Part): boolean {
  if (part.type === 'thinking' && part.details !== undefined && !isWellFormedJson(part.details)) return false;
  return wellFormedJson(part) === part;
}
