import { randomBytes } from 'node:crypto';
import type { ConsentsLast } from '#contract/consents.ts';
import type { SecretStore } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';

/** The one entry of the vault that proves consents. Several keys: a change of the key was interrupted. */
export const CONSENT_KEY_ID = 'consents/key';
const newKey = () => randomBytes(32).toString('base64url');

/** What consents are sealed with, and what seals are checked against. */
export interface ConsentKeys {
  /** `kept`: in the vault. `locked`: in a vault that is not open. `run`: in this process alone. */
  lasts: ConsentsLast;
  sealing: string;
  checking: readonly string[];
}

export interface ConsentKeyHolder {
  /** As the vault is now. */
  look(): Promise<ConsentKeys>;
  /** A new key in front of those that there are: what they have sealed still fits until `settle`. */
  renew(keys: ConsentKeys): Promise<ConsentKeys>;
  /** Only the newest key is left: copies of what others have sealed are worth nothing any more. */
  settle(keys: ConsentKeys): Promise<ConsentKeys>;
}

/**
 * The key comes from the vault where that is worth something: a keychain, or a file under a passphrase. Everywhere else it
 * is made at the start and known to nobody else, so that what it seals ends with this process.
 */
export function createConsentKeys(secrets: SecretStore): ConsentKeyHolder {
  const own = newKey();
  const ofRun = (lasts: 'run' | 'locked'): ConsentKeys => ({ lasts, sealing: own, checking: [own] });
  const kept = (keys: readonly [string, ...string[]]): ConsentKeys => ({
    lasts: 'kept',
    sealing: keys[0],
    checking: [...keys, own],
  });

  async function store(keys: readonly [string, ...string[]]): Promise<ConsentKeys> {
    await secrets.set(CONSENT_KEY_ID, keys.join(' '));
    return kept(keys);
  }

  return {
    async look() {
      const { kind, locked } = await secrets.state();
      if (kind !== 'os' && kind !== 'passphrase') return ofRun('run');
      if (locked) return ofRun('locked');
      try {
        const [first, ...more] = (await secrets.get(CONSENT_KEY_ID))?.split(' ') ?? [];
        return first === undefined ? await store([newKey()]) : kept([first, ...more]);
      } catch (error) {
        // A keychain that does not answer may do so again; until then nothing counts that it would have to prove.
        if (error instanceof HostError) return ofRun('locked');
        throw error;
      }
    },
    renew: async (keys) =>
      keys.lasts === 'kept' ? store([newKey(), ...keys.checking.filter((one) => one !== own)]) : keys,
    settle: async (keys) => (keys.lasts === 'kept' ? store([keys.sealing]) : keys),
  };
}
