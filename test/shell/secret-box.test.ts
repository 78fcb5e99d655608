import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONSENT_KEY_ID } from '#host/consents/consent-keys.ts';
import { HostError } from '#host/base/problem.ts';
import { createKeyring } from '#shell/keyring.ts';
import { createSecretBox } from '#shell/secret-box.ts';
import { type FakeSafeStorage, fakeSafeStorage, type KeyringState } from '#test/fakes/safe-storage.ts';

const KEY = 'sk-CANARY-0123456789';

let folder: string;
let path: string;
let now: number;
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-secrets-'));
  path = join(folder, 'keys.json');
  now = Date.UTC(2026, 10, 21, 12);
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A fresh start of the app on the same home. */
function start(state: KeyringState, platform: NodeJS.Platform = 'linux') {
  const storage: FakeSafeStorage = fakeSafeStorage(state, () => true, platform);
  const box = createSecretBox({
    keyring: createKeyring(storage, platform),
    path,
    clock: { now: () => now++ },
    log: { write: (level, event, data) => lines.push(`${level} ${event} ${JSON.stringify(data ?? {})}`) },
  });
  return { box, storage };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof HostError ? error.code : error),
  );
const files = () => readdirSync(folder).toSorted();
const onDisk = () =>
  files()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

describe('with a keyring', () => {
  it('keeps keys over a restart, encrypted, in a file only its owner reads', async () => {
    const { box } = start('strong');
    expect(await box.state()).toEqual({
      kind: 'os',
      locked: false,
      choices: ['os'],
      backend: 'gnome_libsecret',
      problem: null,
    });
    await box.set('anthropic', KEY);
    await box.set('openai', 'sk-other');
    await box.delete('openai');

    const later = start('strong').box;
    expect(await later.get('anthropic')).toBe(KEY);
    expect(await later.get('openai')).toBeNull();
    expect(await later.ids()).toEqual(['anthropic']);
    expect(onDisk()).not.toContain(KEY);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(files()).toEqual(['keys.json']);
  });

  it('does not take a key for consents that anybody may have written', async () => {
    const { box } = start('strong');
    await box.set(CONSENT_KEY_ID, 'real');
    const forged = (await fakeSafeStorage('weak', () => true, 'linux').encryptStringAsync('forged')).toString('base64');
    for (const kind of ['os', 'weak-os']) {
      writeFileSync(path, JSON.stringify({ version: 1, kind, keys: { [CONSENT_KEY_ID]: forged, anthropic: forged } }));
      const later = start('strong').box;
      // Nothing from a keyring's file is trusted; from the other kind, nothing that would prove a consent.
      const proof = await later.get(CONSENT_KEY_ID).catch(() => 'refused');
      expect(proof).toBe(kind === 'os' ? 'refused' : null);
      expect(await later.get('anthropic').catch(() => 'refused')).toBe(kind === 'os' ? 'refused' : 'forged');
    }
  });

  it.each(['darwin', 'win32'] as const)('counts as strong on %s, where v10 is the ordinary mark', async (platform) => {
    const { box } = start('strong', platform);
    expect(await box.state()).toMatchObject({ kind: 'os', choices: ['os'], backend: null, problem: null });
    await box.set('anthropic', KEY);
    expect(await start('strong', platform).box.get('anthropic')).toBe(KEY);
  });

  it('loses none of many changes made at once', async () => {
    const { box } = start('strong');
    const ids = Array.from({ length: 20 }, (_, index) => `custom-${index}`);
    await Promise.all(ids.map((id) => box.set(id, `key of ${id}`)));
    const later = start('strong').box;
    expect(await Promise.all(ids.map((id) => later.get(id)))).toEqual(ids.map((id) => `key of ${id}`));
  });

  it('encrypts again when the key of the keyring was rotated', async () => {
    await start('strong').box.set('anthropic', KEY);
    const before = readFileSync(path, 'utf8');
    const { box, storage } = start('strong');
    storage.rotated = true;
    storage.encryptStringAsync = async (text) => Buffer.from(`v11rotated ${text}`);
    expect(await box.get('anthropic')).toBe(KEY);
    expect(readFileSync(path, 'utf8')).not.toBe(before);
  });

  it('says what to do when the keyring does not take a key', async () => {
    const { box, storage } = start('strong');
    await box.state();
    storage.keyring = 'none';
    expect(await codeOf(box.set('anthropic', KEY))).toBe('secrets_unreadable');
    expect(files()).toEqual([]);
  });
});

