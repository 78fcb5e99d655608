import type { AssistantItem, Draft, RuleContext } from '../../draft/draft.ts';
import { hasCalls, isThinking } from '../../draft/draft.ts';
import type { ThinkingLevel } from '../../model.ts';
import { stripThinking } from './strip-thinking.ts';

/** Anthropic's manual mode needs at least this budget (A28). */
const MIN_BUDGET = 1024;

/**
 * The level that this request can really have. A model that always thinks gets its lowest level instead of off. On
 * manual-mode Claude, thinking is off while an open tool loop has an answer that does not begin with a block of
 * Anthropic's own: a block is never invented (A19), and without thinking none may be sent (A20).
 */
export function resolveThinking(draft: Draft, context: RuleContext, maxOutputTokens: number): ThinkingLevel {
  const { target, note } = context;
  const { thinking } = target.model;
  const requested = target.thinking ?? 'off';
  const off = (why: string): ThinkingLevel => {
    if (requested !== 'off') note('thinking-off', undefined, why);
    return 'off';
  };
  if (thinking.kind === 'none') return off('this model does not think');
  if (thinking.kind !== 'anthropic' || thinking.adaptive) {
    if (requested !== 'off' || thinking.off) return requested;
    if (target.thinking === 'off') note('thinking-on', undefined, 'this model always thinks');
    return 'low';
  }
  const trusted = target.rulesOff?.includes('thinking-block-validator') ?? false;
  if (requested !== 'off' && maxOutputTokens > MIN_BUDGET && (trusted || openLoopCanThink(draft, draft.items.length)))
    return requested;
  stripThinking(draft, draft.items.length, (at) => note('strip-thinking', at));
  return off(
    maxOutputTokens > MIN_BUDGET
      ? 'the open tool loop does not begin with thinking'
      : `an answer of ${maxOutputTokens} tokens has no room for it`,
  );
}

/**
 * Whether every answer of the tool loop that is open before item `end` begins with thinking. Done items may have lost
 * theirs to an answer that is no longer there, so nothing is read from them.
 */
export function openLoopCanThink({ items, done, doneCanThink }: Draft, end: number): boolean {
  for (let index = end - 1; index >= done; index--) {
    const item = items[index];
    if (item?.role === 'assistant' && !beginsWithThinking(item)) return false;
    if (item?.role !== 'user') continue;
    const before = items[index - 1];
    // What the user adds after tool results travels in the same message: the loop is still open there.
    if (before?.role !== 'assistant' || !hasCalls(before)) return true;
  }
  return doneCanThink;
}

function beginsWithThinking({ parts: [first] }: AssistantItem): boolean {
  return first !== undefined && isThinking(first.part);
}
