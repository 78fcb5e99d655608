import { expect } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { hasCompleteArguments } from '#core/agent/read-arguments.ts';
import { TARGETS } from '../targets.ts';
import { compileBody } from '../wire-body.ts';

/**
 * Checks the stored form: every answer with calls is followed directly by one tool message with one result per call, in
 * call order, and no other message has results. Truncated calls of an answer that broke off have none.
 */
export function expectClosed(messages: readonly HistoryMessage[]): void {
  for (const [index, { role, parts, stop }] of messages.entries()) {
    const results = parts.filter((part) => part.type === 'tool_result');
    if (role !== 'assistant') {
      if (results.length > 0) expect([role, messages[index - 1]?.role]).toEqual(['tool', 'assistant']);
      continue;
    }
    const brokeOff = stop === 'aborted' || stop === 'error';
    const all = parts.filter((part) => part.type === 'tool_call');
    const twice = (id: string) => all.filter((call) => call.id === id).length > 1;
    const calls = all.filter((call) => !brokeOff || hasCompleteArguments(call) || twice(call.id));
    if (calls.length === 0) continue;
    const answered = (messages[index + 1]?.parts ?? []).map((part) =>
      part.type === 'tool_result' ? [part.callId ?? '', part.name] : ['not a result'],
    );
    expect(answered).toEqual(calls.map(({ id, name }) => [id, name]));
  }
}

/** Repairs that only an incomplete history needs. */
export const HOLES: ReadonlySet<string> = new Set([
  'missing-result',
  'orphan-result-to-text',
  'duplicate-result-to-text',
  'move-result',
  'drop-repeated-result',
]);

/** The next message after this history is accepted by every one of these targets, without a repair of its calls. */
export async function expectAccepted(
  messages: readonly HistoryMessage[],
  names: readonly string[] = Object.keys(TARGETS),
): Promise<void> {
  const next: HistoryMessage[] = [...messages, { role: 'user', parts: [{ type: 'text', text: 'go on' }] }];
  for (const name of names) {
    const base = TARGETS[name];
    if (!base) throw new Error(`no target ${name}`);
    const target = { ...base, window: { messages: 1_000_000 } };
    const { body, report } = await compileBody(next, target);
    expect(lintBody(body, target)).toEqual([]);
    expect(report.notes.filter(({ rule }) => HOLES.has(rule))).toEqual([]);
  }
}
