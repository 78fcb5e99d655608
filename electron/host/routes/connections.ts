import type { connectionEndpoints } from '#contract/connection.ts';
import type { NewConnection, ownConnectionEndpoints } from '#contract/own-connections.ts';
import { describeConnection, describeConnections } from './describe-connection.ts';
import type { HostServices } from './host-services.ts';
import { readKey } from '../base/read-key.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { VendorRow } from '../base/vendor-table.ts';

export const connectionHandlers = (parts: HostServices): Handlers<typeof connectionEndpoints> => ({
  connections: async () => ({ connections: await describeConnections(parts, await parts.connections.rows()) }),
});

export function ownConnectionHandlers(parts: HostServices): Handlers<typeof ownConnectionEndpoints> {
  const { connections, deps, events, facts } = parts;
  const sync = async () => facts.sync((await connections.rows()).map(({ id }) => id));

  /**
   * Adds nothing when the key can't be stored: a server that needs a key the user thinks they gave is worse than none.
   */
  async function add(given: NewConnection) {
    const row = await connections.add(given);
    if (given.key === undefined) return row;
    try {
      await deps.secrets.set(row.id, readKey(given.key));
    } catch (error) {
      await connections.remove(row.id);
      throw error;
    }
    await sync();
    return row;
  }

  /** Where no place for keys is chosen, there is none. */
  async function forgetKey({ id, needsKey }: VendorRow): Promise<void> {
    if (needsKey && (await deps.secrets.state()).kind !== 'unset') await deps.secrets.delete(id);
  }

  return {
    async addConnection({ body }) {
      const row = await add(body);
      events.emit({ type: 'connections-changed' });
      return describeConnection(parts, row);
    },
    async changeConnection({ params, body }) {
      const key = body.key === undefined ? undefined : readKey(body.key);
      const row = await connections.change(params.id, body, forgetKey);
      if (key !== undefined) await deps.secrets.set(row.id, key);
      await sync();
      events.emit({ type: 'connections-changed' });
      return describeConnection(parts, row);
    },
    async removeConnection({ params }) {
      const row = await connections.find(params.id);
      // The key first: once the server is removed, nobody could clean up its key.
      if (row.custom) await forgetKey(row);
      await connections.remove(row.id);
      await sync();
      events.emit({ type: 'connections-changed' });
    },
  };
}
