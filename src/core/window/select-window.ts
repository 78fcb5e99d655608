import { toolCallsOf, type Item, type SourceIndex, type RuleContext } from '../draft/draft.ts';
import { SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import type { CompileReport } from '../request.ts';
import {
  openingOf,
  type ItemSpan,
  scaled,
  type Turn,
  type TurnReader,
  type Turns,
  withoutOldest,
} from './read-turns.ts';
import { shortenResults } from './shorten-results.ts';

/** Part of the model's window reserved for errors of the estimate. */
const MARGIN = 0.05;
/** Target size when the window must be cut: one larger step, which then holds until the next overflow. */
const STEP = 0.6;
/** Placeholders that are added after the window is selected, besides what `TurnReader` counts. */
const RESERVE = 32;

/** Minimum for the answer when a long question takes its tokens, unless the user asked for a length. */
const MIN_ANSWER = 4_096;

/** The rest is for the newest turn. */
const SUMMARY_SHARE = 2 / 3;

export interface WindowChoice {
  /** What is sent. */
  items: SplitList<Item>;
  budget: number | null;
  /** Tokens of the messages that the user wants to send, whether or not they fit the model. */
  untrimmedTokens: () => number;
  /** Tokens reserved for the answer. */
  output: number;
  droppedByWindow: number[];
  problem: CompileReport['problem'];
}

interface Limits {
  messages: number;
  tokens: number;
}

/**
 * Chooses everything that fits. Otherwise leaves out the oldest turns as a whole. The cut is found by walking through
 * the conversation from its start: it moves only when the window overflows, and then to 60 % of it, so consecutive
 * requests begin with the same bytes. The newest turn always stays. When it alone is too large, the answer gets fewer
 * tokens; then the oldest messages of its task are left out, if there are several and the newest ones fit, because no
 * model could answer them; then everything between its task and the user's newest messages is left out; then its tool
 * results are truncated. If nothing helps, it reports a problem and no broken request. `history`: where the items were read.
 * `fixed`: tokens of system prompt and tools. `output`: tokens requested for the answer. `reader`: of lists with the
 * same start.
 */
export function selectWindow(
  given: SplitList<Item>,
  history: SplitList<HistoryMessage>,
  context: RuleContext,
  { fixed, output: requestedOutput }: { fixed: number; output: number },
  reader: TurnReader,
): WindowChoice {
  const factor = context.target.tokenFactor ?? 1;
  const turns = reader.read(given, history, context);
  const last = turns.list.at(turns.list.length - 1);
  const most = tokenBudget(context, shortestAnswer(context, requestedOutput)) - fixed - RESERVE;
  const newestTurn = last && withoutOldest(scaled(last, factor), most);
  const least = fixed + RESERVE + minTokensOf(newestTurn);
  const output = answerReserve(context, requestedOutput, least);
  const budget = tokenBudget(context, output);
  const asked = askedLimits(context, fixed);
  const limits = { messages: asked.messages, tokens: budget - fixed - RESERVE };
  const index = firstTurn(turns, limits, factor);
  const turn = turns.list.at(index);
  const newest = turn !== undefined && index === turns.list.length - 1 ? newestTurn : undefined;
  const {
    head,
    start,
    tokens: retainedTokens,
  } = newest ? cutTurn(given, newest, limits) : { head: [], start: turn?.start ?? 0, tokens: 0 };
  const isCut = start > 0 || head.length > 0;
  const tail = isCut ? given.slice(start) : [];
  const droppedByWindow = start === 0 ? [] : missingFrom(history.length, head, tail);
  if (isCut) noteLeftParts(given.slice(0, start), head, droppedByWindow, context);
  const kept = isCut ? SplitList.of([...head, ...tail]) : given;

  const isLarge = retainedTokens > limits.tokens;
  const { items, tokens } = isLarge
    ? shortenResults(kept, retainedTokens, limits.tokens, context)
    : { items: kept, tokens: retainedTokens };
  return {
    items,
    budget: Number.isFinite(budget) ? budget : null,
    untrimmedTokens: () => {
      const all = turns.list.slice(firstTurn(turns, asked, factor));
      return all.reduce((sum, one) => sum + one.tokens * factor, 0);
    },
    output,
    droppedByWindow,
    problem: tokens > limits.tokens ? tooLarge(tokens + fixed + RESERVE, budget) : undefined,
  };
}

/** Minimum tokens of the newest turn: its opening and everything since the user last wrote. */
function minTokensOf(turn: Turn | undefined): number {
  if (!turn) return 0;
  const { exchanges, turnStart, tokens } = turn;
  return exchanges.length === 1 ? tokens : turnStart.tokens + (exchanges.at(-1)?.tokens ?? 0);
}

/** The items of a turn that are sent: all, or its opening and the newest exchanges when it is too large. */
function cutTurn(
  items: SplitList<Item>,
  turn: Turn,
  limits: Limits,
): { head: readonly Item[]; start: number; tokens: number } {
  const { start, tokens, exchanges, turnStart } = turn;
  if (tokens <= limits.tokens) return { head: [], start, tokens };
  const first = firstIncluded(exchanges, {
    messages: Number.POSITIVE_INFINITY,
    tokens: limits.tokens - turnStart.tokens,
  });
  const from = exchanges[first];
  if (!from || first === 0) return { head: [], start, tokens };
  const left = exchanges.slice(first).reduce((sum, exchange) => sum + exchange.tokens, turnStart.tokens);
  return { head: openingOf(items.slice(), turn), start: from.start, tokens: left };
}

/** The user's own limits, whatever fits the model. */
function askedLimits({ target: { window = {} } }: RuleContext, fixed: number): Limits {
  return { messages: Math.max(1, limit(window.messages)), tokens: limit(window.tokens) - fixed - RESERVE };
}

/** Tokens that a summary may take of the messages' share when the answer is at its shortest. */
export function summaryBudget(context: RuleContext, { fixed, output }: { fixed: number; output: number }): number {
  return Math.max(0, (tokenBudget(context, shortestAnswer(context, output)) - fixed - RESERVE) * SUMMARY_SHARE);
}

function shortestAnswer({ target }: RuleContext, output: number): number {
  return target.maxOutputTokens === undefined ? Math.min(output, MIN_ANSWER) : output;
}

function tokenBudget({ target: { model, window = {} } }: RuleContext, output: number): number {
  const { contextWindow } = model;
  const own = contextWindow === null ? Number.POSITIVE_INFINITY : Math.floor(contextWindow * (1 - MARGIN)) - output;
  return Math.max(0, Math.min(own, limit(window.tokens), limit(window.refused)));
}

/** A missing or invalid limit means no limit. */
function limit(value = Number.NaN): number {
  return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
}

/** The answer's tokens beside a newest turn that needs `least` tokens. */
function answerReserve(context: RuleContext, requestedOutput: number, least: number): number {
  const missing = Math.ceil(least - tokenBudget(context, requestedOutput));
  if (missing <= 0 || context.target.maxOutputTokens !== undefined) return requestedOutput;
  const output = Math.min(requestedOutput, Math.max(MIN_ANSWER, requestedOutput - missing));
  // A window that the user asked for does not grow when the answer gets shorter.
  if (tokenBudget(context, output) === tokenBudget(context, requestedOutput)) return requestedOutput;
  context.notes.add('limit-output', undefined, `${requestedOutput} -> ${output}, the question is long`);
  return output;
}

function tooLarge(tokens: number, budget: number): CompileReport['problem'] {
  return {
    kind: 'context_overflow',
    message: `The newest message and its tool results need about ${Math.ceil(tokens)} tokens, and ${budget} are available for this model.`,
  };
}

/** A sum that is added up in another order may differ from the exact one by less than this share. */
const ROUNDING = 1e-9;

/** Index of the first turn that is sent. */
function firstTurn(turns: Turns, limits: Limits, factor: number): number {
  const all = turns.tokens * factor * (1 + ROUNDING);
  if (turns.messages <= limits.messages && all <= limits.tokens) return 0;
  return firstIncluded(turns.list.slice(), limits, factor);
}

/** Index of the first turn or exchange that is sent. `factor`: what their tokens are multiplied with. */
function firstIncluded(turns: readonly ItemSpan[], limits: Limits, factor = 1): number {
  let first = 0;
  let messages = 0;
  let tokens = 0;
  for (const [index, turn] of turns.entries()) {
    messages += turn.messages;
    tokens += turn.tokens * factor;
    if (messages <= limits.messages && tokens <= limits.tokens) continue;
    while (first < index && (messages > Math.ceil(limits.messages * STEP) || tokens > limits.tokens * STEP)) {
      messages -= turns[first]?.messages ?? 0;
      tokens -= (turns[first]?.tokens ?? 0) * factor;
      first++;
    }
  }
  return first;
}

/** Sources of an item's parts, then those of the results of its calls. */
function forEachPlace(item: Item, see: (at: SourceIndex) => void): void {
  for (const { at } of item.parts) see(at);
  if (item.role === 'assistant') for (const { result } of toolCallsOf(item)) if (result) see(result.at);
}

/**
 * A message may belong to two turns: results with their calls, the text beside them with the turn they begin. When only
 * some of it is left out, each part gets a note.
 */
function noteLeftParts(
  before: readonly Item[],
  head: readonly Item[],
  dropped: readonly number[],
  context: RuleContext,
): void {
  const retained = new Set(head);
  const droppedMessages = new Set(dropped);
  for (const item of before) {
    if (retained.has(item)) continue;
    forEachPlace(item, (at) => {
      if (!droppedMessages.has(at.message)) context.notes.add('leave-out-part', at);
    });
  }
}

/** Input indices before `tail` that are left out entirely. */
function missingFrom(messageCount: number, head: readonly Item[], tail: readonly Item[]): number[] {
  const present = new Set<number>();
  for (const item of [...head, ...tail]) {
    present.add(item.message);
    forEachPlace(item, ({ message }) => void present.add(message));
  }
  const start = tail[0]?.message ?? messageCount;
  return Array.from({ length: start }, (_, index) => index).filter((index) => !present.has(index));
}
