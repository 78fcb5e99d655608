import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChosenStore } from '#host/secrets/chosen-store.ts';

const CANARY = 'sk-CANARY0123456789abcdefghijklmnop';
const PASSPHRASE = 'correct horse battery';

let home = '';
/** As found by a new start of Baton. The cost is low because it isn't tested here. */
const open = () => createChosenStore({ home, now: () => Date.UTC(2026, 10, 21), logN: 14 });
const file = () => join(home, 'secrets.json');
const setAsideFiles = () => readdirSync(home).filter((name) => name.includes('set-aside'));

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-secrets-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function withKey() {
  const store = open();
  await store.choose({ kind: 'passphrase', passphrase: PASSPHRASE });
  await store.set('openai', CANARY);
  return store;
}

describe('before a choice', () => {
  test('nothing is stored anywhere', async () => {
    const store = open();
    expect(await store.state()).toEqual({
      kind: 'unset',
      locked: false,
      choices: ['passphrase', 'session'],
      backend: null,
      problem: null,
    });
    await expect(store.set('openai', CANARY)).rejects.toMatchObject({ code: 'secrets_unset' });
    await expect(store.get('openai')).rejects.toMatchObject({ code: 'secrets_unset' });
    await expect(store.choose({ kind: 'weak-os' })).rejects.toMatchObject({ code: 'bad_request' });
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('this run only', () => {
  test('is remembered as a choice, the keys are not', async () => {
    const store = open();
    await store.choose({ kind: 'session' });
    await store.set('openai', CANARY);
    expect(await store.get('openai')).toBe(CANARY);
    const files = readdirSync(home).map((name) => readFileSync(join(home, name), 'utf8'));
    expect(files.join()).not.toContain('CANARY');
    const next = open();
    expect(await next.state()).toMatchObject({ kind: 'session', locked: false });
    expect(await next.get('openai')).toBeNull();
  });
});

describe('passphrase file', () => {
  test('is private, and the key is not in its bytes in any spelling', async () => {
    await withKey();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file());
    for (const spelling of [
      CANARY,
      Buffer.from(CANARY).toString('base64').slice(0, 20),
      Buffer.from(CANARY).toString('hex'),
    ])
      expect(bytes.includes(spelling)).toBe(false);
    expect(bytes.includes(PASSPHRASE)).toBe(false);
  });

  test('uses scrypt at the recommended cost by default', async () => {
    const store = createChosenStore({ home, now: Date.now });
    await store.choose({ kind: 'passphrase', passphrase: PASSPHRASE });
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({
      version: 1,
      kdf: { name: 'scrypt', logN: 17, r: 8, p: 1 },
      cipher: { name: 'aes-256-gcm' },
    });
  });

  test('is locked at the next start until the passphrase is given', async () => {
    await withKey();
    const store = open();
    expect(await store.state()).toMatchObject({ kind: 'passphrase', locked: true, problem: null });
    await expect(store.get('openai')).rejects.toMatchObject({ code: 'secrets_locked' });
    await expect(store.set('groq', 'x')).rejects.toMatchObject({ code: 'secrets_locked' });
    await expect(store.unlock('wrong')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    expect(await store.state()).toMatchObject({ locked: true });
    await store.unlock(PASSPHRASE);
    expect(await store.get('openai')).toBe(CANARY);
    expect(await store.state()).toMatchObject({ locked: false });
  });

  test('takes a passphrase however the keyboard composes it', async () => {
    const store = open();
    await store.choose({ kind: 'passphrase', passphrase: '비밀번호입니다한글'.normalize('NFC') });
    await store.set('a', 'b');
    const next = open();
    await next.unlock('비밀번호입니다한글'.normalize('NFD'));
    expect(await next.get('a')).toBe('b');
  });

  test('is written whole: another nonce each time, no temporary file left, parallel changes all kept', async () => {
    const store = await withKey();
    const nonce = () => (JSON.parse(readFileSync(file(), 'utf8')) as { cipher: { iv: string } }).cipher.iv;
    const before = nonce();
    await Promise.all(Array.from({ length: 20 }, (_, index) => store.set(`custom-${index}`, `key-${index}`)));
    await store.delete('custom-3');
    expect(nonce()).not.toBe(before);
    expect(readdirSync(home).toSorted()).toEqual(['secret-store.json', 'secrets.json']);
    const next = open();
    await next.unlock(PASSPHRASE);
    expect(await next.get('custom-19')).toBe('key-19');
    expect(await next.get('custom-3')).toBeNull();
    expect(await next.get('openai')).toBe(CANARY);
  });

  test('a key that could not be written is not one that is stored', async () => {
    const store = await withKey();
    rmSync(home, { recursive: true });
    await expect(store.set('groq', 'gsk')).rejects.toThrow('ENOENT');
    expect(await store.get('groq')).toBeNull();
  });

  const damages: [string, (text: string) => string][] = [
    ['cut short', (text) => text.slice(0, text.length / 2)],
    ['emptied', () => ''],
    ['another format', () => '{"format":"other"}'],
    [
      'one letter of the data',
      (text) => text.replace(/"data": "(.)/, (_, first: string) => `"data": "${first === 'A' ? 'B' : 'A'}`),
    ],
    ['another cost', (text) => text.replace('"logN": 14', '"logN": 15')],
    ['an absurd cost', (text) => text.replace('"logN": 14', '"logN": 40')],
    ['binary', () => '\u0000\u0001\u0002'],
  ];
  test.for(damages)(
    'damaged (%s): told apart from a wrong passphrase, kept, and set aside by a fresh start',
    async ([, damage]) => {
      await withKey();
      const broken = damage(readFileSync(file(), 'utf8'));
      writeFileSync(file(), broken);
      const store = open();
      expect(await store.state()).toMatchObject({
        kind: 'passphrase',
        locked: true,
        problem: expect.stringContaining('damaged'),
      });
      await expect(store.unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'secrets_unreadable' });
      await expect(store.get('openai')).rejects.toMatchObject({ code: 'secrets_unreadable' });
      await expect(store.set('openai', 'new')).rejects.toMatchObject({ code: 'secrets_unreadable' });
      expect(readFileSync(file(), 'utf8')).toBe(broken);
      await store.reset();
      expect(await store.state()).toMatchObject({ kind: 'unset', problem: null });
      const [setAside = ''] = setAsideFiles();
      expect(readFileSync(join(home, setAside), 'utf8')).toBe(broken);
    },
  );

  test('a repaired file is found without a new start', async () => {
    await withKey();
    const good = readFileSync(file(), 'utf8');
    writeFileSync(file(), 'oops');
    const store = open();
    expect((await store.state()).problem).not.toBeNull();
    writeFileSync(file(), good);
    expect((await store.state()).problem).toBeNull();
    await store.unlock(PASSPHRASE);
    expect(await store.get('openai')).toBe(CANARY);
  });

  test('a forgotten passphrase: reset keeps the file under another name, again and again', async () => {
    await withKey();
    for (let round = 0; round < 3; round++) {
      const store = open();
      await store.reset();
      await store.choose({ kind: 'passphrase', passphrase: 'another passphrase' });
    }
    expect(setAsideFiles().length).toBe(3);
  });
});

describe('another choice', () => {
  test('open keys move along, to memory and back', async () => {
    const store = await withKey();
    await store.choose({ kind: 'session' });
    expect(await store.get('openai')).toBe(CANARY);
    expect(readdirSync(home)).toEqual(['secret-store.json']);
    await store.choose({ kind: 'passphrase', passphrase: 'second passphrase' });
    const next = open();
    await next.unlock('second passphrase');
    expect(await next.get('openai')).toBe(CANARY);
  });

  test('the passphrase is changed only from inside', async () => {
    const store = await withKey();
    await store.choose({ kind: 'passphrase', passphrase: 'second passphrase' });
    const next = open();
    await expect(next.choose({ kind: 'passphrase', passphrase: 'third passphrase' })).rejects.toMatchObject({
      code: 'secrets_locked',
    });
    await expect(next.unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await next.unlock('second passphrase');
    expect(await next.get('openai')).toBe(CANARY);
  });

  test('away from a locked file: the file is kept', async () => {
    await withKey();
    const before = readFileSync(file(), 'utf8');
    const store = open();
    await store.choose({ kind: 'session' });
    expect(await store.get('openai')).toBeNull();
    const [setAside = ''] = setAsideFiles();
    expect(readFileSync(join(home, setAside), 'utf8')).toBe(before);
  });
});
