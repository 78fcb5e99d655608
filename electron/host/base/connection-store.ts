import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { ChangedConnection, NewConnection } from '#contract/own-connections.ts';
import { VENDORS } from '#core/vendor.ts';
import { PROTOCOLS } from '#core/vendors/base/protocol.ts';
import { isOwnHeader, MAX_OWN_HEADERS } from '#core/own-headers.ts';
import { reasonText } from '#core/reasons.ts';
import { readBaseUrl } from './base-url.ts';
import type { Clock } from './deps.ts';
import { readText, renameToBackup, writePrivate } from './private-file.ts';
import { HostError } from './problem.ts';
import { createQueue } from './serialize.ts';
import { PRACTICE_ROWS, VENDOR_ROWS, type CustomServer, type VendorRow, customRow } from './vendor-table.ts';

const Server = z.object({
  id: z.string().regex(/^custom-[0-9a-f]{12}$/),
  label: z.string().min(1).max(80),
  protocol: z.enum(PROTOCOLS),
  vendor: z.enum(VENDORS).exactOptional(),
  auth: z.literal('api-key').exactOptional(),
  apiVersion: z.string().exactOptional(),
  models: z.array(z.string()).exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  baseUrl: z.string(),
  needsKey: z.boolean(),
});
const ConnectionsFile = z.object({ version: z.literal(1), servers: z.array(Server).max(200) });

/** Refuses what may not go out with every request. What is written by hand passes the same checks. */
function checkServer(server: CustomServer): CustomServer {
  const { headers = {}, apiVersion, models = [] } = server;
  const refused = Object.entries(headers).find(([name, value]) => !isOwnHeader(name, value));
  if (refused) throw new HostError('bad_request', reasonText('connection.header', { name: refused[0].slice(0, 100) }));
  if (Object.keys(headers).length > MAX_OWN_HEADERS)
    throw new HostError('bad_request', reasonText('connection.headers'));
  if (apiVersion !== undefined && !/^[\w.-]{1,40}$/.test(apiVersion))
    throw new HostError('bad_request', reasonText('connection.version'));
  if (models.some((name) => name.trim() === '')) throw new HostError('bad_request', reasonText('connection.model'));
  return { ...server, baseUrl: readBaseUrl(server.baseUrl, server.protocol) };
}

export interface ConnectionStore {
  /** Lists built-in servers first, then the user's own in the order they were added. */
  rows(): Promise<readonly VendorRow[]>;
  /** Throws `unknown_connection`. */
  find(id: string): Promise<VendorRow>;
  /** `readBaseUrl` validates the address. */
  add(connection: NewConnection): Promise<VendorRow>;
  /** Replaces a server of the user's. `onMove` is awaited before an address at another server is stored. */
  change(id: string, connection: ChangedConnection, onMove: (from: VendorRow) => Promise<void>): Promise<VendorRow>;
  setNeedsKey(id: string, needsKey: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** The problem with the file of the user's own servers, if there is one. */
  warning(): Promise<string | null>;
}

export interface ConnectionStoreOptions {
  home: string;
  clock: Pick<Clock, 'now'>;
  practice: boolean;
}

export function createConnectionStore({ home, clock, practice }: ConnectionStoreOptions): ConnectionStore {
  const file = join(home, 'connections.json');
  const builtIn = [...(practice ? PRACTICE_ROWS : []), ...VENDOR_ROWS];
  const enqueue = createQueue();
  let loaded: Promise<{ servers: CustomServer[]; warning: string | null }> | null = null;

  function parse(text: string): CustomServer[] {
    const { servers } = ConnectionsFile.parse(JSON.parse(text));
    return servers.map(checkServer);
  }

  async function read(): Promise<{ servers: CustomServer[]; warning: string | null }> {
    const text = await readText(file);
    if (text === null) return { servers: [], warning: null };
    try {
      return { servers: parse(text), warning: null };
    } catch {
      const backup = await renameToBackup(file, clock.now());
      return { servers: [], warning: reasonText('connections.unreadable', { backup: backup ?? '' }) };
    }
  }

  const load = () =>
    (loaded ??= read().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));

  function change(edit: (servers: CustomServer[]) => CustomServer[]): Promise<void> {
    return enqueue(async () => {
      const { servers, warning } = await load();
      const next = edit(servers);
      await writePrivate(file, `${JSON.stringify({ version: 1, servers: next }, null, 2)}\n`);
      loaded = Promise.resolve({ servers: next, warning });
    });
  }

  async function findOwn(id: string): Promise<CustomServer> {
    const server = (await load()).servers.find((one) => one.id === id);
    if (server) return server;
    await find(id);
    throw new HostError('bad_request', reasonText('connection.builtIn'));
  }

  async function rows(): Promise<readonly VendorRow[]> {
    return [...builtIn, ...(await load()).servers.map(customRow)];
  }

  async function find(id: string): Promise<VendorRow> {
    const row = (await rows()).find((one) => one.id === id);
    if (!row) throw new HostError('unknown_connection');
    return row;
  }

  return {
    rows,
    find,
    async add({ key, ...given }) {
      const id = `custom-${randomBytes(6).toString('hex')}`;
      const server = checkServer({ id, ...given, needsKey: key !== undefined });
      await change((servers) => [...servers, server]);
      return customRow(server);
    },
    async change(id, { key, ...given }, onMove) {
      const before = await findOwn(id);
      const { vendor } = before;
      const server = checkServer({
        id,
        ...given,
        ...(vendor && given.protocol === before.protocol && { vendor }),
        needsKey: before.needsKey || key !== undefined,
      });
      if (new URL(server.baseUrl).origin !== new URL(before.baseUrl).origin) {
        server.needsKey = key !== undefined;
        await onMove(customRow(before));
      }
      await change((servers) => servers.map((one) => (one.id === id ? server : one)));
      return find(id);
    },
    setNeedsKey: (id, needsKey) =>
      change((servers) => servers.map((one) => (one.id === id ? { ...one, needsKey } : one))),
    async remove(id) {
      await findOwn(id);
      await change((servers) => servers.filter((one) => one.id !== id));
    },
    warning: async () => (await load()).warning,
  };
}
