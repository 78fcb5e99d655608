import type { HistoryMessage } from '../message.ts';
import { callsOf, type Draft, type Item } from '../normalize/draft.ts';
import type { Target } from '../request.ts';
import type { Vendor } from '../vendor.ts';
import { estimatePart } from './estimate-request.ts';

const DEFAULT_MESSAGES = 20;
/** Part of the window kept free for what the estimate gets wrong. */
const MARGIN = 0.05;
/** Where the window lands when it has to be cut: one larger step, then it stays until the next overflow. */
const STEP = 0.6;

interface Turn {
  start: number;
  messages: number;
  tokens: number;
}

/**
 * Leaves the oldest whole turns out so that the rest fits messages and tokens, and changes `draft` accordingly.
 * The cut is found by replaying the conversation from its beginning: it moves only when the window overflows, and then
 * to 60 % of it, so one request after the other begins with the same bytes. The newest turn always stays.
 */
export function selectWindow(
  draft: Draft,
  history: readonly HistoryMessage[],
  target: Target,
  fixed: number,
  output: number,
): { budget: number | null; droppedByWindow: number[] } {
  const limits = {
    messages: Math.max(1, target.window?.messages ?? DEFAULT_MESSAGES),
    tokens: tokenBudget(target, fixed, output),
  };
  const turns = readTurns(draft.items, target.vendor);
  const first = turns[replay(turns, limits)];
  const kept = draft.items.slice(first?.start ?? 0);
  const dropped = (first?.start ?? 0) === 0 ? [] : missingFrom(history, kept);
  draft.items = kept;
  return { budget: Number.isFinite(limits.tokens) ? limits.tokens + fixed : null, droppedByWindow: dropped };
}

function tokenBudget(target: Target, fixed: number, output: number): number {
  const { contextWindow } = target.model;
  const own = contextWindow === null ? Number.POSITIVE_INFINITY : Math.floor(contextWindow * (1 - MARGIN)) - output;
  return Math.max(0, Math.min(own, target.window?.tokens ?? Number.POSITIVE_INFINITY) - fixed);
}

function readTurns(items: readonly Item[], vendor: Vendor): Turn[] {
  const turns: Turn[] = [];
  let answered = true;
  for (const [index, item] of items.entries()) {
    const asks = item.role === 'user' && !item.attached;
    let turn = turns.at(-1);
    if (!turn || (asks && answered)) turns.push((turn = { start: index, messages: 0, tokens: 0 }));
    answered = !asks;
    const calls = item.role === 'assistant' ? callsOf(item) : [];
    turn.messages += 1 + calls.length;
    for (const { part } of item.parts) turn.tokens += estimatePart(part, vendor);
    for (const { result } of calls) if (result) turn.tokens += estimatePart(result.part, vendor);
  }
  return turns;
}

function replay(turns: readonly Turn[], limits: { messages: number; tokens: number }): number {
  let first = 0;
  let messages = 0;
  let tokens = 0;
  for (const [index, turn] of turns.entries()) {
    messages += turn.messages;
    tokens += turn.tokens;
    if (messages <= limits.messages && tokens <= limits.tokens) continue;
    while (first < index && (messages > limits.messages * STEP || tokens > limits.tokens * STEP)) {
      messages -= turns[first]?.messages ?? 0;
      tokens -= turns[first]?.tokens ?? 0;
      first++;
    }
  }
  return first;
}

/** Input indices of which nothing is left. */
function missingFrom(history: readonly HistoryMessage[], kept: readonly Item[]): number[] {
  const present = new Set<number>();
  for (const item of kept) {
    present.add(item.message);
    for (const { at } of item.parts) present.add(at.message);
    if (item.role === 'assistant') for (const { result } of callsOf(item)) if (result) present.add(result.at.message);
  }
  const start = kept[0]?.message ?? 0;
  return history.flatMap((_, index) => (index < start && !present.has(index) ? [index] : []));
}
