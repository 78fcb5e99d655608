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

/** Calls in order. Those before `from` have their results, so they are not searched again. */
class CallQueue {
  readonly calls: PairedCall[] = [];
  #from = 0;

  find(fits: (call: PairedCall) => boolean): PairedCall | undefined {
    while (this.calls[this.#from]?.result) this.#from++;
    for (let index = this.#from; index < this.calls.length; index++) {
      const call = this.calls[index];
      if (call && !call.result && fits(call)) return call;
    }
    return undefined;
  }
}

interface Round {
  round: number;
  queue: CallQueue;
}

/**
 * Pairs every call with exactly one result: by id with the nearest earlier round that used this id (servers that
 * restart their numbering repeat ids), without an id by name and order within the newest round. A late result still
 * counts. A result stored before a call never answers it: it can only belong to an earlier call with the same id.
 * Linear in the number of parts.
 */
export function pairCalls(history: readonly HistoryMessage[]): Pairing {
  const calls = new Map<number, PairedCall[]>();
  const strays = new Map<number, StrayResult[]>();
  const newestWithId = new Map<string, Round>();
  let newestRound: Round = { round: 0, queue: new CallQueue() };
  let round = 0;
  /**
   * Whether more calls of this round may follow. After an answer that broke off comes another answer, not more of the
   * same one.
   */
  let inRound = false;

  const addCall = (open: PairedCall) => {
    push(calls, open.message, open);
    if (newestRound.round !== round) newestRound = { round, queue: new CallQueue() };
    newestRound.queue.calls.push(open);
    const id = open.call.id;
    if (!hasId(id)) return;
    let newest = newestWithId.get(id);
    if (newest?.round !== round) newestWithId.set(id, (newest = { round, queue: new CallQueue() }));
    newest.queue.calls.push(open);
  };

  const addResult = (message: number, part: number, content: ToolResultPart) => {
    const known = hasId(content.callId) ? newestWithId.get(content.callId) : newestRound;
    const open = known && firstOpen(known.queue, content, !hasId(content.callId));
    if (open) open.result = { message, part, content };
    else {
      const answered = hasId(content.callId) ? (known?.queue.calls.slice(-RECENT) ?? []) : [];
      const same = answered.some(({ result }) => result && sameResult(result.content, content));
      push(strays, message, {
        message,
        part,
        content,
        why: same ? 'repeat' : answered.length > 0 ? 'duplicate' : 'orphan',
      });
    }
  };

  for (const [message, { role, parts, stop }] of history.entries()) {
    if (parts.length === 0) continue;
    const assistant = role === 'assistant';
    if (assistant && !inRound) round++;
    inRound = assistant && stop !== 'aborted' && stop !== 'error';
    for (const [part, content] of parts.entries()) {
      if (content.type === 'tool_result') addResult(message, part, content);
      else if (content.type === 'tool_call' && assistant) addCall({ message, part, call: content, result: null });
    }
  }

  return { calls, strays };
}

/** Something that a user or a program said, not a message that only carries tool results. */
export function isUserContent(part: { type: string }): boolean {
  return part.type !== 'tool_result';
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
