import { isObject } from '#core/json.ts';
import { parseArguments } from '../../base/tool-arguments.ts';
import type { ToolCallDelta } from './chat-chunk.ts';

/** A call of an answer whose pieces arrive. */
export interface OpenCall {
  /** Index of its part. */
  readonly part: number;
  readonly index: number | null;
  /** As it arrived; '' if it came without one. */
  readonly id: string;
  name: string;
  args: string;
}

/**
 * Finds the call that a piece belongs to; `null` if it begins another. OpenAI numbers the calls, and only the first
 * piece of each has an id and a name. Servers of the family omit numbers or ids, repeat ids and names in every piece,
 * give every call the number 0, or number pieces instead of calls.
 */
export function callOfPiece(calls: readonly OpenCall[], piece: ToolCallDelta): OpenCall | null {
  const id = piece.id ?? '';
  const name = piece.function?.name ?? '';
  const index = piece.index ?? null;
  const numbered = index === null ? null : (calls.findLast((call) => call.index === index) ?? null);
  const newest = calls.at(-1) ?? null;
  if (id === '' && name === '') return numbered ?? newest;
  if (id !== '') {
    const same = calls.findLast((call) => call.id === id);
    if (same && (name === '' || index === null || same.index === index)) return same;
    // A piece may have an id of its own, and an id may come late.
    return numbered && (name === '' || (numbered.id === '' && !isOver(numbered, piece))) ? numbered : null;
  }
  const last = index === null ? newest : numbered;
  return last && !isOver(last, piece) ? last : null;
}

/** Whether a piece with a name can't belong to the call: it has another name, or more arguments than the call can take. */
const isOver = (call: OpenCall, { function: called }: ToolCallDelta): boolean =>
  call.name !== '' && (call.name !== called?.name || (Boolean(called.arguments) && isComplete(call.args)));

const isComplete = (args: string): boolean => {
  if (!args.trimEnd().endsWith('}')) return false;
  const read = parseArguments(args);
  return read.rawArgs === undefined && isObject(read.args);
};
