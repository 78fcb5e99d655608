import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createAtRest } from '#host/at-rest/at-rest.ts';
import { createEncryption, type Encryption } from '#host/at-rest/create-encryption.ts';
import type { AtRest, Keychain, Without } from '#host/base/at-rest-keys.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { createFileLog, type FileLog } from '#host/log/log-file.ts';
import { createJournalStore, type JournalStore } from '#host/journal/journal-store.ts';
import { systemDisk } from '#host/snapshots/snapshot-disk.ts';
import { createSnapshotStore, type SnapshotStore } from '#host/snapshots/snapshot-store.ts';

/** A keychain under a key of its own: what another one encrypted, it can't decrypt. */
export function keychainOf(seed: number, strength: 'strong' | 'weak' | 'none' = 'strong'): Keychain {
  const scramble = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ seed));
  return {
    measure: async () => strength,
    encrypt: async (text) => scramble(Buffer.from(`chain ${text}`)),
    async decrypt(bytes) {
      const text = scramble(bytes).toString();
      if (!text.startsWith('chain ')) throw new Error('Error while decrypting the ciphertext.');
      return { text: text.slice(6), stale: false, weak: false };
    },
  };
}

export interface OpenHome {
  atRest: AtRest;
  encryption: Encryption;
  journals: JournalStore;
  snapshots: SnapshotStore;
  log: FileLog;
  /** Until no file is on its way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What the host keeps in a home, as after a start with this keychain. */
export async function openHome(home: string, keychain: Keychain | Without): Promise<OpenHome> {
  const clock = systemClock;
  const atRest = createAtRest({ home, clock });
  const log = createFileLog({ home, now: () => clock.now(), keys: atRest });
  await atRest.connect(keychain, { log, hide: (text) => log.redactor.hide(text) });
  const deps = { home, clock, log, atRest, version: '9.9.9', onChange: () => undefined };
  const snapshots: SnapshotStore = createSnapshotStore({
    ...deps,
    disk: { ...systemDisk, free: async () => 100 * 1024 ** 3 },
    needed: () => journals.bases(),
  });
  const journals: JournalStore = createJournalStore({ ...deps, hasSnapshot: (id) => snapshots.isVerified(id) });
  const encryption = createEncryption({
    ...deps,
    kinds: { journals: journals.files, snapshots: snapshots.files, logs: log.files },
  });
  return {
    atRest,
    encryption,
    journals,
    snapshots,
    log,
    async settled() {
      while ((await encryption.state()).progress !== null) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async close() {
      await encryption.close();
      await snapshots.close();
      await journals.close();
      await log.flush();
    },
  };
}

/** Every file below the home, by its name. */
export function filesOf(home: string): Map<string, Buffer> {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).toSorted();
  return new Map(
    names.filter((name) => statSync(join(home, name)).isFile()).map((name) => [name, readFileSync(join(home, name))]),
  );
}

export const PROFILE = '01890000-0000-7000-8000-000000000001';
/** Stands in every text that is written, so that it is seen where one lies open. */
export const SECRET = 'the secret of the tests';
