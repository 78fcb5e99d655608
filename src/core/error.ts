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
  /** Retired, mistyped, or not for this account. */
  | 'model_not_found'
  /** The connection ended before the vendor had said that the answer is complete. */
  | 'cut_off'
  /** Something answered, but not with an answer: a web page, no content, another form. */
  | 'not_an_answer'
  | 'unknown';

/** A failed request as data: it travels in streams, is stored on the message and shown on the card. */
export interface ModelError {
  kind: ErrorKind;
  retryable: boolean;
  /** The vendor's (or host's) own words, unchanged. */
  message: string;
  vendor?: Vendor;
  status?: number;
  /** The vendor's error type or code, as sent. */
  code?: string;
  requestId?: string;
  retryAfterMs?: number;
}
