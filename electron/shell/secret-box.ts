import type { ChooseSecretStore, SecretsState } from '#contract/secrets.ts';
import type { Clock, Log, SecretStore } from '../host/base/deps.ts';
import { CONSENT_KEY_ID } from '#host/consents/consent-keys.ts';
import { renameToBackup } from '../host/base/private-file.ts';
import { HostError } from '../host/base/problem.ts';
import { createQueue } from '../host/base/serialize.ts';
import type { Keyring, Strength } from './keyring.ts';
import { writeBackup, readSecretFile, type SecretFile, writeSecretFile } from './secret-file.ts';

export interface SecretBoxOptions {
  keyring: Keyring;
  path: string;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

const NO_KEYRING =
  'The keyring that encrypted your keys does not answer. They are kept; unlock the keyring and start Baton again.';
const REFUSED = 'The keyring did not take the key. Unlock it and try again.';
const UNREADABLE = 'A stored key could not be decrypted. It is kept; enter the key again or set the file aside.';

interface Held {
  file: SecretFile | null;
  /** Why the file can't be used; it stays where it is until the user decides. */
  damage: string | null;
}

/**
 * Keys encrypted by the operating system, one ciphertext per connection. Three states (security.md S36): `os`;
 * `weak-os`, Linux without a keyring, only after the user agreed; `session`, memory of this process. Nothing is written
 * before the state is known, and nothing is ever erased.
 */
export function createSecretBox({ keyring, path, clock, log }: SecretBoxOptions): SecretStore {
  const session = new Map<string, string>();
  const unreadable = new Set<string>();
  let sessionOnly = false;
  let current: Held | null = null;
  let copied = false;
  let checked = false;
  let strengthening = false;
  /** Runs changes one after the other: two at once would lose one of them. */
  const inTurn = createQueue();

  const load = async (): Promise<Held> => {
    if (current) return current;
    const result = await readSecretFile(path);
    if (result.is === 'damaged') log.write('error', 'secrets.damaged', { path, reason: result.reason });
    current = {
      file: result.is === 'read' ? result.file : null,
      damage:
        result.is === 'damaged'
          ? `The file of your keys could not be read: ${result.reason}. It was kept: ${path}`
          : null,
    };
    return current;
  };

  const save = async (file: SecretFile): Promise<void> => {
    try {
      await writeSecretFile(path, file);
    } catch (error) {
      throw new HostError('secrets_unreadable', `The keys could not be written: ${String(error)}`, { cause: error });
    }
    current = { file, damage: null };
  };

  const decrypt = async (id: string, ciphertext: string, mayBeWeak: boolean) => {
    try {
      const opened = await keyring.decrypt(Buffer.from(ciphertext, 'base64'));
      // A keyring never writes with that key, so another program has put the value there.
      if (opened.weak && !mayBeWeak) throw new Error('it is under a key that everybody knows');
      unreadable.delete(id);
      return opened;
    } catch (error) {
      log.write('error', 'secrets.not-decrypted', { id, error: String(error) });
      unreadable.add(id);
      throw new HostError('secrets_unreadable', UNREADABLE, { cause: error });
    }
  };

  const encrypt = async (value: string): Promise<string> => {
    try {
      return (await keyring.encrypt(value)).toString('base64');
    } catch (error) {
      throw new HostError('secrets_unreadable', REFUSED, { cause: error });
    }
  };

  /**
   * Checks once per process whether every stored key can be decrypted, so that the settings show it before a request
   * fails.
   */
  const check = async (file: SecretFile): Promise<void> => {
    if (checked) return;
    checked = true;
    for (const [id, ciphertext] of Object.entries(file.keys))
      await decrypt(id, ciphertext, file.kind === 'weak-os').catch(() => undefined);
  };

  /**
   * Returns the current state. If a keyring becomes available after the user agreed to obfuscation, it takes over the
   * keys.
   */
  const readState = async (): Promise<{ kind: SecretsState['kind']; strength: Strength; at: Held }> => {
    const at = await load();
    const strength = await keyring.measure();
    if (strength === 'none' || sessionOnly) return { kind: 'session', strength, at };
    if (strength === 'strong') {
      if (at.file?.kind === 'weak-os' && !strengthening) await strengthen(at.file);
      return { kind: 'os', strength, at: await load() };
    }
    if (at.file?.kind === 'weak-os') keyring.allowWeak();
    return { kind: at.file?.kind ?? (at.damage ? 'os' : 'unset'), strength, at };
  };

  const strengthen = async (file: SecretFile): Promise<void> => {
    strengthening = true;
    try {
      const keys: Record<string, string> = {};
      for (const [id, ciphertext] of Object.entries(file.keys))
        // The consent key is dropped: anyone may have written it, so it proves nothing.
        if (id !== CONSENT_KEY_ID) keys[id] = await encrypt((await decrypt(id, ciphertext, true)).text);
      await save({ version: 1, kind: 'os', keys });
      log.write('info', 'secrets.strengthened', { keys: Object.keys(keys).length });
    } catch (error) {
      // The obfuscated file still works; the next start tries again.
      log.write('warn', 'secrets.not-strengthened', { error: String(error) });
    }
  };

  const describeProblem = ({ strength, at }: { strength: Strength; at: Held }): string | null => {
    if (at.damage) return at.damage;
    const count = Object.keys(at.file?.keys ?? {}).length;
    if (count === 0) return null;
    if (strength === 'none' || (strength === 'weak' && at.file?.kind === 'os')) return NO_KEYRING;
    return unreadable.size > 0 ? UNREADABLE : null;
  };

  /** Returns the file to change; throws when it can't be changed. */
  const toChange = async (): Promise<SecretFile> => {
    const { kind, strength, at } = await readState();
    if (kind === 'unset') throw new HostError('secrets_unset', 'Choose first where Baton keeps your keys.');
    if (at.damage) throw new HostError('secrets_unreadable', at.damage);
    if (strength === 'weak' && kind === 'os') throw new HostError('secrets_unreadable', NO_KEYRING);
    return { version: 1, kind: kind === 'weak-os' ? 'weak-os' : 'os', keys: at.file?.keys ?? {} };
  };

  /** Moves obfuscated keys into memory; keys of an unavailable keyring stay where they are. */
  const keepNothing = async (kind: SecretsState['kind'], { file, damage }: Held): Promise<void> => {
    if (kind === 'weak-os' && file)
      for (const [id, ciphertext] of Object.entries(file.keys))
        session.set(id, (await decrypt(id, ciphertext, true)).text);
    if (kind === 'os' || damage) sessionOnly = true;
    else await save({ version: 1, kind: 'session', keys: {} });
  };

  /** Keys in memory are stored too; what can't be decrypted is set aside. */
  const obfuscate = async ({ file, damage }: Held): Promise<void> => {
    keyring.allowWeak();
    sessionOnly = false;
    if (file?.kind === 'weak-os') return;
    if (file?.kind === 'os' || damage)
      log.write('warn', 'secrets.set-aside', { kept: await renameToBackup(path, clock.now()) });
    unreadable.clear();
    const keys: Record<string, string> = {};
    for (const [id, value] of session) keys[id] = await encrypt(value);
    await save({ version: 1, kind: 'weak-os', keys });
    session.clear();
  };

  const inSession = async () => (await readState()).kind === 'session';

  return {
    state: () =>
      inTurn(async () => {
        const seen = await readState();
        if (seen.at.file && (seen.kind === 'os' || seen.kind === 'weak-os')) await check(seen.at.file);
        const weak = seen.strength === 'weak';
        return {
          kind: seen.kind,
          locked: false,
          choices: weak ? ['weak-os', 'session'] : seen.strength === 'none' ? ['session'] : ['os'],
          backend: keyring.backend(),
          problem: describeProblem(seen),
        };
      }),
    choose: (choice: ChooseSecretStore) =>
      inTurn(async () => {
        if (choice.kind === 'passphrase') throw new HostError('bad_request', 'The desktop app uses the keyring.');
        const { kind, strength, at } = await readState();
        if (strength !== 'weak') throw new HostError('bad_request', 'There is nothing to choose on this machine.');
        if (choice.kind === 'session') await keepNothing(kind, at);
        else await obfuscate(at);
      }),
    unlock: async () => {
      throw new HostError('bad_request', 'The keyring is unlocked by the operating system.');
    },
    reset: () =>
      inTurn(async () => {
        const at = await load();
        session.clear();
        unreadable.clear();
        if (!at.file && !at.damage) return;
        const setAside = await renameToBackup(path, clock.now());
        log.write('warn', 'secrets.set-aside', { kept: setAside });
        current = { file: null, damage: null };
        if (at.file && at.file.kind !== 'os') await save({ version: 1, kind: at.file.kind, keys: {} });
      }),
    ids: () =>
      inTurn(async () => {
        if (await inSession()) return [...session.keys()];
        const { file, damage } = await load();
        if (damage) throw new HostError('secrets_unreadable', damage);
        return Object.keys(file?.keys ?? {});
      }),
    get: (id) =>
      inTurn(async () => {
        if (await inSession()) return session.get(id) ?? null;
        const { file, damage } = await load();
        if (damage) throw new HostError('secrets_unreadable', damage);
        const ciphertext = file?.keys[id];
        if (!file || ciphertext === undefined) return null;
        const { text, stale } = await decrypt(id, ciphertext, file.kind === 'weak-os');
        if (stale && (await keyring.measure()) === 'strong')
          await save({ ...file, keys: { ...file.keys, [id]: await encrypt(text) } });
        return text;
      }),
    set: (id, value) =>
      inTurn(async () => {
        if (await inSession()) {
          session.set(id, value);
          return;
        }
        const file = await toChange();
        if (unreadable.has(id) && !copied) {
          log.write('warn', 'secrets.copy-kept', { kept: await writeBackup(path, clock.now()) });
          copied = true;
        }
        await save({ ...file, keys: { ...file.keys, [id]: await encrypt(value) } });
        unreadable.delete(id);
      }),
    delete: (id) =>
      inTurn(async () => {
        if (await inSession()) {
          session.delete(id);
          return;
        }
        const file = await toChange();
        const { [id]: removed, ...keys } = file.keys;
        if (removed === undefined) return;
        await save({ ...file, keys });
        unreadable.delete(id);
      }),
  };
}
