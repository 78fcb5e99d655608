import type { Vendor } from '#core/vendor.ts';
import { PROTOCOL_AUTH, type Protocol } from '#core/vendors/base/protocol.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import type { CapturedRequest } from '#vendors/base/base-ai-service.ts';

/** Linux accepts no single argument longer than 128 KiB. A body near that size goes through standard input. */
const MAX_ARGUMENT_LENGTH = 100_000;
const END = 'END_OF_BODY';

interface Sender {
  vendor: Vendor;
  protocol: Protocol;
  /** The user's own server. Its key is not the vendor's. */
  custom: boolean;
  needsKey: boolean;
  /** What the host adds to every request of this connection. */
  auth?: 'api-key';
  headers?: Readonly<Record<string, string>>;
  apiVersion?: string;
}

/**
 * Returns the request as a command for a POSIX shell. Everything from the request is quoted. The key is named as an
 * environment variable, because Baton's page doesn't have it.
 */
export function toCurl(request: CapturedRequest, sender: Sender): string {
  const body = JSON.stringify(request.body);
  const large = new TextEncoder().encode(body).length > MAX_ARGUMENT_LENGTH;
  const headers = Object.entries({ ...sender.headers, ...request.headers })
    .filter(([name, value]) => value !== '***' && name.toLowerCase() !== 'content-length')
    .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const lines = [
    `curl --no-buffer -X ${quote(request.method)} ${quote(urlOf(request.url, sender))}`,
    ...(sender.needsKey ? [`-H "${keyHeader(sender)}"`] : []),
    ...headers,
    large ? `--data-binary @- <<'${END}'` : `--data-raw ${quote(body)}`,
  ];
  const command = lines.join(' \\\n  ');
  // The JSON text has no line breaks of its own, so none of its lines can be the end mark.
  return large ? `${command}\n${body}\n${END}\n` : command;
}

function urlOf(given: string, { apiVersion }: Sender): string {
  if (apiVersion === undefined) return given;
  const url = new URL(given);
  url.searchParams.set('api-version', apiVersion);
  return url.href;
}

function keyHeader({ vendor, protocol, custom, auth: own }: Sender): string {
  const row = VENDOR_TABLE[vendor];
  const key = `$${(custom ? undefined : row.key?.variable) ?? 'API_KEY'}`;
  const auth = own ?? (custom ? PROTOCOL_AUTH[protocol] : row.auth);
  return auth === 'bearer' || auth === 'none' ? `Authorization: Bearer ${key}` : `${auth}: ${key}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
