import { rm } from 'node:fs/promises';
import { z } from 'zod';
import type { ChooseSecretStore, SecretsState } from '#contract/secrets.ts';
import { parseJson } from '#core/json.ts';
import type { SecretStore } from '../base/deps.ts';
import { readText } from '../base/private-file.ts';
import { createQueue } from '../base/serialize.ts';
import { type KeyVault, createSessionVault } from './key-vault.ts';
import { createKeyFile } from './key-file.ts';
import { HostError } from '../base/problem.ts';

const Choice = z.object({ kind: z.enum(['passphrase', 'session']) });
type Kind = z.infer<typeof Choice>['kind'];

export interface ChosenStoreOptions {
  home: string;
  now: () => number;
  /** Cost of the passphrase file, as a power of two; lower only in tests. */
  logN?: number;
}

/**
 * Secrets in browser mode. The user chooses between a file under a passphrase and the memory of this process; until
 * then no key can be stored (security.md S36). The choice is stored; a passphrase file is locked at every start.
 */
export function createChosenStore({ home, now, logN }: ChosenStoreOptions): SecretStore {
  const keyFile = createKeyFile(home, logN);
  const { choiceFile, sealed } = keyFile;
  const enqueue = createQueue();
  let opened: { kind: Kind; vault: KeyVault } | null = null;

  /** While nothing is open, the disk decides, so that a file restored by hand is found. */
  async function currentKind(): Promise<Kind | 'unset'> {
    if (opened) return opened.kind;
    const text = await readText(choiceFile);
    const choice = Choice.safeParse(text === null ? null : parseJson(text));
    if (choice.success && choice.data.kind === 'session') {
      opened = { kind: 'session', vault: createSessionVault() };
      return 'session';
    }
    return (await sealed.inspect()) === 'absent' ? 'unset' : 'passphrase';
  }

  async function remember(kind: Kind, vault: KeyVault): Promise<void> {
    await keyFile.remember(kind);
    opened = { kind, vault };
  }

  async function readable(): Promise<KeyVault> {
    const kind = await currentKind();
    if (opened) return opened.vault;
    if (kind === 'unset') throw new HostError('secrets_unset', 'Choose first where Baton keeps your keys.');
    const found = await sealed.inspect();
    if (typeof found === 'object') throw new HostError('secrets_unreadable', found.damaged);
    throw new HostError('secrets_locked', 'Enter your passphrase to unlock your keys.');
  }

  /** Open keys move to the new store; what can't be opened is set aside. */
  async function choose(choice: ChooseSecretStore): Promise<void> {
    if (choice.kind === 'weak-os')
      throw new HostError('bad_request', 'There is no keychain of the operating system in browser mode.');
    await currentKind();
    const before = opened;
    const keys = before?.vault.entries() ?? new Map<string, string>();
    if (choice.kind === 'session') {
      await remember('session', createSessionVault(keys));
      if (before?.kind === 'passphrase') await sealed.remove();
      else await sealed.setAside(now());
      return;
    }
    if (!before && (await sealed.inspect()) === 'intact')
      throw new HostError('secrets_locked', 'Unlock your keys before you change the passphrase, or start over.');
    if (before?.kind !== 'passphrase') await sealed.setAside(now());
    await remember('passphrase', await sealed.create(choice.passphrase, keys));
  }

  async function state(): Promise<SecretsState> {
    const kind = await currentKind();
    const found = opened || kind === 'unset' ? null : await sealed.inspect();
    return {
      kind,
      locked: found !== null,
      choices: ['passphrase', 'session'],
      backend: null,
      problem: typeof found === 'object' && found !== null ? found.damaged : null,
    };
  }

  return {
    state: () => enqueue(state),
    choose: (choice) => enqueue(() => choose(choice)),
    unlock: (passphrase) =>
      enqueue(async () => {
        if ((await currentKind()) !== 'passphrase') throw new HostError('bad_request', 'There is nothing locked here.');
        opened = { kind: 'passphrase', vault: await sealed.open(passphrase) };
      }),
    reset: () =>
      enqueue(async () => {
        if ((await currentKind()) === 'session') {
          opened = { kind: 'session', vault: createSessionVault() };
          return;
        }
        await sealed.setAside(now());
        await rm(choiceFile, { force: true });
        opened = null;
      }),
    ids: () => enqueue(async () => [...(await readable()).entries().keys()]),
    get: (id) => enqueue(async () => (await readable()).entries().get(id) ?? null),
    set: (id, value) => enqueue(async () => (await readable()).set(id, value)),
    delete: (id) => enqueue(async () => (await readable()).delete(id)),
  };
}
