import type { Part, Stop, ToolCallPart, ToolResultPart } from '../message.ts';
import type { CallState } from './fold-run.ts';
import { hasArguments, hasCompleteArguments } from './read-arguments.ts';
import { callKey } from './run-record.ts';

/** What to do with one call of the newest answer. */
export interface PlannedCall {
  key: string;
  part: ToolCallPart;
  todo:
    /** `cut`: its answer ended at the output limit before the call had arguments. It gets a result that says so. */
    | { as: 'run'; asked: boolean; cut?: true }
    /** It has ended, and this is its result. */
    | { as: 'keep'; result: ToolResultPart }
    /** It ends without being run (again). */
    | { as: 'close'; status: 'cancelled' | 'interrupted' | 'not_run' };
}

/**
 * Returns the calls of an answer that get a result, in order. Calls run only when their answer is complete. In an
 * answer that broke off, calls that arrived complete are closed, and truncated ones get no result: every request leaves
 * them out. But where results match their calls by order alone, none may be missing. `stop` is `null` when not even the
 * end of the answer was stored.
 */
export function planCalls(
  answer: { id: string; parts: readonly Part[] },
  stop: Stop | null,
  calls: ReadonlyMap<string, CallState>,
): PlannedCall[] {
  const complete = stop === 'end' || stop === 'tool' || stop === 'length';
  return answer.parts.flatMap((part, index): PlannedCall[] => {
    if (part.type !== 'tool_call') return [];
    const key = callKey(answer.id, index);
    const existing = calls.get(key);
    if (existing?.state === 'ended' && existing.result)
      return [{ key, part, todo: { as: 'keep', result: existing.result } }];
    if (existing?.state === 'running' || existing?.state === 'ended')
      return [{ key, part, todo: { as: 'close', status: 'interrupted' } }];
    if (complete) {
      const cut = stop === 'length' && index === answer.parts.length - 1 && !hasArguments(part);
      return [{ key, part, todo: { as: 'run', asked: existing?.state === 'asked', ...(cut && { cut }) } }];
    }
    if ((stop === 'aborted' || stop === 'error') && !hasCompleteArguments(part) && hasOwnId(part, answer.parts))
      return [];
    return [{ key, part, todo: { as: 'close', status: stop === 'aborted' ? 'cancelled' : 'not_run' } }];
  });
}

function hasOwnId(call: ToolCallPart, parts: readonly Part[]): boolean {
  const id = call.id.trim();
  return !parts.some((other) => other.type === 'tool_call' && other !== call && other.id.trim() === id);
}
