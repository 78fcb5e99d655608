import type { ErrorKind } from '#core/error.ts';
import type { Vendor } from '#core/vendor.ts';

export interface FailureFacts {
  vendor: Vendor;
  status: number | undefined;
  code: string | undefined;
  message: string;
  body: unknown;
}

const RETRYABLE: ReadonlySet<ErrorKind> = new Set(['rate_limit', 'overloaded', 'server', 'network']);

function kindOf({ status, code, message }: FailureFacts): ErrorKind {
  const text = `${code ?? ''} ${message}`.toLowerCase();
  if (/overloaded/.test(text) || status === 529) return 'overloaded';
  if (status === 429 || /rate_limit|resource_exhausted/.test(text)) return 'rate_limit';
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'billing';
  if (/context_length|context window|too long|maximum context/.test(text) || status === 413) return 'context_overflow';
  if (/signature/.test(text)) return 'invalid_signature';
  if (status !== undefined && status >= 500) return 'server';
  if (/api_error|server_error|internal/.test(text)) return 'server';
  return 'unknown';
}

export function classifyFailure(facts: FailureFacts): { kind: ErrorKind; retryable: boolean } {
  const kind = kindOf(facts);
  return { kind, retryable: RETRYABLE.has(kind) };
}
