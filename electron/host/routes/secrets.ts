import { z } from 'zod';
import { ChooseSecretStore, PutKey, UnlockSecrets } from '#contract/secrets.ts';
import { describeConnection } from './describe-connection.ts';
import type { HostServices } from './host-services.ts';
import { HostError } from '../base/problem.ts';
import { readJson } from '../base/read-body.ts';
import { readKey } from '../base/read-key.ts';
import { testKey } from './test-key.ts';
import type { VendorRow } from '../base/vendor-table.ts';
import { type Route, type RouteCall, json } from '../base/route.ts';

const TestBody = z.object({ key: PutKey.shape.key.optional() });

export function secretRoutes(parts: HostServices): Route[] {
  const { connections, consents, deps, events, facts, windows } = parts;
  const { secrets } = deps;

  async function keysChanged(): Promise<void> {
    await facts.sync((await connections.rows()).map(({ id }) => id));
    events.emit({ type: 'connections-changed' });
  }

  async function storeChanged(): Promise<Response> {
    await keysChanged();
    // The key in the store proves the consents.
    await consents.refresh();
    events.emit({ type: 'mcp-changed' });
    events.emit({ type: 'config-changed' });
    events.emit({ type: 'secrets-changed' });
    return json(await secrets.state());
  }

  function mayHaveKey(row: VendorRow): VendorRow {
    if (row.auth === 'none') throw new HostError('bad_request', `${row.label} needs no key.`);
    return row;
  }

  async function putKey({ request, param }: RouteCall): Promise<Response> {
    const row = mayHaveKey(await connections.find(param('connection')));
    const { key } = await readJson(request, PutKey);
    await secrets.set(row.id, readKey(key));
    if (!row.needsKey) await connections.setNeedsKey(row.id, true);
    await keysChanged();
    return json(await describeConnection(parts, await connections.find(row.id)));
  }

  async function deleteKey({ param }: RouteCall): Promise<Response> {
    const row = await connections.find(param('connection'));
    await secrets.delete(row.id);
    // A custom server may work without a key.
    if (row.custom) await connections.setNeedsKey(row.id, false);
    await keysChanged();
    return json(await describeConnection(parts, await connections.find(row.id)));
  }

  async function tryKey({ request, param }: RouteCall): Promise<Response> {
    const row = await connections.find(param('connection'));
    const { key } = await readJson(request, TestBody);
    const used = row.auth === 'none' ? null : key === undefined ? await secrets.get(row.id) : readKey(key);
    if (used === null && row.needsKey) throw new HostError('key_missing');
    return json(await testKey(parts, row, used));
  }

  return [
    { path: '/api/secrets', methods: { GET: async () => json(await secrets.state()) } },
    {
      path: '/api/secrets/choose',
      methods: {
        POST: async ({ request }) => {
          const choice = await readJson(request, ChooseSecretStore);
          // Setting the passphrase gives access to the keys under it.
          windows.answering(request);
          await secrets.choose(choice);
          return storeChanged();
        },
      },
    },
    {
      path: '/api/secrets/unlock',
      methods: {
        POST: async ({ request }) => {
          const { passphrase } = await readJson(request, UnlockSecrets);
          await secrets.unlock(passphrase);
          windows.admit(request);
          return storeChanged();
        },
      },
    },
    {
      path: '/api/secrets/reset',
      methods: {
        POST: async ({ request }) => {
          await readJson(request, z.object({}));
          windows.answering(request);
          await secrets.reset();
          return storeChanged();
        },
      },
    },
    { path: '/api/secrets/keys/:connection', methods: { PUT: putKey, DELETE: deleteKey } },
    { path: '/api/secrets/keys/:connection/test', methods: { POST: tryKey } },
  ];
}
