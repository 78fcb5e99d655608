import { join } from 'node:path';
import { writePrivate } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import type { KeyVault } from './key-vault.ts';
import { createPassphraseFile, type PassphraseFile } from './passphrase-file.ts';

/** The keys of browser mode in a home, and where its choice of a store is. */
export interface KeyFile {
  sealed: PassphraseFile;
  remember(kind: 'passphrase' | 'session'): Promise<void>;
  choiceFile: string;
  /** Opens the file, or creates it and has browser mode use it. A damaged one is refused and stays. */
  openOrCreate(passphrase: string): Promise<KeyVault>;
}

export function createKeyFile(home: string, logN?: number): KeyFile {
  const choiceFile = join(home, 'secret-store.json');
  const sealed = createPassphraseFile(join(home, 'secrets.json'), logN);
  const remember = (kind: 'passphrase' | 'session') => writePrivate(choiceFile, `${JSON.stringify({ kind })}\n`);
  return {
    sealed,
    remember,
    choiceFile,
    async openOrCreate(passphrase) {
      const found = await sealed.inspect();
      if (typeof found === 'object') throw new HostError('secrets_unreadable', found.damaged);
      const vault =
        found === 'intact' ? await sealed.open(passphrase) : await sealed.create(passphrase, new Map<string, string>());
      await remember('passphrase');
      return vault;
    },
  };
}
