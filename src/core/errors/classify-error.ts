import type { ErrorKind } from '../error.ts';
import { ERROR_ROWS, type ErrorRow } from './error-table.ts';
import { type ErrorFacts, readFacts } from './read-facts.ts';
import { readAffordedOutput, readOutputLimit, readOverflow } from './read-numbers.ts';
import { type ErrorLocations, readLocations } from './read-locations.ts';

export interface ErrorClass extends ErrorLocations {
  kind: ErrorKind;
  /** The same request may succeed later. A permanent 400 never does. */
  retryable: boolean;
  /** Tokens of the request and the limit, read from overflow texts. */
  current?: number;
  max?: number;
  /** Tokens of the request without those of the answer, when the text tells them apart. */
  input?: number;
  /** The most output tokens the model allows, when more were requested. */
  maxOutput?: number;
}

const TRANSIENT: ReadonlySet<ErrorKind> = new Set(['rate_limit', 'overloaded', 'server', 'network']);

const BY_CODE: ReadonlyMap<string, ErrorKind> = new Map<string, ErrorKind>([
  ['authentication_error', 'auth'],
  ['permission_error', 'auth'],
  ['invalid_api_key', 'auth'],
  ['unauthenticated', 'auth'],
  ['permission_denied', 'auth'],
  ['billing_error', 'billing'],
  ['insufficient_quota', 'quota'],
  ['rate_limit_error', 'rate_limit'],
  ['rate_limit_exceeded', 'rate_limit'],
  ['resource_exhausted', 'rate_limit'],
  ['overloaded_error', 'overloaded'],
  ['unavailable', 'overloaded'],
  ['api_error', 'server'],
  ['server_error', 'server'],
  ['internal_server_error', 'server'],
  ['timeout_error', 'server'],
  ['internal', 'server'],
  ['deadline_exceeded', 'server'],
  ['tool_use_failed', 'server'],
  ['network_error', 'server'],
  ['network-error', 'server'],
  ['request_too_large', 'context_overflow'],
  ['context_length_exceeded', 'context_overflow'],
  ['model_context_window_exceeded', 'context_overflow'],
  ['invalid_encrypted_content', 'invalid_signature'],
  ['nosuchtoolerror', 'unavailable_tool'],
  ['ai_nosuchtoolerror', 'unavailable_tool'],
  ['content_filter', 'refused'],
  ['sensitive', 'refused'],
  ['refusal', 'refused'],
  // Of a response that failed (openai 7.55.0, `ResponseError`).
  ['invalid_prompt', 'refused'],
  ['bio_policy', 'refused'],
  ['misalignment_policy_violation', 'refused'],
  ['image_content_policy_violation', 'refused'],
  ['invalid_image', 'invalid_parameter'],
  ['invalid_image_format', 'invalid_parameter'],
  ['invalid_base64_image', 'invalid_parameter'],
  ['image_parse_error', 'invalid_parameter'],
  ['image_too_small', 'invalid_parameter'],
  ['image_too_large', 'invalid_parameter'],
  ['image_file_too_large', 'invalid_parameter'],
  ['unsupported_image_media_type', 'invalid_parameter'],
  ['empty_image_file', 'invalid_parameter'],
  ['econnreset', 'network'],
  ['econnrefused', 'network'],
  ['enotfound', 'network'],
  ['etimedout', 'network'],
  ['eai_again', 'network'],
  ['epipe', 'network'],
  ['und_err_socket', 'network'],
  ['und_err_connect_timeout', 'network'],
  ['apiconnectionerror', 'network'],
  ['apiconnectiontimeouterror', 'network'],
]);

const BY_STATUS: ReadonlyMap<number, ErrorKind> = new Map<number, ErrorKind>([
  [401, 'auth'],
  [402, 'billing'],
  [403, 'auth'],
  [408, 'network'],
  [409, 'server'],
  [413, 'context_overflow'],
  [429, 'rate_limit'],
  [500, 'server'],
  [502, 'server'],
  [503, 'overloaded'],
  [504, 'server'],
  [529, 'overloaded'],
]);

const ABORTED = new Set(['aborterror', 'abort_err', 'apiuseraborterror', 'messageabortederror', '20']);

/**
 * Classifies an error of any sender. `null` when nothing is known about it. Never throws. In-stream errors have no
 * status, and a gateway may relabel one, so texts and codes take precedence over status numbers. Statuses that are
 * decisive on their own (401, 402, 403) take precedence over both.
 */
export function classifyError(error: unknown): ErrorClass | null {
  const facts = readFacts(error);
  const found = find(facts);
  if (!found) return null;
  const { kind, retryable = TRANSIENT.has(kind) } = found;
  const maxOutput = readMaxOutput(kind, facts.text);
  return {
    kind,
    retryable,
    ...readLocations(facts),
    ...(kind === 'context_overflow' && readOverflow(facts.text)),
    ...(maxOutput !== null && { maxOutput }),
  };
}

function readMaxOutput(kind: ErrorKind, text: string): number | null {
  if (kind === 'invalid_parameter') return readOutputLimit(text);
  return kind === 'billing' ? readAffordedOutput(text) : null;
}

function find(facts: ErrorFacts): { kind: ErrorKind; retryable?: boolean } | null {
  if (
    [...facts.codes].some((code) => ABORTED.has(code)) ||
    /^(request was aborted|this operation was aborted)/.test(facts.text)
  )
    return { kind: 'aborted' };
  if (facts.status === 401) return { kind: 'auth' };
  if (facts.status === 402) return { kind: 'billing' };
  // A gateway that answers 429 to everything also sends a matching code, so the text is checked first: it holds the
  // vendor's own message (A21).
  const codes = [...facts.codes].join(' ');
  const row = findRow(facts.text) ?? findRow(facts.text === '' ? codes : `${facts.text} ${codes}`);
  // A model that this key may not use is a key problem: OpenAI answers 403 with the code of a missing model.
  if (row && !(row.kind === 'model_not_found' && facts.status === 403)) return row;
  if (isBodyless(facts)) return { kind: 'context_overflow' };
  for (const code of facts.codes) {
    const kind = BY_CODE.get(code);
    if (kind) return { kind, ...(code === 'tool_use_failed' && { retryable: true }) };
  }
  if (facts.status === null) return findRow(facts.rest) ?? null;
  const kind = BY_STATUS.get(facts.status) ?? (facts.status >= 500 ? 'server' : 'unknown');
  return { kind };
}

function findRow(message: string): ErrorRow | undefined {
  return ERROR_ROWS.find(({ text, except }) => text.test(message) && !except?.test(message));
}

/** Cerebras answers an overflow with a bare 400 or 413 (C3). The SDK produces this text. */
function isBodyless({ text, vendor, status }: ErrorFacts): boolean {
  if (!/^(400|413) status code \(no body\)$/.test(text.trim()))
    return vendor === 'cerebras' && text === '' && status === 400;
  return vendor === null || vendor === 'cerebras' || text.startsWith('413');
}
