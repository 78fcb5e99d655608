import { SplitList } from './list-start.ts';
import type { HistoryMessage, ToolCallPart, ToolResultPart } from './message.ts';

/** Position of a part in a history. */
export interface PartRef {
  message: number;
  part: number;
}

/** One call and its result, wherever in the history that result is stored. */
export interface PairedCall extends PartRef {
  call: ToolCallPart;
  result: (PartRef & { content: ToolResultPart }) | null;
}

/** A result that answers no call: its call is missing or already has a result, perhaps an identical one. */
export interface StrayResult extends PartRef {
  why: 'orphan' | 'duplicate' | 'repeat';
  content: ToolResultPart;
}

export interface Pairing {
  /** Calls of each assistant message, in order. */
  calls: ReadonlyMap<number, readonly PairedCall[]>;
  /** Stray results of each message, in order. */
  strays: ReadonlyMap<number, readonly StrayResult[]>;
}

/** How many calls with its id are searched for a repeated result. */
const RECENT = 32;

/** Calls of a round in order. Those before `from` have their results, so they are not searched again. */
class CallQueue {
  readonly round: number;
  readonly calls: PairedCall[];
  #from = 0;

  constructor(round: number, calls: PairedCall[]) {
    this.round = round;
    this.calls = calls;
  }

