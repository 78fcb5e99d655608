import { join } from 'node:path';
import { z } from 'zod';
import type { CrossingState, KeysCopied } from '#contract/crossing.ts';
import { parseJson } from '#core/json.ts';
import type { HostDeps } from '../base/deps.ts';
import { readText, writePrivate } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import { CONSENT_KEY_ID } from '../consents/consent-keys.ts';
import { createKeyFile } from '../secrets/key-file.ts';
import { readSnapshotId } from '../snapshots/snapshot-id.ts';

/** What was brought over from the other side, and the keys that follow. */
export interface CrossingStore {
  state(): Promise<CrossingState>;
  markBrought(snapshot: string): Promise<CrossingState>;
  bringKeys(passphrase: string): Promise<KeysCopied>;
  leaveKeys(passphrase: string): Promise<KeysCopied>;
}

const Brought = z.object({
  version: z.literal(1),
  brought: z.array(z.object({ snapshot: z.string(), at: z.number() })),
});
const MAX_BROUGHT = 20;

interface CrossingDeps extends Pick<HostDeps, 'home' | 'clock' | 'mount' | 'portable' | 'secrets'> {
  /** Cost of a new passphrase file, as a power of two; lower only in tests. */
  logN?: number;
}

export function createCrossingStore({ home, clock, mount, portable, secrets, logN }: CrossingDeps): CrossingStore {
  const file = join(home, 'crossing.json');
  const keyFile = createKeyFile(home, logN);
  const enqueue = createQueue();

  async function keysPlace(): Promise<CrossingState['keys']> {
    // A portable Baton keeps its keys under a passphrase in both modes.
    if (portable) return 'shared';
    if (mount !== 'electron') return 'there';
    return (await secrets.state()).kind === 'session' ? 'unkept' : 'here';
  }

  /** An unreadable list is an empty one: the worst is an offer of what is here already. */
  async function readBrought(): Promise<CrossingState['brought']> {
    const text = await readText(file);
    const read = Brought.safeParse(text === null ? null : parseJson(text));
    return read.success ? read.data.brought : [];
  }

  const state = async (): Promise<CrossingState> => ({
    brought: await readBrought(),
    keys: await keysPlace(),
    passphraseFile: (await keyFile.sealed.inspect()) === 'intact',
  });

  async function requireKeychain(): Promise<void> {
    if ((await keysPlace()) !== 'here')
      throw new HostError('bad_request', 'Only the desktop app can open the keychain.');
  }

  /** What is there already stays: nobody can say which of two keys the user means. */
  async function copy(
    from: Iterable<readonly [string, string]>,
    to: { get: (id: string) => Promise<string | null>; set: (id: string, key: string) => Promise<void> },
  ): Promise<KeysCopied> {
    const counts = { copied: 0, kept: 0 };
    for (const [id, key] of from) {
      // It seals the approvals of its own side (security.md S36); a copy would make those of one valid on the other.
      if (id === CONSENT_KEY_ID) continue;
      const there = await to.get(id);
      if (there === key) continue;
      counts[there === null ? 'copied' : 'kept'] += 1;
      if (there === null) await to.set(id, key);
    }
    return counts;
  }

  async function readAll(): Promise<[string, string][]> {
    const all: [string, string][] = [];
    for (const id of await secrets.ids()) {
      const key = await secrets.get(id);
      if (key !== null) all.push([id, key]);
    }
    return all;
  }

  return {
    state: () => enqueue(state),
    markBrought: (snapshot) =>
      enqueue(async () => {
        if (readSnapshotId(snapshot) === null) throw new HostError('bad_request', 'That is no snapshot.');
        const before = (await readBrought()).filter((one) => one.snapshot !== snapshot);
        const brought = [{ snapshot, at: clock.now() }, ...before].slice(0, MAX_BROUGHT);
        await writePrivate(file, `${JSON.stringify({ version: 1, brought })}\n`);
        return state();
      }),
    bringKeys: (passphrase) =>
      enqueue(async () => {
        await requireKeychain();
        const vault = await keyFile.sealed.open(passphrase);
        return copy(vault.entries(), secrets);
      }),
    leaveKeys: (passphrase) =>
      enqueue(async () => {
        await requireKeychain();
        // Read before anything is written: a keychain that refuses leaves no file behind.
        const all = await readAll();
        const vault = await keyFile.openOrCreate(passphrase);
        return copy(all, { get: async (id) => vault.entries().get(id) ?? null, set: (id, key) => vault.set(id, key) });
      }),
  };
}
