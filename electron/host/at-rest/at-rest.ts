import { reasonText } from '#core/reasons.ts';
import type { AtRest, AtRestFacts, DataKey, Keychain, Without } from '../base/at-rest-keys.ts';
import type { Clock } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import { newDataKey, readRecoveryKey, toDataKey, writeRecoveryKey } from './data-key.ts';
import { createKeyFile, type KeyEntry, type KeyFileContent } from './key-file.ts';

export interface AtRestDeps {
  home: string;
  clock: Pick<Clock, 'now'>;
}

/** A keychain that is still starting says no once. */
const AGAIN_MS = 300;

/**
 * The data keys of a home: random ones, which the system's keychain encrypts. A key that it doesn't open any more stays
 * in the file, and a new one takes what is new, so nothing has to wait and nothing is given up.
 */
export function createAtRest({ home, clock }: AtRestDeps): AtRest {
  const file = createKeyFile(home, () => clock.now());
  const inTurn = createQueue();
  const opened = new Map<string, DataKey>();
  const { promise: connected, resolve: setConnected } = Promise.withResolvers<void>();
  let keychain: Keychain | null = null;
  let without: Without = 'browser';
  let hide: (text: string) => void = () => undefined;
  let current: Promise<KeyFileContent | 'damaged' | null> | null = null;

  const load = () => (current ??= file.read().then((found) => (found === 'absent' ? null : found)));

  async function save(content: KeyFileContent): Promise<void> {
    await file.write(content);
    current = Promise.resolve(content);
  }

  /** What the file says; for a damaged one, what a new one begins with. */
  async function content(): Promise<KeyFileContent> {
    const found = await load();
    return found === null || found === 'damaged' ? { version: 1, on: false, settled: false, keys: [] } : found;
  }

  /** Nothing to wait for where nothing was ever encrypted. */
  async function ready(): Promise<KeyFileContent | 'damaged' | null> {
    const found = await load();
    if (found !== null) await connected;
    return load();
  }

  /** The newest key of the file that is open, or the last one that was entered. */
  function newest(keys: readonly KeyEntry[]): DataKey | null {
    const last = keys.findLast(({ id }) => opened.has(id));
    return (last && opened.get(last.id)) ?? [...opened.values()].at(-1) ?? null;
  }

  async function isStrong(): Promise<boolean> {
    return keychain !== null && (await keychain.measure()) === 'strong';
  }

  async function wrap(key: DataKey, kept: boolean): Promise<KeyEntry> {
    if (!keychain) throw new HostError('encryption_locked');
    const text = key.bytes.toString('base64');
    hide(text);
    try {
      const wrapped = (await keychain.encrypt(text)).toString('base64');
      return { id: key.id, wrapped, at: clock.now(), kept };
    } catch (error) {
      throw new HostError('secrets_unreadable', reasonText('encryption.keychain'), { cause: error });
    }
  }

  async function unwrap(entry: KeyEntry): Promise<{ key: DataKey; stale: boolean } | null> {
    if (!keychain) return null;
    const { text, stale, weak } = await keychain.decrypt(Buffer.from(entry.wrapped, 'base64'));
    hide(text);
    const key = toDataKey(Buffer.from(text, 'base64'));
    // Under the key that everybody knows, anyone may have put it there.
    return weak || key.id !== entry.id ? null : { key, stale };
  }

  async function unwrapTwice(entry: KeyEntry): ReturnType<typeof unwrap> {
    try {
      return await unwrap(entry);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      return unwrap(entry).catch(() => null);
    }
  }

  async function addKey(): Promise<void> {
    const key = newDataKey();
    const before = await content();
    const entry = await wrap(key, false);
    await save({ ...before, keys: [...before.keys, entry] });
    opened.set(key.id, key);
  }

  async function facts(): Promise<AtRestFacts> {
    await connected;
    const found = await load();
    const { on, settled, keys } = await content();
    const key = newest(keys);
    const strength = keychain === null ? without : await keychain.measure();
    return {
      on,
      unavailable: strength === 'strong' ? null : strength,
      damaged: found === 'damaged',
      canWrite: found !== 'damaged' ? !on || key !== null : false,
      lost: keys.flatMap(({ id }) => (opened.has(id) ? [] : [id])),
      recovery: key === null ? null : keys.some(({ id, kept }) => id === key.id && !kept) ? 'open' : 'kept',
      unsettled: found !== null && !settled,
    };
  }

  return {
    async writing() {
      const found = await ready();
      if (found === null || (found !== 'damaged' && !found.on)) return null;
      const key = found === 'damaged' ? null : newest(found.keys);
      if (!key) throw new HostError('encryption_locked');
      return key;
    },
    async open() {
      if ((await load()) !== null) await connected;
      return [...opened.values()];
    },
    async connect(given, { log, hide: hideText }) {
      if (typeof given === 'string') without = given;
      else keychain = given;
      hide = hideText;
      try {
        const found = await load();
        if (found === 'damaged') log.write('error', 'encryption-keys-damaged');
        if (found === null || found === 'damaged' || !(await isStrong())) return;
        const stale: DataKey[] = [];
        for (const entry of found.keys) {
          const one = await unwrapTwice(entry);
          if (one) opened.set(entry.id, one.key);
          if (one?.stale) stale.push(one.key);
        }
        const lost = found.keys.length - opened.size;
        if (lost > 0) log.write('error', 'encryption-key-lost', { lost });
        // What is new is encrypted all the same, and what is old waits for its recovery key.
        if (found.on && opened.size === 0) await addKey();
        if (stale.length > 0) {
          const before = await content();
          const keys = await Promise.all(
            before.keys.map(async (entry) => {
              const key = stale.find(({ id }) => id === entry.id);
              return key ? wrap(key, entry.kept) : entry;
            }),
          );
          await save({ ...before, keys });
        }
      } catch (error) {
        log.write('error', 'encryption-not-opened', { error });
      } finally {
        setConnected();
      }
    },
    facts: () => inTurn(facts),
    turn: (on) =>
      inTurn(async () => {
        await connected;
        if (on && !(await isStrong())) throw new HostError('bad_request', reasonText('encryption.unavailable'));
        const before = await content();
        if (on && !before.keys.some(({ id }) => opened.has(id))) await addKey();
        await save({ ...(await content()), on, settled: false });
      }),
    settle: () => inTurn(async () => save({ ...(await content()), settled: true })),
    recoveryKey: () =>
      inTurn(async () => {
        await ready();
        const key = newest((await content()).keys);
        if (!key) throw new HostError('encryption_locked');
        const text = writeRecoveryKey(key);
        hide(text);
        return text;
      }),
    keepRecovery: () =>
      inTurn(async () => {
        const before = await content();
        const key = newest(before.keys);
        await save({ ...before, keys: before.keys.map((one) => (one.id === key?.id ? { ...one, kept: true } : one)) });
      }),
    unlock: (text, known) =>
      inTurn(async () => {
        await connected;
        hide(text);
        const key = readRecoveryKey(text);
        if (!key) throw new HostError('wrong_recovery_key', reasonText('encryption.mistyped'));
        const before = { ...(await content()), ...((await load()) === 'damaged' && { on: true }) };
        const isOwn = before.keys.some(({ id }) => id === key.id);
        if (!isOwn && !known.has(key.id)) throw new HostError('wrong_recovery_key', reasonText('encryption.otherKey'));
        if (await isStrong()) {
          const entry = await wrap(key, true);
          const others = before.keys.filter(({ id }) => id !== key.id);
          // First, so that what is new stays under the key that is used now.
          const keys = isOwn ? before.keys.map((one) => (one.id === key.id ? entry : one)) : [entry, ...others];
          // Off, files stay as they came: nobody asked to make them plain.
          const settled = !before.on && (before.settled || before.keys.length === 0);
          await save({ ...before, keys, settled });
        }
        opened.set(key.id, key);
      }),
  };
}
