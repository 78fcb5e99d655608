import { hasCalls, isCall, toolCallsOf, type Item, type RuleContext, type SourcedPart } from '../draft/draft.ts';
import { ListStart, SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import { estimatePart, MESSAGE_TOKENS } from './estimate-request.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { isKnownWellFormed, knownCount } from './part-counts.ts';
import { type TokenWeights, weightsFor } from './token-weights.ts';

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
  turnStart: ItemSpan;
  /** The messages of the task, where the user wrote several before anything was answered. */
  questions?: ItemSpan[];
  /** One for each time the user wrote. The first one contains the opening. */
  exchanges: ItemSpan[];
}

/** Turns of a conversation, and what all of them hold. */
export interface Turns {
  list: SplitList<Turn>;
  messages: number;
  tokens: number;
}

/** How far the turns of a list of items have been read. */
interface TurnsRead {
  turns: Turn[];
  messages: number;
  tokens: number;
  /** Number of items. */
  count: number;
  speaking: boolean;
  answered: boolean;
  /** The last stored message that was counted. */
  last: number;
}

/** Turns of a list that only grows: each item is read once for a vocabulary. */
export class TurnReader {
  readonly #bridge: string;
  #read: TurnsRead = nothingRead();
  #weights: TokenWeights | null = null;

  /** `bridge`: text of the answer that is put between results and a user message; '' where none is needed. */
  constructor(bridge: string) {
    this.#bridge = bridge;
  }

