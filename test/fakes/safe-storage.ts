import type { SafeStorage } from 'electron';

/**
 * What the machine offers, as Electron 45's asynchronous API reports it (electron_api_safe_storage.cc and Chromium's
 * os_crypt_async, read 2026-11):
 * - `strong`: a keyring answers; Linux ciphertext starts with v11, macOS and Windows with v10
 * - `weak`: Linux without a keyring; availability is still true and ciphertext silently uses the built-in key, v10
 * - `none`: encryption is not available, encrypting rejects
 * - `lost`: encrypting works with a new key; data encrypted with another key can't be decrypted
 */
export type KeyringState = 'strong' | 'weak' | 'none' | 'lost';

type Api = Pick<
  SafeStorage,
  | 'decryptStringAsync'
  | 'encryptStringAsync'
  | 'getSelectedStorageBackend'
  | 'isAsyncEncryptionAvailable'
  | 'setUsePlainTextEncryption'
>;

export interface FakeSafeStorage extends Api {
  keyring: KeyringState;
  /** The next decryption reports a rotated key. */
  rotated: boolean;
  /** The next decryption fails temporarily. */
  busy: boolean;
  plainTextAllowed: boolean;
}

const KEYS: Record<KeyringState, number> = { strong: 0x5a, weak: 0x11, none: 0, lost: 0x77 };

export function fakeSafeStorage(
  keyring: KeyringState,
  isReady: () => boolean,
  platform: NodeJS.Platform = process.platform,
): FakeSafeStorage {
  const scramble = (bytes: Buffer, key: number) => Buffer.from(bytes.map((byte) => byte ^ key));
  const fake: FakeSafeStorage = {
    keyring,
    rotated: false,
    busy: false,
    plainTextAllowed: false,
    async isAsyncEncryptionAvailable() {
      return isReady() && fake.keyring !== 'none';
    },
    async encryptStringAsync(plainText) {
      if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
      if (fake.keyring === 'none')
        throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
      const builtIn = platform !== 'linux' || fake.keyring === 'weak';
      return Buffer.concat([
        Buffer.from(builtIn ? 'v10' : 'v11'),
        scramble(Buffer.from(`${fake.keyring}:${plainText}`), KEYS[fake.keyring]),
      ]);
    },
    async decryptStringAsync(encrypted) {
      if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
      if (fake.busy) throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
      const madeBy = (['strong', 'weak', 'lost'] as const).find((state) =>
        scramble(encrypted.subarray(3), KEYS[state]).toString().startsWith(`${state}:`),
      );
      // The built-in key is always available; any other only while its keyring answers.
      if (!madeBy || fake.keyring === 'none' || (madeBy !== 'weak' && madeBy !== fake.keyring))
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
      const text = scramble(encrypted.subarray(3), KEYS[madeBy]).toString();
      return { shouldReEncrypt: fake.rotated || madeBy !== fake.keyring, result: text.slice(madeBy.length + 1) };
    },
    getSelectedStorageBackend() {
      if (!isReady()) return 'unknown';
      return fake.keyring === 'weak' ? 'basic_text' : 'gnome_libsecret';
    },
    setUsePlainTextEncryption(use) {
      fake.plainTextAllowed = use;
    },
  };
  return fake;
}
