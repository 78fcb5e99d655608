import type { SafeStorage } from 'electron';

/** What Electron's keychain is worth on this machine, right now. */
export type Strength = 'strong' | 'weak' | 'none';

type Api = Pick<
  SafeStorage,
  | 'decryptStringAsync'
  | 'encryptStringAsync'
  | 'getSelectedStorageBackend'
  | 'isAsyncEncryptionAvailable'
  | 'setUsePlainTextEncryption'
>;

export interface Keyring {
  measure(): Promise<Strength>;
  encrypt(text: string): Promise<Buffer>;
  /**
   * `stale`: another key would be used now, so the value should be encrypted again. `weak`: under the key that everybody
   * knows, so anybody may have written it. Rejects when it cannot be read.
   */
  decrypt(bytes: Buffer): Promise<{ text: string; stale: boolean; weak: boolean }>;
  /** The user agreed to obfuscation where there is no keyring. */
  allowWeak(): void;
  /** Word for diagnostics. */
  backend(): string | null;
}

/**
 * On Linux the built-in key that everybody knows marks its ciphertext with v10; a keyring's is v11, the portal's v12.
 * The ciphertext is the only witness: the asynchronous API falls back to the built-in key silently, says it is
 * available all the same, and the backend's name is that of the desktop, not of the key that was used
 * (electron_api_safe_storage.cc and Chromium's posix_key_provider.cc, read 2026-11; electron#53662). Elsewhere v10 is
 * the ordinary mark.
 */
const BUILT_IN_KEY = Buffer.from('v10');

export function createKeyring(api: Api, platform: NodeJS.Platform): Keyring {
  const linux = platform === 'linux';
  const isWeak = (bytes: Buffer) => linux && bytes.subarray(0, BUILT_IN_KEY.length).equals(BUILT_IN_KEY);
  let known: Exclude<Strength, 'none'> | null = null;

  return {
    async measure() {
      // Electron takes its key once per process; only a keyring that refused may still change its mind.
      if (known) return known;
      if (!(await api.isAsyncEncryptionAvailable())) return 'none';
      try {
        const probe = await api.encryptStringAsync('baton');
        known = isWeak(probe) ? 'weak' : 'strong';
        return known;
      } catch {
        return 'none';
      }
    },
    encrypt: (text) => api.encryptStringAsync(text),
    async decrypt(bytes) {
      const { result, shouldReEncrypt } = await api.decryptStringAsync(bytes);
      return { text: result, stale: shouldReEncrypt, weak: isWeak(bytes) };
    },
    allowWeak() {
      if (linux) api.setUsePlainTextEncryption(true);
    },
    backend: () => (linux ? api.getSelectedStorageBackend() : null),
  };
}
