import { ConnectionList, NewConnection } from '#contract/connection.ts';
import { describeConnection, describeConnections } from './describe-connection.ts';
import type { HostServices } from './host-services.ts';
import { readJson } from '../base/read-body.ts';
import { readKey } from '../base/read-key.ts';
import { type Route, json, noContent } from '../base/route.ts';

export function vendorRoutes(parts: HostServices): Route[] {
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

  return [
    {
      path: '/api/vendors',
      methods: {
        GET: async () =>
          json(ConnectionList.parse({ connections: await describeConnections(parts, await connections.rows()) })),
        POST: async ({ request }) => {
          const row = await add(await readJson(request, NewConnection));
          events.emit({ type: 'connections-changed' });
          return json(await describeConnection(parts, row), 201);
        },
      },
    },
    {
      path: '/api/vendors/:id',
      methods: {
        DELETE: async ({ param }) => {
          const row = await connections.find(param('id'));
          // The key first: once the server is removed, nobody could clean up its key.
          if (row.custom && row.needsKey) await deps.secrets.delete(row.id);
          await connections.remove(row.id);
          await sync();
          events.emit({ type: 'connections-changed' });
          return noContent();
        },
      },
    },
  ];
}
