import type { ErrorKind } from './error.ts';
import { ERROR_ROWS, type ErrorRow } from './errors/error-table.ts';
import { type ErrorFacts, readFacts } from './errors/read-facts.ts';

export interface ErrorClass {
  kind: ErrorKind;
  /** The same request may succeed later. A permanent 400 never does. */
  retryable: boolean;
  /** Index in the wire body's own message list. */
  messageIndex?: number;
  toolName?: string;
  toolIndex?: number;
  /** Tokens of the request and the limit, from overflow texts. */
  current?: number;
  max?: number;
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
  ['request_too_large', 'context_overflow'],
  ['context_length_exceeded', 'context_overflow'],
  ['model_context_window_exceeded', 'context_overflow'],
  ['invalid_encrypted_content', 'invalid_signature'],
  ['content_filter', 'refused'],
  ['refusal', 'refused'],
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

const ABORTED = new Set(['aborterror', 'abort_err', 'apiuseraborterror', '20']);

/**
 * What an error means, whoever sent it; null when nothing is known about it. Total: it never throws.
 * An in-stream error has no status, a gateway may relabel one: words and codes are believed before status numbers,
 * a status that settles the matter by itself (401, 402, 403) before both.
 */
export function classifyError(error: unknown): ErrorClass | null {
  const facts = readFacts(error);
  const found = find(facts);
  if (!found) return null;
  const { kind, retryable = TRANSIENT.has(kind) } = found;
  return { kind, retryable, ...places(facts), ...(kind === 'context_overflow' && numbers(facts.text)) };
}

function find(facts: ErrorFacts): { kind: ErrorKind; retryable?: boolean } | null {
  if (
    [...facts.codes].some((code) => ABORTED.has(code)) ||
    /^(request was aborted|this operation was aborted)/.test(facts.text)
  )
    return { kind: 'aborted' };
  if (facts.status === 401) return { kind: 'auth' };
  if (facts.status === 402) return { kind: 'billing' };
  const row = ERROR_ROWS.find((candidate) => matches(candidate, facts));
  if (row) return row;
  if (isBodyless(facts)) return { kind: 'context_overflow' };
  for (const code of facts.codes) {
    const kind = BY_CODE.get(code);
    if (kind) return { kind, ...(code === 'tool_use_failed' && { retryable: true }) };
  }
  if (facts.status === null) return null;
  const kind = BY_STATUS.get(facts.status) ?? (facts.status >= 500 ? 'server' : 'unknown');
  return { kind };
}

function matches({ text, except }: ErrorRow, facts: ErrorFacts): boolean {
  const words = facts.text === '' ? [...facts.codes].join(' ') : `${facts.text} ${[...facts.codes].join(' ')}`;
  return text.test(words) && !except?.test(words);
}

/** Cerebras answers an overflow with 400 or 413 and nothing else (C3); the SDK makes these words of it. */
function isBodyless({ text, vendor, status }: ErrorFacts): boolean {
  if (!/^(400|413) status code \(no body\)$/.test(text.trim()))
    return vendor === 'cerebras' && text === '' && status === 400;
  return vendor === null || vendor === 'cerebras' || text.startsWith('413');
}

function places({ text, original }: ErrorFacts): Partial<ErrorClass> {
  const message = /(?:messages|contents|input)(?:\.|\[)(\d+)/.exec(text)?.[1];
  const tool = /function_declarations\[(\d+)\]/.exec(text)?.[1] ?? /\btools(?:\.|\[)(\d+)/.exec(text)?.[1];
  const name =
    /attempted to call tool '([^']+)'/i.exec(original)?.[1] ??
    /parameters for tool (\S+) did not match/i.exec(original)?.[1] ??
    /invalid schema for function '([^']+)'/i.exec(original)?.[1] ??
    /function call (?:default_api:)?([\w.-]+), position/i.exec(original)?.[1] ??
    /(?:no such tool|unknown tool|unavailable tool):? ['"]?([\w./-]+)/i.exec(original)?.[1];
  return {
    ...(message !== undefined && { messageIndex: Number(message) }),
    ...(tool !== undefined && { toolIndex: Number(tool) }),
    ...(name !== undefined && { toolName: name }),
  };
}

const NUMBER = '([\\d,]+)';

/** Texts with both numbers; `c` is the request, `m` the limit. */
const OVERFLOW_NUMBERS: readonly { order: 'cm' | 'mc' | 'm' | 'c'; text: RegExp }[] = [
  { order: 'cm', text: new RegExp(`too long: ${NUMBER} tokens > ${NUMBER}`) },
  {
    order: 'cm',
    text: new RegExp(
      `token count (?:of )?\\(?${NUMBER}\\)? exceeds the (?:maximum number of tokens allowed|limit of) \\(?${NUMBER}`,
    ),
  },
  { order: 'cm', text: new RegExp(`contains ${NUMBER} tokens.*?model with ${NUMBER} maximum`) },
  { order: 'cm', text: new RegExp(`request \\(${NUMBER} tokens\\) exceeds the available context size \\(${NUMBER}`) },
  { order: 'mc', text: new RegExp(`maximum prompt length is ${NUMBER} but the request contains ${NUMBER}`) },
  {
    order: 'mc',
    text: new RegExp(
      `maximum context length is ${NUMBER} tokens.*?(?:resulted in|requested(?: about)?|your (?:prompt|request|input) (?:contains|has)) ${NUMBER}`,
    ),
  },
  { order: 'mc', text: new RegExp(`token limit:? ${NUMBER} \\(requested:? ${NUMBER}`) },
  { order: 'm', text: new RegExp(`maximum context length (?:is|of) ${NUMBER}`) },
  { order: 'm', text: new RegExp(`context size \\(${NUMBER}`) },
  { order: 'm', text: new RegExp(`range of input length should be \\[\\d+, ?${NUMBER}`) },
  { order: 'm', text: new RegExp(`exceeds the limit of ${NUMBER}`) },
];

function numbers(text: string): { current?: number; max?: number } {
  const sum = /exceed context limit: ([\d,]+) \+ ([\d,]+) > ([\d,]+)/.exec(text);
  if (sum) return { current: count(sum[1]) + count(sum[2]), max: count(sum[3]) };
  for (const row of OVERFLOW_NUMBERS) {
    const match = row.text.exec(text);
    if (!match) continue;
    const [first, second] = [count(match[1]), count(match[2])];
    if (row.order === 'cm') return { current: first, max: second };
    if (row.order === 'mc') return { current: second, max: first };
    return row.order === 'm' ? { max: first } : { current: first };
  }
  return {};
}

function count(digits: string | undefined): number {
  return Number((digits ?? '0').replaceAll(',', ''));
}
