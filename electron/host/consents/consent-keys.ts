import { randomBytes } from 'node:crypto';
import type { ConsentsLast } from '#contract/consents.ts';
import type { SecretStore } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';

/** The vault entry with the key that proves consents. It has several keys when a change of the key was interrupted. */
export const CONSENT_KEY_ID = 'consents/key';
const newKey = () => randomBytes(32).toString('base64url');

/** The key that seals consents, and the keys that seals are checked against. */
export interface ConsentKeys {
  /** `kept`: in the vault. `locked`: the vault is not open. `run`: in this process only. */
  lasts: ConsentsLast;
  sealing: string;
  checking: readonly string[];
}

export interface ConsentKeyHolder {
  /** Reads the keys from the vault as it is now. */
  read(): Promise<ConsentKeys>;
  /** Adds a new key in front of the existing ones, whose seals stay valid until `settle`. */
  renew(keys: ConsentKeys): Promise<ConsentKeys>;
  /** Keeps only the newest key, which invalidates copies sealed with the others. */
  settle(keys: ConsentKeys): Promise<ConsentKeys>;
}

/**
 * The key comes from the vault where that is secure: a keychain, or a file under a passphrase. Otherwise it is created
 * at the start and known only to this process, so its seals end with the process.
 */
export function createConsentKeys(secrets: SecretStore): ConsentKeyHolder {
  const own = newKey();
  const ofRun = (lasts: 'run' | 'locked'): ConsentKeys => ({ lasts, sealing: own, checking: [own] });
  const toConsentKeys = (keys: readonly [string, ...string[]]): ConsentKeys => ({
    lasts: 'kept',
    sealing: keys[0],
    checking: [...keys, own],
  });

  async function store(keys: readonly [string, ...string[]]): Promise<ConsentKeys> {
    await secrets.set(CONSENT_KEY_ID, keys.join(' '));
    return toConsentKeys(keys);
  }

  return {
    async read() {
      const { kind, locked } = await secrets.state();
      if (kind !== 'os' && kind !== 'passphrase') return ofRun('run');
      if (locked) return ofRun('locked');
      try {
        const [first, ...more] = (await secrets.get(CONSENT_KEY_ID))?.split(' ') ?? [];
        return first === undefined ? await store([newKey()]) : toConsentKeys([first, ...more]);
      } catch (error) {
        // A keychain that doesn't answer may do so later; until then the consents that depend on it don't count.
        if (error instanceof HostError) return ofRun('locked');
        throw error;
      }
    },
    renew: async (keys) =>
      keys.lasts === 'kept' ? store([newKey(), ...keys.checking.filter((one) => one !== own)]) : keys,
    settle: async (keys) => (keys.lasts === 'kept' ? store([keys.sealing]) : keys),
  };
}
