import type { KeyTest } from '#contract/secrets.ts';
import { reasonText } from '#core/reasons.ts';
import { isWebPage } from '#core/web-page.ts';
import type { HostServices } from './host-services.ts';
import { messageIn } from '../base/message-in.ts';
import { HostError } from '../base/problem.ts';
import type { VendorRow } from '../base/vendor-table.ts';
import { headersToVendor } from '../base/wire-headers.ts';

const TIMEOUT_MS = 20_000;

const failed = (message: string, status: number | null = null): KeyTest => ({
  ok: false,
  message,
  status,
});

/** Sends a cheap request to the vendor. A refusal is an answer, not a failure. */
export async function testKey(
  { callVendor, deps }: Pick<HostServices, 'callVendor' | 'deps'>,
  row: VendorRow,
  key: string | null,
): Promise<KeyTest> {
  const timeout = new AbortController();
  const timer = deps.clock.setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    const headers = headersToVendor(
      new Headers({
        accept: 'application/json',
        ...(row.protocol === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {}),
      }),
      `Baton/${deps.version}`,
    );
    const url = new URL(`${row.baseUrl}/${row.test}`);
    const response = await callVendor(row, { method: 'GET', url, headers, key, signal: timeout.signal });
    const text = await response.text();
    if (response.ok && isWebPage(text))
      return failed(reasonText('vendor.page', { vendor: row.label, host: url.host }), response.status);
    if (response.ok) return { ok: true, message: '', status: response.status };
    // A wrong address, or one without a list, as Bedrock's and Azure's for Claude, and Perplexity's are (docs, 2026-11).
    if (row.custom && response.status === 404)
      return failed(reasonText('vendor.noList', { vendor: row.label, host: url.host }), 404);
    const message = messageIn(text) || reasonText('vendor.status', { vendor: row.label, status: response.status });
    return failed(key === null ? message : message.replaceAll(key, '[key]'), response.status);
  } catch (error) {
    if (timeout.signal.aborted)
      return failed(reasonText('vendor.late', { vendor: row.label, seconds: TIMEOUT_MS / 1000 }));
    if (error instanceof HostError) return failed(error.message);
    deps.log.write('warn', 'key-test.failed', { connection: row.id, error });
    return failed(reasonText('vendor.lost', { vendor: row.label }));
  } finally {
    deps.clock.clearTimeout(timer);
  }
}
