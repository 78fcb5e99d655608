import type { Connection } from '#contract/connection.ts';
import type { KeyFacts } from '../base/account.ts';
import { networkOf } from '../base/base-url.ts';
import type { HostServices } from './host-services.ts';
import type { VendorRow } from '../base/vendor-table.ts';

/** Practice vendors have no key. Their signed parts are valid on every machine. */
const PRACTICE_ACCOUNT = 'practice';

function describe(row: VendorRow, facts: KeyFacts | undefined): Connection {
  const network = row.practice ? 'forbidden' : networkOf(new URL(row.baseUrl).hostname);
  return {
    id: row.id,
    label: row.label,
    vendor: row.vendor,
    protocol: row.protocol,
    baseUrl: row.baseUrl,
    practice: row.practice,
    custom: row.custom,
    needsKey: row.needsKey,
    configured: !row.needsKey || facts !== undefined,
    last4: facts?.last4 ?? null,
    account: row.practice ? PRACTICE_ACCOUNT : (facts?.account ?? null),
    keyUrl: row.keyUrl,
    ...(row.models && { models: [...row.models] }),
    ...(row.headers && { headers: { ...row.headers } }),
    ...(row.apiVersion !== undefined && { apiVersion: row.apiVersion }),
    ...(row.auth === 'api-key' && { auth: row.auth }),
    ...(network === 'forbidden' ? {} : { network }),
  };
}

/** Returns connections as the page may see them, without the keys. */
export async function describeConnections(
  { facts }: Pick<HostServices, 'facts'>,
  rows: readonly VendorRow[],
): Promise<Connection[]> {
  const keyFacts = await facts.all(rows.map(({ id }) => id));
  return rows.map((row) => describe(row, keyFacts.get(row.id)));
}

export async function describeConnection(parts: Pick<HostServices, 'facts'>, row: VendorRow): Promise<Connection> {
  const keyFacts = await parts.facts.all([row.id]);
  return describe(row, keyFacts.get(row.id));
}
