import type { HistoryMessage, ToolCallPart, ToolResultPart } from './message.ts';

/** Place of a part in a history. */
export interface PartRef {
  message: number;
  part: number;
}

/** One call and the result that answers it, wherever in the history that result is stored. */
export interface PairedCall extends PartRef {
  call: ToolCallPart;
  result: (PartRef & { content: ToolResultPart }) | null;
}

/** A result that answers nothing: its call is gone, or was answered before, perhaps by the very same words. */
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

interface OpenCall extends PairedCall {
  turn: number;
}

/**
 * Pairs every call with exactly one result: by id with the nearest earlier round that used this id (servers that
 * restart their numbering repeat ids), without an id by name and order within the newest round. What comes too late
 * is still taken; a result stored before its call is taken when both belong to the same turn and nothing else fits.
 * Linear in the number of parts.
 */
export function pairCalls(history: readonly HistoryMessage[]): Pairing {
  const calls = new Map<number, OpenCall[]>();
  const strays: (StrayResult & { turn: number })[] = [];
  const newestWithId = new Map<string, { round: number; calls: OpenCall[] }>();
  const allWithId = new Map<string, OpenCall[]>();
  let newestRound: { round: number; calls: OpenCall[] } = { round: 0, calls: [] };
  let round = 0;
  let turn = 0;
  let inAssistant = false;

  const addCall = (open: OpenCall) => {
    push(calls, open.message, open);
    if (newestRound.round !== round) newestRound = { round, calls: [] };
    newestRound.calls.push(open);
    const id = open.call.id;
    if (!hasId(id)) return;
    push(allWithId, id, open);
    const newest = newestWithId.get(id);
    if (newest?.round === round) newest.calls.push(open);
    else newestWithId.set(id, { round, calls: [open] });
  };

  const addResult = (message: number, part: number, content: ToolResultPart) => {
    const known = hasId(content.callId) ? newestWithId.get(content.callId) : newestRound;
    const open = firstOpen(known?.calls ?? [], content, !hasId(content.callId));
    if (open) open.result = { message, part, content };
    else {
      const answered = hasId(content.callId) ? (known?.calls ?? []) : [];
      const same = answered.some(({ result }) => result && sameResult(result.content, content));
      strays.push({
        message,
        part,
        content,
        turn,
        why: same ? 'repeat' : answered.length > 0 ? 'duplicate' : 'orphan',
      });
    }
  };

  for (const [message, { role, parts }] of history.entries()) {
    if (parts.length === 0) continue;
    const assistant = role === 'assistant';
    if (assistant && !inAssistant) round++;
    inAssistant = assistant;
    if (role === 'user' && parts.some(isUserContent)) turn++;
    for (const [part, content] of parts.entries()) {
      if (content.type === 'tool_result') addResult(message, part, content);
      else if (content.type === 'tool_call' && assistant) addCall({ message, part, call: content, result: null, turn });
    }
  }

  const left = new Map<number, StrayResult[]>();
  for (const { turn, ...stray } of strays) {
    const open = stray.why === 'orphan' ? laterOpenCall(allWithId, stray, turn) : undefined;
    if (open) open.result = { message: stray.message, part: stray.part, content: stray.content };
    else push(left, stray.message, stray);
  }
  return { calls, strays: left };
}

/** Something a person or program said, as opposed to a message that only carries tool results. */
export function isUserContent(part: { type: string }): boolean {
  return part.type !== 'tool_result';
}

function laterOpenCall(
  allWithId: ReadonlyMap<string, readonly OpenCall[]>,
  stray: StrayResult,
  turn: number,
): OpenCall | undefined {
  const { callId } = stray.content;
  if (!hasId(callId)) return undefined;
  return allWithId
    .get(callId)
    ?.find((open) => open.result === null && open.turn === turn && open.message > stray.message);
}

function sameResult(a: ToolResultPart, b: ToolResultPart): boolean {
  const images = (result: ToolResultPart) => (result.images ?? []).map(({ data }) => data).join();
  return a.text === b.text && (a.isError ?? false) === (b.isError ?? false) && images(a) === images(b);
}

function firstOpen(calls: readonly OpenCall[], result: ToolResultPart, nameMustFit: boolean): OpenCall | undefined {
  const open = calls.filter((call) => call.result === null);
  const named = result.name === undefined ? undefined : open.find(({ call }) => call.name === result.name);
  if (named) return named;
  return nameMustFit && result.name !== undefined ? undefined : open[0];
}

function hasId(id: string | undefined): id is string {
  return id !== undefined && id.trim() !== '';
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
