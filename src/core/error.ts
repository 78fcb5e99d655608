import type { Vendor } from './vendor.ts';

export type ErrorKind =
  | 'aborted'
  | 'auth'
  | 'billing'
  | 'quota'
  | 'rate_limit'
  | 'overloaded'
  | 'server'
  | 'network'
  | 'context_overflow'
  | 'invalid_signature'
  | 'prefix_binding'
  | 'thinking_modified'
  | 'thinking_block_order'
  | 'thinking_disabled_violation'
  | 'prefill_unsupported'
  | 'tool_result_missing'
  | 'orphan_tool_result'
  | 'tool_pairing'
  | 'unavailable_tool'
  | 'empty_content'
  | 'invalid_tool_schema'
  | 'missing_thought_signature'
  | 'unsupported_parameter'
  | 'invalid_parameter'
  | 'refused'
  /** Retired, mistyped, or not available to this account. */
  | 'model_not_found'
  /** The connection ended before the vendor marked the answer as complete. */
  | 'cut_off'
  /** The response was not an answer: a web page, no content, or another format. */
  | 'not_an_answer'
  | 'unknown';

/** A failed request as data. It travels in streams, is stored on the message and is shown on the error card. */
export interface ModelError {
  kind: ErrorKind;
  retryable: boolean;
  /** The text of the vendor (or host), unchanged. */
  message: string;
  vendor?: Vendor;
  status?: number;
  /** The vendor's error type or code, as sent. */
  code?: string;
  requestId?: string;
  retryAfterMs?: number;
}
