import type { Part, ToolCallPart, ToolResultPart } from './message.ts';
import { pairCalls } from './pair-calls.ts';

type Result = Pick<ToolResultPart, 'type' | 'callId' | 'name' | 'text'>;

export interface PairedResults<R> {
  of: ReadonlyMap<ToolCallPart, R>;
  /** Results that match no call of this answer, in order. */
  lone: readonly R[];
}

/** Pairs the calls of one answer with the results after it, as for the model, whatever the form of the media here. */
export function pairResults<R extends Result>(
  parts: readonly (ToolCallPart | { type: Exclude<Part['type'], 'tool_call'> })[],
  results: readonly R[],
): PairedResults<R> {
  const answer = parts.map((part): Part => (part.type === 'tool_call' ? part : { type: 'text', text: '' }));
  const resultParts = results.map(({ type, callId, name, text }): Part => ({
    type,
    text,
    ...(callId !== undefined && { callId }),
    ...(name !== undefined && { name }),
  }));
  const { calls } = pairCalls([
    { role: 'assistant', parts: answer },
    { role: 'tool', parts: resultParts },
  ]);
  const of = new Map<ToolCallPart, R>();
  for (const { call, result } of calls.get(0) ?? []) {
    const own = result && results[result.part];
    if (own) of.set(call, own);
  }
  const paired = new Set(of.values());
  return { of, lone: results.filter((one) => !paired.has(one)) };
}
