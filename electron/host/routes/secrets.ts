import type { secretEndpoints, SecretsState } from '#contract/secrets.ts';
import { reasonText } from '#core/reasons.ts';
import { describeConnection } from './describe-connection.ts';
import type { HostServices } from './host-services.ts';
import { HostError } from '../base/problem.ts';
import { readKey } from '../base/read-key.ts';
import { testKey } from './test-key.ts';
import type { Handlers } from '../base/to-routes.ts';

export function secretHandlers(parts: HostServices): Handlers<typeof secretEndpoints> {
  const { connections, consents, deps, events, facts, windows } = parts;
  const { secrets } = deps;

  async function keysChanged(): Promise<void> {
    await facts.sync((await connections.rows()).map(({ id }) => id));
    events.emit({ type: 'connections-changed' });
  }

  async function storeChanged(): Promise<SecretsState> {
    await keysChanged();
    // The key in the store proves the consents.
    await consents.refresh();
    events.emit({ type: 'mcp-changed' });
    events.emit({ type: 'config-changed' });
    events.emit({ type: 'secrets-changed' });
    return secrets.state();
  }

  return {
    secrets: () => secrets.state(),
    /** Setting the passphrase gives access to the keys under it. */
    async chooseSecretStore({ body }) {
      await secrets.choose(body);
      return storeChanged();
    },
    async unlockSecrets({ body, request }) {
      await secrets.unlock(body.passphrase);
      windows.admit(request);
      return storeChanged();
    },
    async resetSecrets() {
      await secrets.reset();
      return storeChanged();
    },
    async putKey({ params, body }) {
      const row = await connections.find(params.connection);
      if (row.auth === 'none') throw new HostError('bad_request', reasonText('key.notNeeded', { vendor: row.label }));
      await secrets.set(row.id, readKey(body.key));
      if (!row.needsKey) await connections.setNeedsKey(row.id, true);
      await keysChanged();
      return describeConnection(parts, await connections.find(row.id));
    },
    async deleteKey({ params }) {
      const row = await connections.find(params.connection);
      await secrets.delete(row.id);
      // A custom server may work without a key.
      if (row.custom) await connections.setNeedsKey(row.id, false);
      await keysChanged();
      return describeConnection(parts, await connections.find(row.id));
    },
    async testKey({ params, body: { key } }) {
      const row = await connections.find(params.connection);
      const used = row.auth === 'none' ? null : key === undefined ? await secrets.get(row.id) : readKey(key);
      if (used === null && row.needsKey) throw new HostError('key_missing');
      return testKey(parts, row, used);
    },
  };
}
