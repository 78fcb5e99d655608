import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONSENT_KEY_ID } from '#host/consents/consent-keys.ts';
import { createCrossingStore } from '#host/crossing/crossing-store.ts';
import { createChosenStore } from '#host/secrets/chosen-store.ts';
import type { SecretStore } from '#host/base/deps.ts';
import { createHostBench, createMemorySecrets, type HostBench } from '#test/fakes/host-deps.ts';

const PASSPHRASE = 'correct horse battery staple';
const logN = 14;

let bench: HostBench;
beforeEach(() => {
  bench = createHostBench();
});
afterEach(() => bench.dispose());

const at = (name: string) => join(bench.home, name);
/** Both sides share the home; each opens the store of its own. */
const desktopWith = (keys: Record<string, string>, more: object = {}) => {
  const secrets = createMemorySecrets(keys, 'os');
  const deps = { ...bench.deps, mount: 'electron' as const, secrets, logN, ...more };
  return { secrets, store: createCrossingStore(deps) };
};
const browser = () => createChosenStore({ home: bench.home, now: () => 1, logN });
const all = async (store: SecretStore) =>
  Object.fromEntries(await Promise.all((await store.ids()).map(async (id) => [id, await store.get(id)])));

async function browserWith(keys: Record<string, string>): Promise<void> {
  const store = browser();
  await store.choose({ kind: 'passphrase', passphrase: PASSPHRASE });
  for (const [id, key] of Object.entries(keys)) await store.set(id, key);
}

describe('keys from browser mode', () => {
  it('are copied into the keychain; one that differs stays, and the seal of approvals is none', async () => {
    await browserWith({ anthropic: 'sk-a', openai: 'sk-b', gemini: 'sk-c', [CONSENT_KEY_ID]: 'seal' });
    const { store, secrets } = desktopWith({ openai: 'sk-own', gemini: 'sk-c' });
    expect(await store.state()).toMatchObject({ keys: 'here', passphraseFile: true });
    expect(await store.bringKeys(PASSPHRASE)).toEqual({ copied: 1, kept: 1 });
    expect(await all(secrets)).toEqual({ anthropic: 'sk-a', openai: 'sk-own', gemini: 'sk-c' });
    // Again changes nothing, and the file is as it was.
    expect(await store.bringKeys(PASSPHRASE)).toEqual({ copied: 0, kept: 1 });
    const again = browser();
    await again.unlock(PASSPHRASE);
    expect(Object.keys(await all(again))).toContain(CONSENT_KEY_ID);
  });

  it('stay where they are without the passphrase', async () => {
    await browserWith({ anthropic: 'sk-a' });
    const { store, secrets } = desktopWith({});
    await expect(store.bringKeys('another one entirely')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    expect(await secrets.ids()).toEqual([]);
  });
});

describe('keys for browser mode', () => {
  it('are written under a new passphrase, which browser mode then asks for', async () => {
    writeFileSync(at('secret-store.json'), '{"kind":"session"}');
    const { store, secrets } = desktopWith({ anthropic: 'sk-CANARY', [CONSENT_KEY_ID]: 'seal' });
    expect(await store.state()).toMatchObject({ passphraseFile: false });
    expect(await store.leaveKeys(PASSPHRASE)).toEqual({ copied: 1, kept: 0 });
    expect(Object.values(bench.readHome()).join('\n')).not.toContain('CANARY');
    const there = browser();
    expect(await there.state()).toMatchObject({ kind: 'passphrase', locked: true });
    await there.unlock(PASSPHRASE);
    expect(await all(there)).toEqual({ anthropic: 'sk-CANARY' });
    expect(await secrets.get('anthropic')).toBe('sk-CANARY');
  });

  it('join those of an existing file, if its passphrase is right', async () => {
    await browserWith({ openai: 'sk-b' });
    const { store } = desktopWith({ anthropic: 'sk-a', openai: 'sk-own' });
    const before = readFileSync(at('secrets.json'), 'utf8');
    await expect(store.leaveKeys('another one entirely')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    expect(readFileSync(at('secrets.json'), 'utf8')).toBe(before);
    expect(await store.leaveKeys(PASSPHRASE)).toEqual({ copied: 1, kept: 1 });
    const there = browser();
    await there.unlock(PASSPHRASE);
    expect(await all(there)).toEqual({ openai: 'sk-b', anthropic: 'sk-a' });
  });

  it('leave no file when the keychain refuses, and never replace a damaged one', async () => {
    const { store, secrets } = desktopWith({ anthropic: 'sk-a' });
    secrets.get = () => Promise.reject(new Error('locked'));
    await expect(store.leaveKeys(PASSPHRASE)).rejects.toThrow('locked');
    expect(existsSync(at('secrets.json'))).toBe(false);
    writeFileSync(at('secrets.json'), 'not a file of keys');
    await expect(desktopWith({ anthropic: 'sk-a' }).store.leaveKeys(PASSPHRASE)).rejects.toMatchObject({
      code: 'secrets_unreadable',
    });
    expect(readFileSync(at('secrets.json'), 'utf8')).toBe('not a file of keys');
  });
});

it('only the desktop app with a keychain copies keys', async () => {
  await browserWith({ anthropic: 'sk-a' });
  for (const [more, keys] of [
    [{ mount: 'browser' }, 'there'],
    [{ portable: true }, 'shared'],
    [{ secrets: createMemorySecrets({}, 'session') }, 'unkept'],
  ] as const) {
    const { store, secrets } = desktopWith({}, more);
    expect(await store.state()).toMatchObject({ keys });
    await expect(store.bringKeys(PASSPHRASE)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(store.leaveKeys(PASSPHRASE)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await secrets.ids()).toEqual([]);
  }
});

describe('what was brought', () => {
  const ONE = '2026-11-27T030405Z-from-browser-0123abcd';

  it('is remembered, and a damaged memory offers it again', async () => {
    const { store } = desktopWith({});
    await store.markBrought(ONE);
    await store.markBrought(ONE);
    expect((await desktopWith({}).store.state()).brought).toEqual([
      { snapshot: ONE, at: expect.any(Number) as number },
    ]);
    writeFileSync(at('crossing.json'), '{');
    expect((await store.state()).brought).toEqual([]);
    rmSync(at('crossing.json'));
    await expect(store.markBrought('../crossing')).rejects.toMatchObject({ code: 'bad_request' });
    expect(existsSync(at('crossing.json'))).toBe(false);
  });
});
