import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { hideKeys } from '#host/secrets/hide-keys.ts';
import type { AtRest } from '../host/base/at-rest-keys.ts';
import { KEYCHAIN_FILE } from '../host/base/data-place.ts';
import type { Clock, Log, SecretStore } from '../host/base/deps.ts';
import { createChosenStore } from '../host/secrets/chosen-store.ts';
import { createKeyring } from './keyring.ts';
import { createSecretBox } from './secret-box.ts';

interface SecretPlace {
  home: string;
  portable: boolean;
  safeStorage: SafeStorage;
  platform: NodeJS.Platform;
  atRest: Pick<AtRest, 'connect'>;
  clock: Clock;
  log: Log & { redactor: Parameters<typeof hideKeys>[1] };
}

/**
 * The keys, out of the log and in the system's keychain. A portable Baton keeps them under a passphrase instead, because
 * the keychain of this computer stays here. The same holds for the key of what is encrypted at rest.
 */
export async function openSecrets({
  home,
  portable,
  safeStorage,
  platform,
  atRest,
  clock,
  log,
}: SecretPlace): Promise<SecretStore> {
  const keyring = createKeyring(safeStorage, platform);
  await atRest.connect(portable ? 'portable' : keyring, { log, hide: (text) => log.redactor.hide(text) });
  if (portable) return hideKeys(createChosenStore({ home, now: () => clock.now() }), log.redactor);
  return hideKeys(createSecretBox({ keyring, path: join(home, KEYCHAIN_FILE), clock, log }), log.redactor);
}