describe('on Linux without a keyring', () => {
  it('asks first: nothing is stored before the user agreed', async () => {
    const { box, storage } = start('weak');
    expect(await box.state()).toEqual({
      kind: 'unset',
      locked: false,
      choices: ['weak-os', 'session'],
      backend: 'basic_text',
      problem: null,
    });
    expect(await codeOf(box.set('anthropic', KEY))).toBe('secrets_unset');
    expect(storage.plainTextAllowed).toBe(false);
    expect(files()).toEqual([]);
  });

  it('trusts the ciphertext, not the name of the backend', async () => {
    const { box, storage } = start('weak');
    storage.getSelectedStorageBackend = () => 'gnome_libsecret';
    expect((await box.state()).kind).toBe('unset');
  });

  it('remembers the consent', async () => {
    const { box, storage } = start('weak');
    await box.choose({ kind: 'weak-os' });
    expect(storage.plainTextAllowed).toBe(true);
    await box.set('anthropic', KEY);
    expect((await box.state()).kind).toBe('weak-os');

    const later = start('weak');
    expect(await later.box.state()).toMatchObject({ kind: 'weak-os', problem: null });
    expect(later.storage.plainTextAllowed).toBe(true);
    expect(await later.box.get('anthropic')).toBe(KEY);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps keys for this run only when that was chosen', async () => {
    const { box } = start('weak');
    await box.choose({ kind: 'session' });
    await box.set('anthropic', KEY);
    expect((await box.state()).kind).toBe('session');
    expect(await box.get('anthropic')).toBe(KEY);
    expect(onDisk()).not.toMatch(/sk-|v10/);
    expect(JSON.parse(onDisk())).toEqual({ version: 1, kind: 'session', keys: {} });

    const later = start('weak').box;
    expect((await later.state()).kind).toBe('session');
    expect(await later.get('anthropic')).toBeNull();
    // A machine that got a keyring uses it.
    expect((await start('strong').box.state()).kind).toBe('os');
  });

  it('takes the keys along when the choice changes', async () => {
    const { box } = start('weak');
    await box.choose({ kind: 'weak-os' });
    await box.set('anthropic', KEY);
    await box.choose({ kind: 'session' });
    expect(await box.get('anthropic')).toBe(KEY);
    expect(JSON.parse(onDisk())).toEqual({ version: 1, kind: 'session', keys: {} });
    await box.set('openai', 'sk-other');
    await box.choose({ kind: 'weak-os' });
    const later = start('weak').box;
    expect([await later.get('anthropic'), await later.get('openai')]).toEqual([KEY, 'sk-other']);
    await later.delete('openai');
    expect(await start('weak').box.get('openai')).toBeNull();
    // A deleted key isn't restored from an earlier choice.
    await box.delete('openai');
    await box.choose({ kind: 'session' });
    expect(await box.get('openai')).toBeNull();
    expect(await box.get('anthropic')).toBe(KEY);
  });

  it('moves to the keyring, with the keys, as soon as there is one', async () => {
    const weak = start('weak').box;
    await weak.choose({ kind: 'weak-os' });
    await weak.set('anthropic', KEY);

    const { box } = start('strong');
    expect(await box.state()).toMatchObject({ kind: 'os', problem: null });
    expect(await box.get('anthropic')).toBe(KEY);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ kind: 'os' });
    // Without that keyring the keys are unreadable again.
    expect(await codeOf(start('weak').box.get('anthropic'))).toBe('secrets_unreadable');
  });

  it('does not touch keys of a keyring that is away today', async () => {
    await start('strong').box.set('anthropic', KEY);
    const before = readFileSync(path, 'utf8');

    const { box } = start('weak');
    const state = await box.state();
    expect(state).toMatchObject({ kind: 'os', choices: ['weak-os', 'session'] });
    expect(state.problem).toContain('keyring');
    expect(await codeOf(box.set('openai', KEY))).toBe('secrets_unreadable');
    expect(await codeOf(box.delete('anthropic'))).toBe('secrets_unreadable');
    expect(readFileSync(path, 'utf8')).toBe(before);

    // Choosing obfuscation starts a new file and keeps the old one.
    await box.choose({ kind: 'weak-os' });
    await box.set('openai', KEY);
    expect(files()).toHaveLength(2);
    const setAside = files().find((name) => name !== 'keys.json') ?? '';
    expect(readFileSync(join(folder, setAside), 'utf8')).toBe(before);
  });
});

