import { join } from 'node:path';
import { z } from 'zod';
import { readText, renameToBackup, writePrivate } from '../base/private-file.ts';

const StoredNetwork = z.object({
  version: z.literal(1),
  proxy: z.enum(['system', 'manual', 'none']),
  address: z.string().nullable(),
  except: z.array(z.string()),
  user: z.string().nullable(),
  systemAuthorities: z.boolean(),
  authorities: z.array(z.object({ pem: z.string(), name: z.string(), fingerprint: z.string(), until: z.number() })),
});
export type StoredNetwork = z.infer<typeof StoredNetwork>;

export const FIRST_NETWORK: StoredNetwork = {
  version: 1,
  proxy: 'system',
  address: null,
  except: [],
  user: null,
  systemAuthorities: false,
  authorities: [],
};

export interface NetworkFile {
  /** `damaged`: the file could not be read. It is kept as a backup once something is changed. */
  read(): Promise<{ network: StoredNetwork; damaged: boolean }>;
  write(network: StoredNetwork): Promise<void>;
}

/** `network.json` in the home. It holds no password: that is with the keys. */
export function createNetworkFile(home: string, now: () => number): NetworkFile {
  const file = join(home, 'network.json');
  async function read() {
    const text = await readText(file);
    if (text === null) return { network: FIRST_NETWORK, damaged: false };
    try {
      return { network: StoredNetwork.parse(JSON.parse(text)), damaged: false };
    } catch {
      return { network: FIRST_NETWORK, damaged: true };
    }
  }
  return {
    read,
    async write(network) {
      if ((await read()).damaged) await renameToBackup(file, now());
      await writePrivate(file, `${JSON.stringify(network, null, 2)}\n`);
    },
  };
}
