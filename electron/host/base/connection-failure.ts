import { reasonText } from '#core/reasons.ts';

/** What error codes of a failed connection mean; the first match wins. */
const MEANINGS = [
  [/^ENOTFOUND$/, 'vendor.unknownName'],
  [/^EAI_/, 'vendor.noNames'],
  [/^ECONNREFUSED$/, 'vendor.nothingThere'],
  [/^(ECONNRESET|EPIPE)$/, 'vendor.reset'],
  [/TIMEDOUT$|_TIMEOUT$/, 'vendor.tooLong'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/, 'vendor.noWay'],
  [/SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, 'vendor.untrusted'],
  [/^CERT_HAS_EXPIRED$/, 'vendor.expired'],
  [/ALTNAME_INVALID$/, 'vendor.otherName'],
  [/^(ERR_SSL|EPROTO)/, 'vendor.tls'],
  [/^HPE_/, 'vendor.notHttp'],
] as const;

/** The code may be on a nested cause, or on the attempts of an AggregateError when a name has several addresses. */
export function codeOf(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 4) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
}

/** Why nobody answered at an address, as a reason for the user; `null` for an error without a known code. */
export function connectionFailure(at: { vendor: string; host: string }, error: unknown): string | null {
  const code = codeOf(error) ?? '';
  const meaning = MEANINGS.find(([pattern]) => pattern.test(code))?.[1];
  return meaning === undefined ? null : reasonText(meaning, { ...at, code });
}
