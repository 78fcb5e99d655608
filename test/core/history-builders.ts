import { expect } from 'vitest';
import type { HistoryMessage, Part, ToolCallPart } from '#core/message.ts';
import type { Overlay, Target } from '#core/request.ts';
import type { Origin } from '#core/vendor.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { originOf } from './arbitrary-history.ts';
import { TARGETS } from './targets.ts';
import { compileBody } from './wire-body.ts';

/** Short helpers for writing histories and checking the result. */

export const text = (content: string): Part => ({ type: 'text', text: content });

export const user = (...said: (string | Part)[]): HistoryMessage => ({
  role: 'user',
  parts: said.map((one) => (typeof one === 'string' ? text(one) : one)),
});

export const call = (id: string, name = 'read', more: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool_call',
  id,
  name,
  args: { path: id },
  ...more,
});

export const result = (callId: string, content = `result of ${callId}`): HistoryMessage => ({
  role: 'tool',
  parts: [{ type: 'tool_result', callId, name: 'read', text: content }],
});

export function answer(origin: Origin | string, ...parts: Part[]): HistoryMessage {
  const calls = parts.some(({ type }) => type === 'tool_call');
  return {
    role: 'assistant',
    parts,
    origin: typeof origin === 'string' ? originOf(origin) : origin,
    stop: calls ? 'tool' : 'end',
  };
}

/** One of the targets, with a window large enough for everything. */
export function named(name: string, rest: Partial<Target> = {}): Target {
  const existing = TARGETS[name];
  if (!existing) throw new Error(`no target ${name}`);
  return { ...existing, window: { messages: 1_000 }, ...rest };
}

/** The compiled request, after the linter found nothing in it. */
export async function accepted(history: HistoryMessage[], to: Target, overlays: Overlay[] = []) {
  const compiled = await compileBody(history, to, overlays);
  expect(lintBody(compiled.body, to)).toEqual([]);
  return compiled;
}

export function partsOf<T extends Part['type']>(
  messages: readonly HistoryMessage[],
  type: T,
): Extract<Part, { type: T }>[] {
  return messages
    .flatMap((message) => message.parts)
    .filter((part): part is Extract<Part, { type: T }> => part.type === type);
}

export function callIds(messages: readonly HistoryMessage[]): string[] {
  return partsOf(messages, 'tool_call').map(({ id }) => id);
}

export const EVERYWHERE = Object.keys(TARGETS).filter((name) => name !== 'no-tools');
