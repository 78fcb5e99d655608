import { rm } from 'node:fs/promises';
import { errorMessage } from '#core/thrown.ts';
import { readText, renameToBackup, writePrivate } from '../base/private-file.ts';
import type { KeyVault } from './key-vault.ts';
import { type DerivedKey, DEFAULT_LOG_N, deriveNew, parseSealed, seal, unseal } from './sealed-file.ts';
import { HostError } from '../base/problem.ts';

export interface PassphraseFile {
  /** The state of the file on disk. A damaged file is reported, never changed. */
  inspect(): Promise<'absent' | 'intact' | { damaged: string }>;
  open(passphrase: string): Promise<KeyVault>;
  /** Writes a new file with these keys, replacing an existing one. */
  create(passphrase: string, keys: ReadonlyMap<string, string>): Promise<KeyVault>;
  setAside(now: number): Promise<void>;
  remove(): Promise<void>;
}

/** Keys encrypted under a passphrase (security.md S37, S38). The passphrase itself is never stored. */
export function createPassphraseFile(file: string, logN: number = DEFAULT_LOG_N): PassphraseFile {
  function toVault(keys: Map<string, string>, key: DerivedKey): KeyVault {
    let stored: ReadonlyMap<string, string> = keys;
    // Memory follows the disk: a key that could not be written is not stored.
    const replace = async (next: ReadonlyMap<string, string>) => {
      await writePrivate(file, seal(next, key));
      stored = next;
    };
    return {
      entries: () => stored,
      set: (id, value) => replace(new Map(stored).set(id, value)),
      async delete(id) {
        const next = new Map(stored);
        if (next.delete(id)) await replace(next);
      },
    };
  }

  return {
    async inspect() {
      const text = await readText(file);
      if (text === null) return 'absent';
      try {
        parseSealed(text);
        return 'intact';
      } catch (error) {
        return { damaged: errorMessage(error) };
      }
    },
    async open(passphrase) {
      const text = await readText(file);
      if (text === null) throw new HostError('secrets_unset', 'There is no file with keys any more.');
      const { keys, key } = await unseal(parseSealed(text), passphrase);
      return toVault(keys, key);
    },
    async create(passphrase, keys) {
      const key = await deriveNew(passphrase, logN);
      await writePrivate(file, seal(keys, key));
      return toVault(new Map(keys), key);
    },
    async setAside(now) {
      await renameToBackup(file, now);
    },
    remove: () => rm(file, { force: true }),
  };
}
