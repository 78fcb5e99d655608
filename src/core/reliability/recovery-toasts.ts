import type { ErrorKind } from '../error.ts';
import type { Toast } from './hook.ts';

/** Ways to make a refused request acceptable, as shown to the user. */
export const RECOVERIES = {
  /** The first three are the documents' own (reliability.md S1-78). */
  'tool-crash': { title: 'Tool Crash Recovery', message: 'Injecting cancelled tool results...' },
  'thinking-block': { title: 'Thinking Block Recovery', message: 'Fixing message structure...' },
  'thinking-strip': { title: 'Thinking Strip Recovery', message: 'Stripping thinking blocks...' },
  'empty-message': { title: 'Empty Message Recovery', message: 'Leaving out empty messages...' },
  prefill: { title: 'Prefill Recovery', message: 'Ending with a message of yours...' },
  'unavailable-tool': { title: 'Unavailable Tool Recovery', message: 'Sending earlier calls as text...' },
  'tool-schema': { title: 'Tool Schema Recovery', message: 'Leaving out the refused tool...' },
  'context-limit': { title: 'Context Limit Recovery', message: 'Making room and asking again...' },
  request: { title: 'Request Recovery', message: 'Leaving out what was refused...' },
} as const satisfies Record<string, Pick<Toast, 'title' | 'message'>>;

export type RecoveryName = keyof typeof RECOVERIES;

const BY_KIND: Partial<Record<ErrorKind, RecoveryName>> = {
  tool_result_missing: 'tool-crash',
  orphan_tool_result: 'tool-crash',
  tool_pairing: 'tool-crash',
  thinking_block_order: 'thinking-block',
  thinking_disabled_violation: 'thinking-strip',
  invalid_signature: 'thinking-strip',
  prefix_binding: 'thinking-strip',
  thinking_modified: 'thinking-strip',
  missing_thought_signature: 'thinking-strip',
  empty_content: 'empty-message',
  prefill_unsupported: 'prefill',
  unavailable_tool: 'unavailable-tool',
  invalid_tool_schema: 'tool-schema',
  context_overflow: 'context-limit',
  unsupported_parameter: 'request',
  invalid_parameter: 'request',
  // Where the account can pay for a shorter answer.
  billing: 'request',
  // All that Google says when a signature is missing (see decide-repairs.ts).
  unknown: 'request',
};

/** `null` for a failure that no other request repairs. */
export function recoveryOf(kind: ErrorKind): RecoveryName | null {
  return BY_KIND[kind] ?? null;
}

/**
 * Whether a run waits for the user after such a recovery unless `auto_resume` is set, because the model saw less of the
 * conversation than before. Settings that the model does not accept and a full window do not count as such a loss.
 */
export function pausesRun(kind: ErrorKind): boolean {
  const name = recoveryOf(kind);
  return name !== null && name !== 'request' && name !== 'context-limit';
}

const TOAST_MS = 3_000;

export function recoveryToast(name: RecoveryName): Toast {
  return { ...RECOVERIES[name], name, variant: 'warning', duration: TOAST_MS };
}
