import { toolCallsOf, type CallItem, type Item, type RuleContext } from '../draft/draft.ts';
import { estimatePart, MESSAGE_TOKENS } from './estimate-request.ts';
import { weightsFor } from './token-weights.ts';

/** A range of items that is included or left out as a unit. */
export interface ItemSpan {
  /** Index of its first item. */
  start: number;
  /** Number of stored messages in it. */
  messages: number;
  tokens: number;
}

/**
 * What the user asked for and everything that came of it. If the user wrote again before the model came to an end
 * (queued a message after a step, or stopped the run to correct it), the turn continues: the correction would mean
 * nothing without its task.
 */
export interface Turn extends ItemSpan {
  /** The user's first message: the task. */
  opening: ItemSpan;
  /** One for each time the user wrote. The first one contains the opening. */
  exchanges: ItemSpan[];
}

export function readTurns(items: readonly Item[], context: RuleContext): Turn[] {
  const turns: Turn[] = [];
  let speaking = false;
  let answered = true;
  let last = -1;
  for (const [index, item] of items.entries()) {
    const asks = item.role === 'user' && !item.attached;
    let turn = turns.at(-1);
    if (turn && asks && !speaking && isUnfinished(items, index)) turn.exchanges.push(emptySpan(index));
    else if (!turn || (asks && !speaking)) {
      turns.push((turn = emptyTurn(index)));
      answered = false;
    }
    speaking = asks;
    answered ||= item.role === 'assistant';
    const calls = item.role === 'assistant' ? toolCallsOf(item) : [];
    const stored = new Set([item.message, ...calls.map(({ result }) => result?.at.message ?? item.message)]);
    stored.delete(last);
    last = Math.max(item.message, ...stored);
    const tokens = tokensOf(item, calls, context);
    const exchange = turn.exchanges.at(-1) ?? turn.opening;
    for (const stretch of answered ? [turn, exchange] : [turn, exchange, turn.opening]) {
      stretch.messages += stored.size;
      stretch.tokens += tokens;
    }
  }
  return turns;
}

function tokensOf(item: Item, calls: readonly CallItem[], { target }: RuleContext): number {
  const weights = weightsFor(target.model);
  let tokens = MESSAGE_TOKENS * (calls.length > 0 ? 2 : 1);
  for (const { part } of item.parts) tokens += estimatePart(part, weights);
  for (const { result } of calls) if (result) tokens += estimatePart(result.part, weights);
  return tokens * (target.tokenFactor ?? 1);
}

/** The items of the opening: what the user said before the first answer. */
export function openingOf(items: readonly Item[], { start }: Turn): Item[] {
  const end = items.findIndex((item, index) => index >= start && item.role === 'assistant');
  return items.slice(start, end < 0 ? undefined : end);
}

/**
 * Whether the model was still working when the user wrote this: its calls have results and it has not answered since,
 * or its answer was cut off.
 */
function isUnfinished(items: readonly Item[], index: number): boolean {
  const askedAt = items[index]?.message ?? 0;
  for (let at = index - 1; at >= 0; at--) {
    const item = items[at];
    if (item?.role === 'user' && item.attached) continue;
    if (item?.role !== 'assistant') return false;
    const { message: called, stop } = item;
    const calls = toolCallsOf(item);
    // A result that arrived only later says nothing about the state at that time.
    if (calls.length > 0)
      return calls.every(({ result }) => result && called < result.at.message && result.at.message < askedAt);
    if (stop === 'tool') return true;
    if (stop !== 'aborted' && stop !== 'error' && stop !== 'length') return false;
  }
  return false;
}

function emptySpan(start: number): ItemSpan {
  return { start, messages: 0, tokens: 0 };
}

function emptyTurn(start: number): Turn {
  return { ...emptySpan(start), opening: emptySpan(start), exchanges: [emptySpan(start)] };
}
