import type { AssistantItem, Draft, RuleContext } from '../../draft/draft.ts';
import { hasCalls, isThinking } from '../../draft/draft.ts';
import type { ThinkingLevel } from '../../model.ts';
import type { ThinkingSupport } from '../../vendors/base/model-facts.ts';
import { ownToolCount } from '../base/own-tool-count.ts';
import { stripThinking } from './strip-thinking.ts';

/** Anthropic's manual mode needs at least this budget (A28). */
const MIN_BUDGET = 1024;

/**
 * The level that this request can really have. A model that always thinks gets its lowest level instead of off. On
 * manual-mode Claude, thinking is off while an open tool loop has an answer that does not begin with a block of
 * Anthropic's own: a block is never invented (A19), and without thinking none may be sent (A20).
 */
export function resolveThinking(draft: Draft, context: RuleContext, maxOutputTokens: number): ThinkingLevel {
  const { target, notes } = context;
  const { thinking } = target.model;
  const requested = target.thinking ?? 'off';
  const off = (why: string): ThinkingLevel => {
    if (requested !== 'off') notes.add('thinking-off', undefined, why);
    return 'off';
  };
  if (thinking.kind === 'none') return off('this model does not think');
  if (thinking.kind !== 'anthropic' || thinking.adaptive) {
    const tooLittle = isMinimalAtLeast(thinking) && ownToolCount(target) > 0;
    if (requested !== 'off' || (thinking.off && !tooLittle)) return requested;
    const why = tooLittle ? 'tools that the vendor runs need more than minimal thinking' : 'this model always thinks';
    if (target.thinking === 'off') notes.add('thinking-on', undefined, why);
    return 'low';
  }
  const trusted = target.rulesOff?.includes('thinking-block-validator') ?? false;
  if (requested !== 'off' && maxOutputTokens > MIN_BUDGET && (trusted || openLoopCanThink(draft, draft.items.length)))
    return requested;
  stripThinking(draft, draft.items.length, (at) => notes.add('strip-thinking', at));
  return off(
    maxOutputTokens > MIN_BUDGET
      ? 'the open tool loop does not begin with thinking'
      : `an answer of ${maxOutputTokens} tokens has no room for it`,
  );
}

/** Off means `minimal` here, and with it OpenAI refuses the tools that it runs itself (W13). */
function isMinimalAtLeast(thinking: ThinkingSupport): boolean {
  return thinking.kind === 'effort' && thinking.efforts.includes('minimal') && !thinking.efforts.includes('none');
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
