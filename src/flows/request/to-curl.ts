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
}

/**
 * Returns the request as a command for a POSIX shell. Everything from the request is quoted. The key is named as an
 * environment variable, because Baton's page doesn't have it.
 */
export function toCurl(request: CapturedRequest, sender: Sender): string {
  const body = JSON.stringify(request.body);
  const large = new TextEncoder().encode(body).length > MAX_ARGUMENT_LENGTH;
  const headers = Object.entries(request.headers)
    .filter(([name, value]) => value !== '***' && name.toLowerCase() !== 'content-length')
    .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const lines = [
    `curl --no-buffer -X ${quote(request.method)} ${quote(request.url)}`,
    ...(sender.needsKey ? [`-H "${keyHeader(sender)}"`] : []),
    ...headers,
    large ? `--data-binary @- <<'${END}'` : `--data-raw ${quote(body)}`,
  ];
  const command = lines.join(' \\\n  ');
  // The JSON text has no line breaks of its own, so none of its lines can be the end mark.
  return large ? `${command}\n${body}\n${END}\n` : command;
}

function keyHeader({ vendor, protocol, custom }: Sender): string {
  const row = VENDOR_TABLE[vendor];
  const key = `$${(custom ? undefined : row.key?.variable) ?? 'API_KEY'}`;
  const auth = custom ? PROTOCOL_AUTH[protocol] : row.auth;
  return auth === 'x-api-key' || auth === 'x-goog-api-key' ? `${auth}: ${key}` : `Authorization: Bearer ${key}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
