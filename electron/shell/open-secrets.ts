import type { SafeStorage } from 'electron';
import { join } from 'node:path';
import { hideKeys } from '#host/secrets/hide-keys.ts';
import type { Clock, Log, SecretStore } from '../host/base/deps.ts';
import { createKeyring } from './keyring.ts';
import { createSecretBox } from './secret-box.ts';

interface SecretPlace {
  home: string;
  safeStorage: SafeStorage;
  platform: NodeJS.Platform;
  clock: Clock;
  log: Log & { redactor: Parameters<typeof hideKeys>[1] };
}

/** The keys, in the system's keychain and out of the log. */
export function openSecrets({ home, safeStorage, platform, clock, log }: SecretPlace): SecretStore {
  const keyring = createKeyring(safeStorage, platform);
  return hideKeys(createSecretBox({ keyring, path: join(home, 'keychain.json'), clock, log }), log.redactor);
}
