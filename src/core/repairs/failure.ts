import type { ErrorKind } from '../error.ts';
import type { ErrorClass } from '../errors/classify-error.ts';
import type { Violation } from '../wire/rule.ts';

/** Why a request must become stricter: a vendor's refusal, or a violation that the linter found before sending. */
export interface Failure extends Omit<ErrorClass, 'retryable'> {
  /** The message of the vendor or the linter. */
  reason: string;
}

/** Kinds of the linter's rules, by id. For rules about tools or body fields, the path decides. */
const KINDS: Readonly<Record<string, ErrorKind>> = {
  A4: 'tool_pairing',
  A4b: 'tool_pairing',
  A4d: 'empty_content',
  A5: 'empty_content',
  A5t: 'invalid_signature',
  A6: 'empty_content',
  A7b: 'prefill_unsupported',
  A10: 'tool_result_missing',
  A11: 'tool_pairing',
  A12: 'orphan_tool_result',
  A12r: 'tool_pairing',
  A13: 'tool_pairing',
  A15: 'tool_pairing',
  A17: 'invalid_parameter',
  A19: 'thinking_block_order',
  A20: 'thinking_disabled_violation',
  A21: 'invalid_signature',
  A22: 'thinking_modified',
  A34: 'invalid_parameter',
  D1: 'thinking_block_order',
  G1: 'tool_pairing',
  G2: 'tool_pairing',
  G3: 'tool_pairing',
  G4: 'tool_pairing',
  G4n: 'tool_pairing',
  G5: 'empty_content',
  G6: 'tool_pairing',
  G7: 'tool_pairing',
  G9: 'missing_thought_signature',
  G11: 'invalid_signature',
  G12: 'invalid_signature',
  G13: 'missing_thought_signature',
  G17: 'invalid_signature',
  G18: 'missing_thought_signature',
  I1: 'tool_pairing',
  I2: 'tool_pairing',
  L1: 'unsupported_parameter',
  M2: 'tool_pairing',
  M3: 'prefill_unsupported',
  O0: 'empty_content',
  O1: 'tool_result_missing',
  O2: 'orphan_tool_result',
  O3: 'empty_content',
  O4: 'tool_pairing',
  O6: 'empty_content',
  O7: 'tool_pairing',
  O12: 'tool_pairing',
  Q2: 'unavailable_tool',
  R0: 'empty_content',
  R1: 'invalid_signature',
  R2: 'invalid_signature',
  R3: 'invalid_signature',
  R4: 'invalid_signature',
  R5: 'invalid_signature',
  R6: 'tool_pairing',
  R7: 'invalid_signature',
  R10: 'empty_content',
  R10a: 'tool_pairing',
  T4: 'invalid_tool_schema',
  T5: 'tool_pairing',
  V1: 'invalid_parameter',
  V2: 'invalid_parameter',
  V3: 'invalid_parameter',
  V4: 'invalid_parameter',
  W9: 'unsupported_parameter',
  W11: 'unsupported_parameter',
  W12: 'invalid_signature',
  W13: 'unsupported_parameter',
  Z2: 'tool_pairing',
};

/** Rules that determine the repair better than their path does. */
const PARAMETERS: Readonly<Record<string, string>> = { L1: 'tools' };

export function failureOfViolation({ rule, path, message }: Violation): Failure {
  const tool = /^tools\.(?:\d+\.functionDeclarations\.)?(\d+)/.exec(path)?.[1];
  const place = /^(?:messages|contents|input)\.(\d+)/.exec(path)?.[1];
  const kind = PARAMETERS[rule] === undefined && tool !== undefined ? 'invalid_tool_schema' : KINDS[rule];
  return {
    kind: kind ?? 'unsupported_parameter',
    reason: `${rule} ${path}: ${message}`,
    ...(place !== undefined && { messageIndex: Number(place) }),
    ...(tool !== undefined && { toolIndex: Number(tool) }),
    ...(kind === undefined && { parameter: path }),
    ...(PARAMETERS[rule] !== undefined && { parameter: PARAMETERS[rule] }),
  };
}
