import { callsOf, type Draft, type Item, type RuleContext } from '../normalize/draft.ts';
import type { CompileReport } from '../request.ts';
import { estimatePart, MESSAGE_TOKENS } from './estimate-request.ts';
import { shortenResults } from './shorten-results.ts';
import { weightsFor } from './token-weights.ts';

const DEFAULT_MESSAGES = 20;
/** Part of the model's window kept free for what the estimate gets wrong. */
const MARGIN = 0.05;
/** Where the window lands when it has to be cut: one larger step, then it stays until the next overflow. */
const STEP = 0.6;
/** Placeholders and bridges that come in behind the window. */
const RESERVE = 32;

/** What an answer keeps at least when a long question takes its room, unless its length was asked for. */
const LEAST_ANSWER = 4_096;

export interface WindowChoice {
  budget: number | null;
  /** Tokens kept for the answer. */
  output: number;
  droppedByWindow: number[];
  problem: CompileReport['problem'];
}

interface Turn {
  start: number;
  messages: number;
  tokens: number;
}

interface Limits {
  messages: number;
  tokens: number;
}

/**
 * Leaves the oldest whole turns out so that the rest fits messages and tokens, and changes `draft` accordingly.
 * The cut is found by replaying the conversation from its beginning: it moves only when the window overflows, and then
 * to 60 % of it, so one request after the other begins with the same bytes. The newest turn always stays; when it alone
 * is too large the answer gets less room, then its tool results are shortened, and when that does not help there is a
 * problem and no broken request. `fixed` are the tokens of system prompt and tools, `output` those wanted for the
 * answer.
 */
export function selectWindow(
  draft: Draft,
  messageCount: number,
  context: RuleContext,
  { fixed, output: wanted }: { fixed: number; output: number },
): WindowChoice {
  const turns = readTurns(draft.items, context);
  const least = fixed + RESERVE + (turns.at(-1)?.tokens ?? 0);
  const output = answerRoom(context, wanted, least);
  const budget = tokenBudget(context, output);
  const limits = { messages: messageLimit(context), tokens: budget - fixed - RESERVE };
  const index = replay(turns, limits);
  const turn = turns[index];
  const start = turn?.start ?? 0;
  const droppedByWindow = start === 0 ? [] : missingFrom(messageCount, draft.items.slice(start));
  draft.items = draft.items.slice(start);

  const newest = turn !== undefined && index === turns.length - 1 ? turn : null;
  let tokens = newest?.tokens ?? 0;
  if (tokens > limits.tokens) tokens = shortenResults(draft, tokens, limits.tokens, context);
  return {
    budget: Number.isFinite(budget) ? budget : null,
    output,
    droppedByWindow,
    problem: tokens > limits.tokens ? tooLarge(tokens + fixed, budget) : undefined,
  };
}

function messageLimit({ target }: RuleContext): number {
  const wanted = target.window?.messages ?? DEFAULT_MESSAGES;
  return Number.isFinite(wanted) ? Math.max(1, wanted) : DEFAULT_MESSAGES;
}

function tokenBudget({ target }: RuleContext, output: number): number {
  const { contextWindow } = target.model;
  const own = contextWindow === null ? Number.POSITIVE_INFINITY : Math.floor(contextWindow * (1 - MARGIN)) - output;
  const wanted = target.window?.tokens ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(own, Number.isNaN(wanted) ? Number.POSITIVE_INFINITY : wanted));
}

/** The answer's room beside a newest turn that needs `least` tokens. */
function answerRoom(context: RuleContext, wanted: number, least: number): number {
  const missing = Math.ceil(least - tokenBudget(context, wanted));
  if (missing <= 0 || context.target.maxOutputTokens !== undefined) return wanted;
  const output = Math.min(wanted, Math.max(LEAST_ANSWER, wanted - missing));
  // A window that was asked for does not grow when the answer gets shorter.
  if (tokenBudget(context, output) === tokenBudget(context, wanted)) return wanted;
  context.note('limit-output', undefined, `${wanted} -> ${output}, the question is long`);
  return output;
}

function tooLarge(tokens: number, budget: number): CompileReport['problem'] {
  return {
    kind: 'context_overflow',
    message: `The newest message and its tool results need about ${tokens} tokens, and ${budget} are available for this model.`,
  };
}

function readTurns(items: readonly Item[], { target }: RuleContext): Turn[] {
  const weights = weightsFor(target.model);
  const factor = target.tokenFactor ?? 1;
  const turns: Turn[] = [];
  let answered = true;
  let last = -1;
  for (const [index, item] of items.entries()) {
    const asks = item.role === 'user' && !item.attached;
    let turn = turns.at(-1);
    if (!turn || (asks && answered)) turns.push((turn = { start: index, messages: 0, tokens: 0 }));
    answered = !asks;
    const calls = item.role === 'assistant' ? callsOf(item) : [];
    const stored = new Set([item.message, ...calls.map(({ result }) => result?.at.message ?? item.message)]);
    stored.delete(last);
    turn.messages += stored.size;
    last = Math.max(item.message, ...stored);
    let tokens = MESSAGE_TOKENS * (calls.length > 0 ? 2 : 1);
    for (const { part } of item.parts) tokens += estimatePart(part, weights);
    for (const { result } of calls) if (result) tokens += estimatePart(result.part, weights);
    turn.tokens += tokens * factor;
  }
  return turns;
}

/** Index of the first turn that is sent. */
function replay(turns: readonly Turn[], limits: Limits): number {
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

/** Input indices before the window of which nothing is left in it. */
function missingFrom(messageCount: number, kept: readonly Item[]): number[] {
  const present = new Set<number>();
  for (const item of kept) {
    present.add(item.message);
    for (const { at } of item.parts) present.add(at.message);
    if (item.role === 'assistant') for (const { result } of callsOf(item)) if (result) present.add(result.at.message);
  }
  const start = kept[0]?.message ?? messageCount;
  return Array.from({ length: start }, (_, index) => index).filter((index) => !present.has(index));
}
