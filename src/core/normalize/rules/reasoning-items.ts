import { derive } from '../../draft/derive.ts';
import { type AssistantItem, type AssistantPart, isCall, isThinking, type RuleContext } from '../../draft/draft.ts';
import type { TextPart } from '../../message.ts';
import { isBlank } from '../../text.ts';
import { without } from '../../without.ts';
import { wholeCallText } from '../base/server-call-texts.ts';
import { hasObjectArguments } from './calls.ts';
import { isOwnItem } from './vendor-blocks.ts';
import { isIntact } from './well-formed.ts';

const UNFINISHED = new Set(['aborted', 'error', 'length']);

/**
 * Responses: a reasoning item may only be sent with the item it led to, and an item that keeps its server id only with
 * its reasoning (R1, R2). Reasoning whose follower is missing or unfinished is left out, and the follower is then sent
 * without its id (R5). Another rule removes truncated calls (A14, R11).
 */
export function pairReasoningItems(item: AssistantItem, context: RuleContext): void {
  const parts: AssistantPart[] = [];
  let reasoning: AssistantPart[] = [];
  // Parallel calls share one reasoning item, so its loss removes the ids of all that follow until the next one.
  let idsValid = context.target.model.thinking.kind === 'none';
  // A picture is only taken back with its id, so it needs no reasoning where none was left out.
  let lost = false;
  const last = item.parts.findLastIndex(({ part }) => !isThinking(part));
  for (const [index, placed] of item.parts.entries()) {
    const { part } = placed;
    // Citations belong to the text before them, and not to the reasoning.
    if (part.type === 'vendor_block' && part.kind === CITATIONS) parts.push(placed);
    else if (part.type === 'redacted_thinking') context.notes.add('drop-unusable-thinking', placed.at);
    else if (part.type === 'thinking') reasoning.push(placed);
    else {
      const unfinished = index === last && item.stop !== undefined && UNFINISHED.has(item.stop);
      const follower = withLegalId(withLegalPhase(placed, context), context);
      const isPaired = !unfinished && isSendable(follower, context) && reasoning.every(isEncrypted);
      if (reasoning.length > 0) {
        idsValid = isPaired;
        lost = !isPaired;
      }
      if (isPaired) parts.push(...reasoning.map((own) => withLegalReasoningId(own, context)));
      else for (const own of reasoning) context.notes.add('drop-unpaired-reasoning', own.at);
      const keepsId = isPaired && (part.type === 'image' ? !lost : idsValid);
      parts.push(keepsId ? follower : asWords(withoutItemId(follower, context), context));
      reasoning = [];
    }
  }
  for (const own of reasoning) context.notes.add('drop-unpaired-reasoning', own.at);
  item.parts = parts;
}

function isEncrypted({ part }: AssistantPart): boolean {
  return part.type === 'thinking' && part.encrypted !== undefined && part.encrypted !== '' && isIntact(part);
}

/** Annotations of a text, as the parser keeps them. */
const CITATIONS = 'annotations';

/** An item of the vendor's own tools can't go without its id, so without its reasoning it is told (R2, W7). */
function asWords(placed: AssistantPart, context: RuleContext): AssistantPart {
  const { part, at } = placed;
  const text = part.type === 'vendor_block' ? wholeCallText(part) : null;
  if (text === null) return placed;
  context.notes.add('server-call-to-text', at, part.type === 'vendor_block' ? part.kind : undefined);
  return { part: derive<object>(part, `says ${text}`, () => ({ type: 'text', text })) as TextPart, at };
}

/** Whether the text and call rules will keep this part. */
function isSendable({ part }: AssistantPart, context: RuleContext): boolean {
  if (part.type === 'vendor_block') return isOwnItem(part, context);
  if (part.type === 'text') return !isBlank(part.text) && part.text.isWellFormed();
  if (part.type === 'image') return part.itemId !== undefined;
  return part.type === 'tool_call' && hasObjectArguments(part);
}

const LEGAL_IDS = {
  text: /^msg_?[\w-]{0,60}$/,
  tool_call: /^(fc|ctc)_?[\w-]{0,60}$/,
  image: /^ig_?[\w-]{0,61}$/,
};

function withLegalId(placed: AssistantPart, context: RuleContext): AssistantPart {
  const { part } = placed;
  if (part.type !== 'text' && part.type !== 'tool_call' && part.type !== 'image') return placed;
  const legal = LEGAL_IDS[part.type];
  return part.itemId === undefined || legal.test(part.itemId) ? placed : withoutItemId(placed, context);
}

function withLegalPhase(placed: AssistantPart, context: RuleContext): AssistantPart {
  const { part, at } = placed;
  if (part.type !== 'text' || part.phase === undefined || /^\w+$/.test(part.phase)) return placed;
  context.notes.add('drop-foreign-state', at);
  return { part: without(part, 'phase'), at };
}

function withLegalReasoningId(placed: AssistantPart, context: RuleContext): AssistantPart {
  const { part } = placed;
  if (part.type !== 'thinking' || part.itemId === undefined || /^rs_?[\w-]{0,60}$/.test(part.itemId)) return placed;
  context.notes.add('drop-illegal-item-id', placed.at, part.itemId);
  return { ...placed, part: without(part, 'itemId') };
}

function withoutItemId(placed: AssistantPart, context: RuleContext): AssistantPart {
  const { part } = placed;
  if ((part.type !== 'text' && part.type !== 'tool_call' && part.type !== 'image') || part.itemId === undefined)
    return placed;
  context.notes.add('drop-item-id', placed.at, part.itemId);
  if (part.type === 'image') return { ...placed, part: without(part, 'itemId') };
  if (isCall(placed)) return { ...placed, part: without(placed.part, 'itemId') };
  return part.type === 'text' ? { ...placed, part: without(part, 'itemId') } : placed;
}
