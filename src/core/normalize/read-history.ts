import { SplitList } from '../list-start.ts';
import type { HistoryMessage, Part } from '../message.ts';
import { presentIn } from '../present-in.ts';
import { CallPairing, type PairedCall, type StrayResult } from '../pair-calls.ts';
import type {
  AssistantItem,
  AssistantPart,
  CallItem,
  Item,
  SourcedPart,
  RuleContext,
  UserItem,
  UserPart,
} from '../draft/draft.ts';
import { isMade } from './rules/made-pictures.ts';
import { isSameOrigin } from './same-origin.ts';
import { RepeatedMessages } from './repeated-messages.ts';
import { callAsText, strayResultText } from './base/texts.ts';

/** Nobody adds to it. */
const NONE: readonly never[] = [];

/** What reading a history in several pieces has to know of the earlier ones. */
export class HistoryReader {
  readonly #pairing: CallPairing;
  readonly #repeated: RepeatedMessages;

  /** Continues after what `before` has read, and leaves it as it is. */
  constructor(before: HistoryReader | null = null) {
    this.#pairing = new CallPairing(before ? before.#pairing : null);
    this.#repeated = new RepeatedMessages(before ? before.#repeated : null);
  }

  /**
   * Turns the messages from `from` up to `end` into items: every call holds its result, wherever that was stored, and tool
   * messages disappear. Results without a call stay in place as text of the user. Parts in a role that cannot hold them
   * move to the next user item. Placement depends only on earlier messages, so a longer history begins with the same
   * items. Messages that are `absent` leave no trace. `null` when a call that was read before gets its result here.
   */
  read(
    input: SplitList<HistoryMessage>,
    { from, end }: { from: number; end: number },
    context: RuleContext,
    absent: ReadonlySet<number>,
  ): Item[] | null {
    context.notes.begin('repeated messages');
    const repeated = this.#repeated.read(input, from, end);
    for (const message of repeated) context.notes.add('drop-repeated-message', { message });
    const history =
      repeated.size === 0
        ? input
        : SplitList.of(input.all.map((message, index) => (repeated.has(index) ? { ...message, parts: [] } : message)));
    const pairing = this.#pairing.read(history, from, end);
    if (!pairing) return null;
    const { calls, strays } = pairing;
    const items: Item[] = [];
    context.notes.begin('pairs');
    notePairs(history, { from, end }, calls, context);
    context.notes.begin('items');
    for (let index = from; index < end; index++) {
      const message = history.at(index);
      if (!message || repeated.has(index) || absent.has(index)) continue;
      const detached = strays.get(index)?.flatMap((stray) => strayParts(stray, context)) ?? NONE;
      if (message.role === 'assistant') readAnswer(items, message, index, calls.get(index) ?? NONE, detached, context);
      else readUser(items, message, index, detached, context);
    }
    return items;
  }
}

function readAnswer(
  items: Item[],
  message: HistoryMessage,
  index: number,
  calls: readonly PairedCall[],
  detached: readonly SourcedPart<UserPart>[],
  context: RuleContext,
): void {
  const { origin, stop, id } = message;
  const after: SourcedPart<UserPart>[] = [];
  let nextCall = 0;
  const placed = message.parts.map((part, position): AssistantPart | null => {
    const at = { message: index, part: position };
    if (part.type === 'tool_call') return { part, at, result: placedResult(calls[nextCall++]) };
    if (part.type === 'tool_result') return null;
    if (part.type === 'file' || (part.type === 'image' && !isMade(part))) {
      context.notes.add('move-media-out-of-answer', at);
      after.push({ part, at });
      return null;
    }
    return { part, at };
  });
  const parts = presentIn(placed);
  const sameOrigin = isSameOrigin(origin, context.target, context.dialect);
  const item: AssistantItem = { role: 'assistant', message: index, sameOrigin, parts };
  if (id !== undefined) item.messageId = id;
  if (origin) item.origin = origin;
  if (stop) item.stop = stop;
  items.push(item);
  for (const one of detached) after.push(one);
  if (after.length > 0) items.push({ role: 'user', message: index, parts: after, attached: true });
}

function readUser(
  items: Item[],
  message: HistoryMessage,
  index: number,
  detached: readonly SourcedPart<UserPart>[],
  context: RuleContext,
): void {
  const placed = message.parts.map((part, position): SourcedPart<UserPart> | null => {
    const at = { message: index, part: position };
    const userPart = asUserPart(part);
    if (part.type !== 'tool_result' && (userPart !== part || message.role === 'tool'))
      context.notes.add('part-in-wrong-role', at, part.type);
    return userPart && { part: userPart, at };
  });
  const own = presentIn(placed);
  const parts = detached.length === 0 ? own : [...detached, ...own];
  const item: UserItem = { role: 'user', message: index, parts, attached: own.length === 0 };
  if (parts.length > 0 || message.parts.length === 0) items.push(item);
}

function placedResult(call: PairedCall | undefined): CallItem['result'] {
  if (!call?.result) return null;
  const { content, message, part } = call.result;
  return { part: content, at: { message, part } };
}

function asUserPart(part: Part): UserPart | null {
  switch (part.type) {
    case 'text':
    case 'image':
    case 'file':
      return part;
    case 'refusal':
      return { type: 'text', text: part.text };
    case 'tool_call':
      return { type: 'text', text: callAsText(part.name, part.rawArgs ?? JSON.stringify(part.args ?? {})) };
    default:
      return null;
  }
}

function strayParts(stray: StrayResult, context: RuleContext): SourcedPart<UserPart>[] {
  const at = { message: stray.message, part: stray.part };
  const { name, text, images = [] } = stray.content;
  if (stray.why === 'repeat') {
    context.notes.add('drop-repeated-result', at);
    return [];
  }
  context.notes.add(stray.why === 'orphan' ? 'orphan-result-to-text' : 'duplicate-result-to-text', at);
  return [
    { part: { type: 'text', text: strayResultText(name, text) }, at },
    ...images.map((image): SourcedPart<UserPart> => ({ part: { type: 'image', ...image }, at })),
  ];
}

/**
 * A result that does not directly follow its call (other results may come between) moves there and takes its id and
 * name.
 */
function notePairs(
  history: SplitList<HistoryMessage>,
  { from, end }: { from: number; end: number },
  calls: ReadonlyMap<number, readonly PairedCall[]>,
  context: RuleContext,
): void {
  /** By distance from `from`. Most results stand in the next message, and nobody needs it. */
  let nonResultsBefore: readonly number[] | null = null;
  const isApart = (message: number, result: number): boolean => {
    if (result <= message || result === message + 1) return result <= message;
    nonResultsBefore ??= countNonResults(history.slice(from, end));
    return (nonResultsBefore[result - from] ?? 0) - (nonResultsBefore[message - from] ?? 0) > 1;
  };
  for (const list of calls.values())
    for (const { message, call, result } of list) {
      if (!result) continue;
      const { callId, name = call.name } = result.content;
      if (callId !== call.id || name !== call.name)
        context.notes.add(
          'pair-result',
          { message: result.message, part: result.part },
          `with its call in message ${message}`,
        );
      if (isApart(message, result.message))
        context.notes.add(
          'move-result',
          { message: result.message, part: result.part },
          `to its call in message ${message}`,
        );
    }
}

/** For each message, how many before it hold something else than results. */
function countNonResults(messages: readonly HistoryMessage[]): number[] {
  let nonResults = 0;
  return messages.map(({ parts }) => {
    const before = nonResults;
    if (parts.some((part) => part.type !== 'tool_result')) nonResults++;
    return before;
  });
}
