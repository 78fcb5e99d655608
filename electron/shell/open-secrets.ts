import { join } from 'node:path';
import { hideKeys } from '#host/secrets/hide-keys.ts';
import { KEYCHAIN_FILE } from '../host/base/data-place.ts';
import type { Clock, Log, SecretStore } from '../host/base/deps.ts';
import { createChosenStore } from '../host/secrets/chosen-store.ts';
import type { Keyring } from './keyring.ts';
import { createSecretBox } from './secret-box.ts';

interface SecretPlace {
  home: string;
  portable: boolean;
  keyring: Keyring;
  clock: Clock;
  log: Log & { redactor: Parameters<typeof hideKeys>[1] };
}

/**
 * The keys, out of the log and in the system's keychain. A portable Baton keeps them under a passphrase instead, because
 * the keychain of this computer stays here.
 */
export function openSecrets({ home, portable, keyring, clock, log }: SecretPlace): SecretStore {
  if (portable) return hideKeys(createChosenStore({ home, now: () => clock.now() }), log.redactor);
  return hideKeys(createSecretBox({ keyring, path: join(home, KEYCHAIN_FILE), clock, log }), log.redactor);
}
