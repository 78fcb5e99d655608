import type { ErrorKind, ModelError } from '#core/error.ts';
import { SIGHTLESS, UNREADABLE } from '#core/errors/media-rows.ts';
import { needsResponses } from '#core/errors/needs-responses.ts';

/**
 * Failures that need the same action from the user. Titles and explanations are `error.<advice>.title` and `.body` in
 * their catalog.
 */
export type Advice =
  | 'key'
  | 'locked'
  | 'money'
  | 'quota'
  | 'rate'
  | 'busy'
  | 'vendor'
  | 'network'
  | 'cut'
  | 'endless'
  | 'paused'
  | 'page'
  | 'silent'
  | 'form'
  | 'gone'
  | 'host'
  | 'window'
  | 'long'
  | 'message'
  | 'thinking'
  | 'tools'
  | 'request'
  | 'unreadable'
  | 'sight'
  | 'refused'
  | 'model'
  | 'protocol'
  | 'stopped'
  | 'unknown';

export type ErrorAction =
  | 'retry'
  | 'continue'
  | 'summarize'
  | 'fork'
  | 'settings'
  | 'responses'
  | 'unlock'
  | 'model'
  | 'lists'
  | 'vendorPage';

export interface AdviceRow {
  advice: Advice;
  /** The most useful first. */
  actions: readonly ErrorAction[];
}

const row = (advice: Advice, ...actions: ErrorAction[]): AdviceRow => ({ advice, actions });

const BY_KIND: Record<ErrorKind, AdviceRow> = {
  aborted: row('stopped', 'retry'),
  auth: row('key', 'settings', 'model'),
  billing: row('money', 'vendorPage', 'model'),
  quota: row('quota', 'vendorPage', 'model'),
  rate_limit: row('rate', 'retry', 'model'),
  overloaded: row('busy', 'retry', 'model'),
  server: row('vendor', 'retry', 'model'),
  network: row('network', 'retry', 'settings'),
  cut_off: row('cut', 'retry'),
  not_an_answer: row('form', 'settings', 'retry'),
  model_not_found: row('gone', 'model', 'lists'),
  context_overflow: row('long', 'summarize', 'model', 'fork'),
  invalid_signature: row('thinking', 'retry', 'model'),
  prefix_binding: row('thinking', 'retry', 'model'),
  thinking_modified: row('thinking', 'retry', 'model'),
  thinking_block_order: row('thinking', 'retry', 'model'),
  thinking_disabled_violation: row('thinking', 'retry', 'model'),
  missing_thought_signature: row('thinking', 'retry', 'model'),
  prefill_unsupported: row('request', 'model'),
  tool_result_missing: row('tools', 'retry', 'model'),
  orphan_tool_result: row('tools', 'retry', 'model'),
  tool_pairing: row('tools', 'retry', 'model'),
  unavailable_tool: row('tools', 'retry', 'model'),
  empty_content: row('request', 'retry', 'model'),
  invalid_tool_schema: row('tools', 'model'),
  unsupported_parameter: row('request', 'model'),
  invalid_parameter: row('request', 'model'),
  refused: row('refused', 'model', 'retry'),
  unknown: row('unknown', 'retry'),
};

/**
 * Codes of Baton itself and its host (flows/base/resolve-target.ts, flows/request/compile-request.ts,
 * contract/problem.ts, vendors/base/model-error.ts, vendors/base/non-answer-error.ts, vendors/base/bound-answer.ts).
 */
const BY_CODE: Readonly<Record<string, AdviceRow>> = {
  no_model: row('model', 'model'),
  unknown_connection: row('model', 'model', 'settings'),
  key_missing: row('key', 'settings', 'model'),
  secrets_locked: row('locked', 'unlock'),
  secrets_unset: row('key', 'settings'),
  host_unreachable: row('host', 'retry'),
  earlier_window: row('window', 'retry'),
  upstream_unreachable: row('network', 'retry', 'settings'),
  upstream_redirect: row('page', 'retry', 'settings'),
  pause_turn: row('paused'),
  message_too_long: row('message', 'model', 'fork'),
  answer_too_long: row('endless', 'retry', 'model'),
  web_page: row('page', 'retry', 'settings'),
  no_content: row('silent', 'retry', 'settings'),
};

/** Codes of Baton itself in errors that name the vendor: it answered, but not as its protocol says. */
const OWN_CODES: ReadonlySet<string | undefined> = new Set([
  'answer_too_long',
  'idle_timeout',
  'incomplete_stream',
  'malformed_stream',
  'no_content',
  'unexpected_content_type',
  'web_page',
]);

/** What the vendor itself reported beside its message. Nothing where the error is Baton's own or its host's. */
export function vendorFacts({ vendor, status, code }: ModelError): Pick<ModelError, 'status' | 'code'> {
  if (vendor === undefined) return {};
  return { ...(status !== undefined && { status }), ...(code !== undefined && !OWN_CODES.has(code) && { code }) };
}

const OTHER_PROTOCOL = row('protocol', 'responses', 'settings', 'model');

/** Of what a vendor refuses for a value in it: whether that is a picture or a file. */
function refusedMedia({ kind, message = '' }: Partial<Pick<ModelError, 'kind' | 'message'>>): AdviceRow | null {
  if (kind !== 'invalid_parameter') return null;
  if (SIGHTLESS.test(message)) return row('sight', 'model');
  return UNREADABLE.test(message) ? row('unreadable', 'model') : null;
}

/** Nothing was sent because a key was missing. */
const WAITING: ReadonlySet<string | undefined> = new Set(['key_missing', 'secrets_locked', 'secrets_unset']);

/** Whether the message was waiting for a key and can be sent once there is one. */
export function waitsForKey({ code }: Pick<ModelError, 'code'>): boolean {
  return WAITING.has(code);
}

/**
 * The text and actions for a failure. The code is more specific than the kind. `partial`: part of the answer exists and
 * can be continued. This doesn't apply after a refusal, because the same words would be refused again (vendor-rules
 * A36). `own`: of a connection that the user has added, whose address may be the reason.
 */
export function adviceFor(
  error: Pick<ModelError, 'kind' | 'code' | 'status'> & Partial<Pick<ModelError, 'message' | 'vendor'>>,
  { partial = false, own = false } = {},
): AdviceRow {
  const byCode = error.code !== undefined && Object.hasOwn(BY_CODE, error.code) ? BY_CODE[error.code] : undefined;
  // A server that lacks the model says so in words that are known. This one has nothing at the address.
  const kind = own && error.kind === 'unknown' && error.status === 404 ? 'not_an_answer' : error.kind;
  const { advice, actions } =
    byCode ?? (needsResponses(error) ? OTHER_PROTOCOL : (refusedMedia(error) ?? BY_KIND[kind]));
  if (!partial || error.kind === 'refused') return { advice, actions };
  return { advice, actions: ['continue', 'retry', ...actions.filter((action) => action !== 'retry')] };
}

/** Everything a vendor's support would ask for, without secrets. `problem`: a code of Baton itself. */
export function errorDetails(error: ModelError, at: number): string {
  const { status, code } = vendorFacts(error);
  return [
    error.message,
    '',
    ...Object.entries({
      vendor: error.vendor,
      kind: error.kind,
      status,
      code,
      problem: code === undefined ? error.code : undefined,
      'request id': error.requestId,
      time: new Date(at).toISOString(),
    })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${String(value)}`),
  ].join('\n');
}
