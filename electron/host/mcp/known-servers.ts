import { join } from 'node:path';
import { z } from 'zod';
import { readText, writePrivate } from '../base/private-file.ts';
import { createQueue } from '../base/serialize.ts';
import type { ServerInfo } from './bridge/protocol-versions.ts';
import type { Tool } from './bridge/tool-list.ts';

const Known = z.object({
  /** Hash of the definition it was started with; another definition is another server. */
  definition: z.string(),
  info: z.object({
    protocolVersion: z.string(),
    capabilities: z.record(z.string(), z.unknown()),
    serverInfo: z.record(z.string(), z.unknown()),
    instructions: z.string().nullable(),
  }),
  tools: z.array(z.looseObject({ name: z.string() })),
});
const File = z.object({ version: z.literal(1), servers: z.record(z.string(), Known) });

export interface KnownServer {
  info: ServerInfo;
  tools: readonly Tool[];
}

/** What each server reported when it last ran, so that listing its tools doesn't start it. */
export interface KnownServers {
  get(id: string, definition: string): Promise<KnownServer | null>;
  set(id: string, definition: string, known: KnownServer): Promise<void>;
  forget(id: string): Promise<void>;
}

/**
 * A cache: unreadable entries are learned again at the next start. Consents are not in it (consents/consent-store.ts).
 */
export function createKnownServers(home: string): KnownServers {
  const file = join(home, 'mcp-known.json');
  const enqueue = createQueue();
  let loaded: Promise<z.infer<typeof File>['servers']> | null = null;

  async function read(): Promise<z.infer<typeof File>['servers']> {
    const text = await readText(file);
    if (text === null) return {};
    try {
      return File.parse(JSON.parse(text)).servers;
    } catch {
      return {};
    }
  }

  const load = () =>
    (loaded ??= read().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));

  function change(edit: (servers: Map<string, z.infer<typeof Known>>) => boolean): Promise<void> {
    return enqueue(async () => {
      const servers = new Map(Object.entries(await load()));
      if (!edit(servers)) return;
      const next = Object.fromEntries(servers);
      await writePrivate(file, `${JSON.stringify({ version: 1, servers: next })}\n`);
      loaded = Promise.resolve(next);
    });
  }

  return {
    async get(id, definition) {
      const servers = await load();
      const found = Object.hasOwn(servers, id) ? servers[id] : undefined;
      return found?.definition === definition ? found : null;
    },
    set: (id, definition, { info, tools }) =>
      change((servers) => {
        const next = { definition, info, tools: [...tools] };
        if (JSON.stringify(servers.get(id)) === JSON.stringify(next)) return false;
        servers.set(id, next);
        return true;
      }),
    forget: (id) => change((servers) => servers.delete(id)),
  };
}