  /**
   * `items` starts with those of the calls before, and the start of later calls may begin with this one. `history`: where
   * they were read. The turns are valid until the next call. Uncalibrated.
   */
  read(items: SplitList<Item>, history: SplitList<HistoryMessage>, { target }: RuleContext): Turns {
    const weights = weightsFor(target.model);
    if (this.#weights !== weights || this.#read.count > items.start.length) this.#read = nothingRead();
    this.#weights = weights;
    const counting = {
      weights,
      bridge: this.#bridge === '' ? 0 : MESSAGE_TOKENS + estimateTokens(this.#bridge, weights),
    };
    const known = this.#read;
    readOn(known, items, items.start.length, history, counting);
    const newest = known.turns.at(-1);
    // What follows may belong to the newest turn.
    const rest = { ...known, turns: newest ? [copyOf(newest)] : [] };
    readOn(rest, items, items.length, history, counting);
    const settled = ListStart.within(known.turns, Math.max(0, known.turns.length - 1));
    return { list: new SplitList(settled, rest.turns), messages: rest.messages, tokens: rest.tokens };
  }
}

/** Whether a bridge is put before the item, or after it: images of its results follow in a user message. */
function isBridged(item: Item, before: Item | undefined): boolean {
  if (item.role === 'user') return before?.role === 'assistant' && hasCalls(before);
  return toolCallsOf(item).some(({ result }) => result?.part.images !== undefined);
}

function nothingRead(): TurnsRead {
  return { turns: [], messages: 0, tokens: 0, count: 0, speaking: false, answered: true, last: -1 };
}

function copyOf(turn: Turn): Turn {
  return changed(turn, turn.tokens, (span) => ({ ...span }));
}

function changed(turn: Turn, tokens: number, change: (span: ItemSpan) => ItemSpan): Turn {
  const { turnStart, questions, exchanges } = turn;
  return {
    ...turn,
    tokens,
    turnStart: change(turnStart),
    ...(questions && { questions: questions.map(change) }),
    exchanges: exchanges.map(change),
  };
}

/** What a vendor reports changes the factor with every answer. */
export function scaled(turn: Turn, factor: number): Turn {
  return changed(turn, turn.tokens * factor, (span) => ({ ...span, tokens: span.tokens * factor }));
}

function readOn(
  read: TurnsRead,
  items: SplitList<Item>,
  end: number,
  history: SplitList<HistoryMessage>,
  { weights, bridge }: { weights: TokenWeights; bridge: number },
): void {
  const { turns } = read;
  for (let index = read.count; index < end; index++) {
    const item = items.at(index);
    if (!item) continue;
    const asks = item.role === 'user' && !item.attached;
    let turn = turns.at(-1);
    if (turn && asks && !read.speaking && isUnfinished(items, index)) turn.exchanges.push(emptySpan(index));
    else if (!turn || (asks && !read.speaking)) {
      turns.push((turn = emptyTurn(index)));
      read.answered = false;
    } else if (asks && !read.answered) (turn.questions ??= [{ ...turn.turnStart }]).push(emptySpan(index));
    read.speaking = asks;
    read.answered ||= item.role === 'assistant';
    const stored = storedIn(item, read);
    const counted = countedTokens(item, weights) ?? countTokens(item, history, weights);
    const tokens = bridge > 0 && isBridged(item, items.at(index - 1)) ? counted + bridge : counted;
    const exchange = turn.exchanges.at(-1) ?? turn.turnStart;
    grow(read, stored, tokens);
    grow(turn, stored, tokens);
    grow(exchange, stored, tokens);
    if (read.answered) continue;
    grow(turn.turnStart, stored, tokens);
    const question = turn.questions?.at(-1);
    if (question) grow(question, stored, tokens);
  }
  read.count = end;
}

function grow(stretch: Pick<ItemSpan, 'messages' | 'tokens'>, messages: number, tokens: number): void {
  stretch.messages += messages;
  stretch.tokens += tokens;
}

/** Counts the stored messages of an item. One that the item before it belongs to was counted there. */
function storedIn(item: Item, read: TurnsRead): number {
  const counted = read.last;
  let count = item.message === counted ? 0 : 1;
  read.last = item.message;
  if (item.role === 'user') return count;
  /** Most calls have their results in one message. */
  let others: number[] | null = null;
  for (const placed of item.parts) {
    if (!isCall(placed) || !placed.result) continue;
    const { message } = placed.result.at;
    if (message === item.message || message === counted || others?.includes(message)) continue;
    (others ??= []).push(message);
    read.last = Math.max(read.last, message);
    count++;
  }
  return count;
}

/** The estimate of an item as it was counted; `null` when it wasn't, or when its parts have changed since. */
export function countedTokens({ parts, counted }: Item, weights: TokenWeights): number | null {
  return counted?.parts === parts && counted.weights === weights ? counted.tokens : null;
}

function countTokens(item: Item, history: SplitList<HistoryMessage>, weights: TokenWeights): number {
  const { role, parts } = item;
  const counted = { parts, weights, tokens: MESSAGE_TOKENS, wellFormed: true };
  let isExact = true;
  let calls = false;
  for (let index = 0; index < parts.length; index++) {
    const placed = parts[index];
    if (!placed) continue;
    addPart(counted, placed, history);
    // A share of its bytes is not exact, and then the order of a sum matters.
    isExact &&= placed.part.type !== 'file';
    calls ||= placed.part.type === 'tool_call';
  }
  if (role === 'assistant' && calls) {
    counted.tokens += MESSAGE_TOKENS;
    for (const placed of parts) if (isCall(placed) && placed.result) addPart(counted, placed.result, history);
  }
  if (isExact) item.counted = counted;
  return counted.tokens;
}

function addPart(
  to: { weights: TokenWeights; tokens: number; wellFormed: boolean },
  { part, at }: SourcedPart,
  history: SplitList<HistoryMessage>,
): void {
  const stored = history.at(at.message)?.counted;
  const known = knownCount(stored, at.part, part, to.weights);
  to.tokens += known ?? estimatePart(part, to.weights);
  to.wellFormed &&= known !== null && isKnownWellFormed(stored);
}

/** The turn with as many of the newest messages of its task as have at most `tokens`; as it is, where none has. */
export function withoutOldest(turn: Turn, tokens: number): Turn {
  const { turnStart, questions = [] } = turn;
  if (turnStart.tokens <= tokens) return turn;
  let kept: ItemSpan | null = null;
  for (const { start, ...question } of questions.toReversed()) {
    const longer: ItemSpan = { start, ...question };
    if (kept) grow(longer, kept.messages, kept.tokens);
    if (longer.tokens > tokens) break;
    kept = longer;
  }
  if (!kept) return turn;
  const { start } = kept;
  const left = { messages: turnStart.messages - kept.messages, tokens: turnStart.tokens - kept.tokens };
  const shorten = (span: ItemSpan): ItemSpan => ({
    start,
    messages: span.messages - left.messages,
    tokens: span.tokens - left.tokens,
  });
  const exchanges = turn.exchanges.map((exchange, index) => (index === 0 ? shorten(exchange) : exchange));
  return { ...turn, ...shorten(turn), turnStart: kept, exchanges };
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
function isUnfinished(items: SplitList<Item>, index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const item = items.at(at);
    if (item?.role === 'user' && item.attached) continue;
    if (item?.role !== 'assistant') return false;
    const { message: called, stop } = item;
    if (hasCalls(item)) {
      const askedAt = items.at(index)?.message ?? 0;
      // A result that arrived only later says nothing about the state at that time.
      return toolCallsOf(item).every(
        ({ result }) => result && called < result.at.message && result.at.message < askedAt,
      );
    }
    if (stop === 'tool') return true;
    if (stop !== 'aborted' && stop !== 'error' && stop !== 'length') return false;
  }
  return false;
}

function emptySpan(start: number): ItemSpan {
  return { start, messages: 0, tokens: 0 };
}

function emptyTurn(start: number): Turn {
  return { ...emptySpan(start), turnStart: emptySpan(start), exchanges: [emptySpan(start)] };
}