  find(fits: (call: PairedCall) => boolean): PairedCall | undefined {
    while (this.calls[this.#from]?.result) this.#from++;
    for (let index = this.#from; index < this.calls.length; index++) {
      const call = this.calls[index];
      if (call && !call.result && fits(call)) return call;
    }
    return undefined;
  }
}

/**
 * Pairs every call with exactly one result: by id with the nearest earlier round that used this id (servers that
 * restart their numbering repeat ids), without an id by name and order within the newest round. A late result still
 * counts. A result stored before a call never answers it: it can only belong to an earlier call with the same id.
 * Linear in the number of parts. Reads a history in one piece or in several.
 */
export class CallPairing {
  readonly #newestWithId = new Map<string, CallQueue>();
  #newestRound = new CallQueue(0, []);
  #round = 0;
  /**
   * Whether more calls of this round may follow. After an answer that broke off comes another answer, not more of the
   * same one.
   */
  #inRound = false;
  readonly #before: CallPairing | null;

  /** Continues after what `before` has read, and leaves it as it is. */
  constructor(before: CallPairing | null = null) {
    this.#before = before;
    if (!before) return;
    this.#newestRound = before.#newestRound;
    this.#round = before.#round;
    this.#inRound = before.#inRound;
  }

  /**
   * Reads the messages from `from` up to `end`; those before it have been read. Returns their calls and stray results. `null`
   * when one of them answers a call that was read before: what was said of that call is wrong then.
   */
  read(history: SplitList<HistoryMessage>, from = 0, end = history.length): Pairing | null {
    const calls = new Map<number, PairedCall[]>();
    const strays = new Map<number, StrayResult[]>();
    for (let message = from; message < end; message++) {
      const { role, parts, stop } = history.at(message) ?? NOTHING;
      if (parts.length === 0) continue;
      const assistant = role === 'assistant';
      if (assistant && !this.#inRound) this.#round++;
      this.#inRound = assistant && stop !== 'aborted' && stop !== 'error';
      let part = -1;
      for (const content of parts) {
        part++;
        if (content.type === 'tool_call' && assistant) {
          const call = { message, part, call: content, result: null };
          push(calls, message, call);
          this.#addCall(call);
        } else if (content.type === 'tool_result') {
          const known = this.#roundOf(content);
          const open = known && firstOpen(known, content, !hasId(content.callId));
          if (open && open.message < from) return null;
          if (open) open.result = { message, part, content };
          else push(strays, message, { message, part, content, why: whyStray(content, known) });
        }
      }
    }
    return { calls, strays };
  }

  #roundOf({ callId }: ToolResultPart): CallQueue | undefined {
    if (!hasId(callId)) return this.#newestRound;
    return this.#newestWithId.get(callId) ?? (this.#before ? this.#before.#newestWithId.get(callId) : undefined);
  }

  #addCall(open: PairedCall): void {
    const inherited = this.#before !== null && this.#newestRound === this.#before.#newestRound;
    this.#newestRound = this.#queueWith(open, this.#newestRound, inherited);
    const { id } = open.call;
    if (!hasId(id)) return;
    const own = this.#newestWithId.get(id);
    const earlier = this.#before ? this.#before.#newestWithId.get(id) : undefined;
    const newest = this.#queueWith(open, own ?? earlier, own === undefined);
    if (newest !== own) this.#newestWithId.set(id, newest);
  }

  /** Adds a call to the queue if that is of the current round, or begins one. A queue of `before` is copied. */
  #queueWith(open: PairedCall, queue: CallQueue | undefined, foreign: boolean): CallQueue {
    if (queue?.round !== this.#round) return new CallQueue(this.#round, [open]);
    if (foreign) return new CallQueue(this.#round, [...queue.calls, open]);
    queue.calls.push(open);
    return queue;
  }
}

/** Where results are looked for first: most are in the next message. */
const NEAR = [2, 64];

/** The calls of these answers and their results. Reads no more of the history than holds them, if results are near. */
export function callsOf(history: SplitList<HistoryMessage>, answers: Iterable<number>): PairedCall[] {
  let all: Pairing | null = null;
  return [...answers].flatMap((answer) => {
    if (!history.at(answer)?.parts.some(({ type }) => type === 'tool_call')) return [];
    const start = roundStart(history, answer);
    for (const ahead of all ? [] : NEAR) {
      const calls = new CallPairing().read(history, start, answer + ahead)?.calls.get(answer) ?? [];
      if (calls.every(({ result }) => result)) return calls;
    }
    return (all ??= pairCalls(history.all)).calls.get(answer) ?? [];
  });
}

/** The first of the answers that a result may belong to as well, if it names no call. */
function roundStart(history: SplitList<HistoryMessage>, answer: number): number {
  let start = answer;
  for (let index = answer - 1; index >= 0; index--) {
    const { role, parts, stop } = history.at(index) ?? NOTHING;
    if (parts.length === 0) continue;
    if (role !== 'assistant' || stop === 'aborted' || stop === 'error') break;
    start = index;
  }
  return start;
}

/** The calls of a history and their results. */
export function pairCalls(history: readonly HistoryMessage[]): Pairing {
  return new CallPairing().read(SplitList.of(history)) ?? { calls: new Map(), strays: new Map() };
}

const NOTHING: HistoryMessage = { role: 'user', parts: [] };

/** Something that a user or a program said, not a message that only carries tool results. */
export function isUserContent(part: { type: string }): boolean {
  return part.type !== 'tool_result';
}

/** Why a result answers no call, of which `known` is the newest round with its id. */
function whyStray(content: ToolResultPart, known: CallQueue | undefined): StrayResult['why'] {
  const answered = hasId(content.callId) ? (known?.calls.slice(-RECENT) ?? []) : [];
  if (answered.length === 0) return 'orphan';
  return answered.some(({ result }) => result && sameResult(result.content, content)) ? 'repeat' : 'duplicate';
}

function sameResult(a: ToolResultPart, b: ToolResultPart): boolean {
  const images = (result: ToolResultPart) => (result.images ?? []).map(({ data }) => data).join();
  return a.text === b.text && (a.isError ?? false) === (b.isError ?? false) && images(a) === images(b);
}

function firstOpen(queue: CallQueue, { name }: ToolResultPart, nameMustFit: boolean): PairedCall | undefined {
  if (name === undefined) return queue.find(() => true);
  return queue.find(({ call }) => call.name === name) ?? (nameMustFit ? undefined : queue.find(() => true));
}

function hasId(id: string | undefined): id is string {
  return id !== undefined && id.trim() !== '';
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