describe('without any encryption', () => {
  it('keeps keys for this run and says so', async () => {
    const { box } = start('none');
    expect(await box.state()).toMatchObject({ kind: 'session', choices: ['session'], problem: null });
    await box.set('anthropic', KEY);
    expect(await box.get('anthropic')).toBe(KEY);
    expect(files()).toEqual([]);
    expect(await codeOf(box.choose({ kind: 'weak-os' }))).toBe('bad_request');
  });

  it('takes the word of the system for it', async () => {
    const { box, storage } = start('strong');
    storage.isAsyncEncryptionAvailable = async () => false;
    expect((await box.state()).kind).toBe('session');
  });

  it('leaves stored keys alone', async () => {
    await start('strong').box.set('anthropic', KEY);
    const before = readFileSync(path, 'utf8');
    const { box } = start('none');
    expect((await box.state()).problem).toContain('keyring');
    await box.set('anthropic', 'sk-today');
    expect(await box.get('anthropic')).toBe('sk-today');
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(await start('strong').box.get('anthropic')).toBe(KEY);
  });
});

describe('keys that do not decrypt', () => {
  beforeEach(() => start('strong').box.set('anthropic', KEY));

  it('shows the failure and keeps the file', async () => {
    const before = readFileSync(path, 'utf8');
    const { box } = start('lost');
    const state = await box.state();
    expect(state.kind).toBe('os');
    expect(state.problem).toContain('could not be decrypted');
    expect(await codeOf(box.get('anthropic'))).toBe('secrets_unreadable');
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('keeps a copy before the key is entered again', async () => {
    const before = readFileSync(path, 'utf8');
    const { box } = start('lost');
    await box.state();
    await box.set('openai', 'sk-new');
    await box.set('anthropic', 'sk-again');
    expect((await box.state()).problem).toBeNull();
    expect(await box.get('anthropic')).toBe('sk-again');
    const others = files().filter((name) => name !== 'keys.json');
    expect(others).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(folder, others[0] ?? ''), 'utf8')).keys.anthropic).toBe(
      JSON.parse(before).keys.anthropic,
    );
  });

  it('sets the file aside on reset, never erases it', async () => {
    const before = readFileSync(path, 'utf8');
    const { box } = start('lost');
    await box.reset();
    expect(await box.state()).toMatchObject({ kind: 'os', problem: null });
    expect(await box.get('anthropic')).toBeNull();
    await box.set('anthropic', 'sk-new');
    const others = files().filter((name) => name !== 'keys.json');
    expect(others).toHaveLength(1);
    expect(readFileSync(join(folder, others[0] ?? ''), 'utf8')).toBe(before);
  });

  it('recovers by itself when the keyring was only busy', async () => {
    const { box, storage } = start('strong');
    storage.busy = true;
    expect(await codeOf(box.get('anthropic'))).toBe('secrets_unreadable');
    storage.busy = false;
    expect(await box.get('anthropic')).toBe(KEY);
    expect((await box.state()).problem).toBeNull();
  });
});

describe('a damaged file', () => {
  it.each(['', '{', '[]', '{"version":9,"kind":"os","keys":{}}', '{"version":1,"kind":"os","keys":{"a":5}}'])(
    'is shown and kept: %j',
    async (text) => {
      writeFileSync(path, text);
      const { box } = start('strong');
      const state = await box.state();
      expect(state.kind).toBe('os');
      expect(state.problem).toContain(path);
      expect(await codeOf(box.get('anthropic'))).toBe('secrets_unreadable');
      expect(await codeOf(box.set('anthropic', KEY))).toBe('secrets_unreadable');
      expect(readFileSync(path, 'utf8')).toBe(text);
      await box.reset();
      await box.set('anthropic', KEY);
      expect(await box.get('anthropic')).toBe(KEY);
      expect(files()).toHaveLength(2);
    },
  );
});

describe('what a secret box never does', () => {
  it('writes a key into the log', async () => {
    const { box } = start('strong');
    await box.set('anthropic', KEY);
    const lost = start('lost').box;
    await lost.state();
    await lost.set('anthropic', KEY);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain(KEY);
  });

  it('takes a passphrase, which belongs to browser mode', async () => {
    const { box } = start('strong');
    expect(await codeOf(box.unlock('correct horse'))).toBe('bad_request');
    expect(await codeOf(box.choose({ kind: 'passphrase', passphrase: 'correct horse' }))).toBe('bad_request');
    expect(await codeOf(box.choose({ kind: 'weak-os' }))).toBe('bad_request');
  });
});
