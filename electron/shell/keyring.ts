import type { SafeStorage } from 'electron';

/** How well Electron's keychain protects keys on this machine right now. */
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
   * `stale`: another key would be used now, so the value should be encrypted again. `weak`: encrypted with the built-in
   * public key, so anyone may have written it. Rejects when it can't be decrypted.
   */
  decrypt(bytes: Buffer): Promise<{ text: string; stale: boolean; weak: boolean }>;
  /** Called when the user agreed to obfuscation where there is no keyring. */
  allowWeak(): void;
  /** Name of the backend, for diagnostics. */
  backend(): string | null;
}

/**
 * On Linux, ciphertext of the built-in public key is marked with v10, that of a keyring with v11, of the portal with
 * v12. Only the ciphertext shows which key was used: the asynchronous API silently falls back to the built-in key and
 * still reports that it is available, and the backend's name is that of the desktop, not of the key
 * (electron_api_safe_storage.cc and Chromium's posix_key_provider.cc, read 2026-11; electron#53662). On other systems
 * v10 is the normal mark.
 */
const BUILT_IN_KEY = Buffer.from('v10');

export function createKeyring(api: Api, platform: NodeJS.Platform): Keyring {
  const linux = platform === 'linux';
  const isWeak = (bytes: Buffer) => linux && bytes.subarray(0, BUILT_IN_KEY.length).equals(BUILT_IN_KEY);
  let cached: Exclude<Strength, 'none'> | null = null;

  return {
    async measure() {
      // Electron reads its key once per process; only a keyring that refused may answer differently later.
      if (cached) return cached;
      if (!(await api.isAsyncEncryptionAvailable())) return 'none';
      try {
        const probe = await api.encryptStringAsync('baton');
        cached = isWeak(probe) ? 'weak' : 'strong';
        return cached;
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
