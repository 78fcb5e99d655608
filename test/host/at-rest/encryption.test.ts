import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JournalRecord } from '#contract/journal.ts';
import { createEncryption } from '#host/at-rest/create-encryption.ts';
import { keyIdOf } from '#host/at-rest/sealed-stream.ts';
import type { SealableFiles } from '#host/base/at-rest-keys.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { filesOf, keychainOf, openHome, type OpenHome, PROFILE, SECRET } from './support.ts';

const COUNTS = { conversations: 1, messages: 1, blobs: 0 };
const DIGEST = '0123456789abcdef';
const attachment = Buffer.from(`${SECRET}, attached`);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const message = (key: string): JournalRecord => ({
  table: 'messages',
  key,
  session: 's',
  complete: true,
  digest: DIGEST,
  row: { id: key, text: `${SECRET} ${key}` },
});
const blobRow: JournalRecord = { table: 'blobs', key: hashOf(attachment), digest: DIGEST, row: 1 };

describe('encryption of what the host keeps', () => {
  let home = '';
  let open: OpenHome[] = [];
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'baton-at-rest-'));
  });
  afterEach(async () => {
    for (const one of open) await one.close();
    open = [];
    rmSync(home, { recursive: true, force: true });
  });

  async function start(keychain = keychainOf(0x5a) as Parameters<typeof openHome>[1], at = home): Promise<OpenHome> {
    const host = await openHome(at, keychain);
    open.push(host);
    return host;
  }
  async function stop(host: OpenHome): Promise<void> {
    open = open.filter((one) => one !== host);
    await host.close();
  }
  async function makeSnapshot(host: OpenHome, content: Buffer): Promise<string> {
    const { id } = await host.snapshots.begin({ reason: 'manual', schemaVersion: 7, fingerprint: null });
    for (let at = 0; at < content.length; at += 300_000)
      await host.snapshots.add(id, at, content.subarray(at, at + 300_000));
    await host.snapshots.finish(id, { bytes: content.length, sha256: hashOf(content), counts: COUNTS });
    await host.snapshots.verify(id, { archive: 'good', counts: COUNTS });
    return id;
  }
  const archive = (times = 40_000) => Buffer.from(`${SECRET} `.repeat(times));
  async function fill(host: OpenHome): Promise<string> {
    await host.journals.putBlob(PROFILE, hashOf(attachment), attachment);
    await host.journals.append(PROFILE, { schema: 7, records: [message('a'), message('b'), blobRow] });
    host.log.write('info', SECRET);
    await host.log.flush();
    return makeSnapshot(host, archive());
  }
  const records = async (host: OpenHome, profile = PROFILE) => text(await host.journals.records(profile));
  const snapshotText = async (host: OpenHome, id: string) => text((await host.snapshots.read(id)).body);
  const logText = async (host: OpenHome) => {
    await host.log.flush();
    return text(host.log.text());
  };
  /** Names of files in which the secret, its parts or its hash can be read. */
  const readable = () =>
    [...filesOf(home)].flatMap(([name, bytes]) =>
      bytes.includes('the secret') || name.includes(hashOf(attachment)) ? [name] : [],
    );
  async function expectAllThere(host: OpenHome, id: string): Promise<void> {
    expect(await records(host)).toContain(`${SECRET} b`);
    expect(Buffer.from(await host.journals.blob(PROFILE, hashOf(attachment)))).toEqual(attachment);
    expect(await snapshotText(host, id)).toBe(archive().toString());
    expect((await host.snapshots.list()).snapshots).toMatchObject([{ id, bytes: archive().length, state: 'verified' }]);
    expect(await logText(host)).toContain(SECRET);
  }

  test('turned on, nothing that was written before or is written later can be read, and all is there', async () => {
    const host = await start();
    const before = await fill(host);
    expect(readable()).not.toEqual([]);
    await host.encryption.turn(true);
    await host.settled();
    expect(await host.encryption.state()).toMatchObject({ on: true, failed: 0, canWrite: true, recovery: 'open' });
    expect(readable()).toEqual([]);
    await host.journals.append(PROFILE, { schema: 7, records: [message('c')] });
    host.log.write('info', 'later');
    await expectAllThere(host, before);
    const later = await makeSnapshot(host, archive(30_000));
    expect(readable()).toEqual([]);
    await stop(host);

    const next = await start();
    expect(await records(next)).toContain(`${SECRET} c`);
    expect(await logText(next)).toContain('"later"');
    expect(await snapshotText(next, later)).toBe(archive(30_000).toString());
    expect(await next.snapshots.verify(later, { archive: 'good', counts: COUNTS })).toMatchObject({
      state: 'verified',
    });
  });

  test('it is under way from the moment it is turned on, however long the files take to be listed', async () => {
    const host = await start();
    const listed = Promise.withResolvers<never[]>();
    const files: SealableFiles = {
      pending: () => listed.promise,
      locked: async () => [],
      convert: () => Promise.reject(new Error('there is none')),
    };
    const kinds = { journals: files, snapshots: files, logs: files };
    const encryption = createEncryption({ atRest: host.atRest, clock: systemClock, log: host.log, kinds });
    expect((await encryption.turn(true)).progress).toEqual({ done: 0, total: 0 });
    listed.resolve([]);
    await encryption.close();
    expect((await encryption.state()).progress).toBeNull();
  });

  test('what an earlier version wrote is read, encrypted and read again', async () => {
    const json =
      '{"table":"messages","key":"old","session":"s","complete":true,"digest":"0123456789abcdef","row":{"id":"old","text":"the secret of earlier"},"schema":7}';
    const id = '2026-11-20T101112Z-daily-0a1b2c3d';
    const zip = 'PK the secret of earlier';
    const files = {
      [`journal/${PROFILE}/000001.log`]: `17ecd9c7 ${json}\n`,
      'logs/baton.log':
        '{"at":"2026-11-20T10:11:12.000Z","level":"info","event":"the secret of earlier","from":"host"}\n',
      [`snapshots/${id}.zip`]: zip,
      [`snapshots/${id}.json`]: `{"version":1,"id":"${id}","appVersion":"0.2.0","schemaVersion":7,"bytes":${zip.length},"counts":null,"fingerprint":null,"state":"verified","checkedAt":1,"sha256":"d7c7047c49f82ef4fc7fbfd84253ad69917a925ce972ba48671267794c995109"}\n`,
    };
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(home, dirname(name)), { recursive: true });
      writeFileSync(join(home, name), content);
    }
    const host = await start();
    for (const on of [false, true]) {
      await host.encryption.turn(on);
      await host.settled();
      expect(await records(host)).toBe(`${json}\n`);
      expect(await snapshotText(host, id)).toBe(zip);
      expect((await host.snapshots.list()).snapshots).toMatchObject([{ id, bytes: zip.length, state: 'verified' }]);
      expect(await logText(host)).toContain('the secret of earlier');
      expect(readable()).toHaveLength(on ? 0 : 3);
    }
  });

  test('turned off, every file is what it was before, byte for byte', async () => {
    const host = await start();
    const id = await fill(host);
    await host.log.flush();
    const kept = (name: string) => /\.zip$|\d{6}\.log$|blobs/.test(name);
    const before = new Map([...filesOf(home)].filter(([name]) => kept(name)));
    await host.encryption.turn(true);
    await host.settled();
    expect([...filesOf(home)].filter(([name]) => before.has(name) && name.endsWith('.zip'))).toEqual([]);
    await host.encryption.turn(false);
    await host.settled();
    expect(new Map([...filesOf(home)].filter(([name]) => kept(name)))).toEqual(before);
    await expectAllThere(host, id);
  });

  test('a file that has gone since it was listed is under no key', async () => {
    expect(await keyIdOf(join(home, 'replaced.zip.encrypted'))).toBeNull();
    await expect(keyIdOf(home)).rejects.toThrow('EISDIR');
  });

  test('what stands in journals, keys and logs is no key and no recovery key', async () => {
    const host = await start();
    await host.encryption.turn(true);
    await host.settled();
    const recovery = await host.encryption.recoveryKey();
    const [key] = await host.atRest.open();
    host.log.write('warn', 'said', { recovery, key: key?.bytes.toString('base64'), cause: new Error(recovery) });
    const written = `${await logText(host)} ${[...filesOf(home).values()].map((bytes) => bytes.toString('latin1')).join(' ')}`;
    expect(written).not.toContain(recovery);
    expect(written).not.toContain(key?.bytes.toString('base64'));
    expect(written).not.toContain(key?.bytes.toString('hex'));
    expect(JSON.stringify(host.log.recent(0))).not.toContain(recovery);
  });

  test.each([
    ['no keychain, as in browser mode', 'browser', 'browser'],
    ['none that would come along, as in a portable folder', 'portable', 'portable'],
    ['one that only hides', keychainOf(0x11, 'weak'), 'weak'],
    ['one that does not answer', keychainOf(0x11, 'none'), 'none'],
  ] as const)('with %s it can not be turned on, and nothing changes', async (_, keychain, unavailable) => {
    const host = await start(keychain);
    await fill(host);
    const before = filesOf(home);
    expect(await host.encryption.state()).toMatchObject({ on: false, unavailable, canWrite: true });
    await expect(host.encryption.turn(true)).rejects.toMatchObject({ code: 'bad_request' });
    expect(filesOf(home)).toEqual(before);
  });

  test('a keychain that lost the key: the old is kept and named, the new is safe, and the recovery key opens all', async () => {
    const first = await start();
    const id = await fill(first);
    await first.encryption.turn(true);
    await first.settled();
    const recovery = await first.encryption.recoveryKey();
    await stop(first);
    const before = filesOf(home);

    const host = await start(keychainOf(0x77));
    expect(await host.encryption.state()).toMatchObject({
      on: true,
      canWrite: true,
      locked: { journals: 1, snapshots: 1 },
      recovery: 'open',
    });
    await expect(host.snapshots.read(id)).rejects.toMatchObject({ code: 'encryption_locked' });
    await expect(host.snapshots.verify(id, { archive: 'damaged', counts: null })).rejects.toMatchObject({
      code: 'encryption_locked',
    });
    expect((await host.snapshots.list()).snapshots).toMatchObject([{ id, state: 'verified', locked: true }]);
    await expect(host.journals.records(PROFILE)).rejects.toMatchObject({ code: 'encryption_locked' });
    // New data goes on, encrypted, beside the old.
    await host.journals.append(PROFILE, { schema: 7, records: [message('new')] });
    const later = await makeSnapshot(host, archive(10));
    host.log.write('info', `${SECRET} again`);
    await host.log.flush();
    expect(readable()).toEqual([]);
    const { journals } = await host.journals.list();
    expect(journals.filter(({ locked }) => locked)).toHaveLength(1);
    const aside = journals.find(({ locked }) => locked)?.profile ?? '';
    const now = [...filesOf(home).values()];
    const gone = [...before].filter(([, bytes]) => !now.some((other) => other.equals(bytes)));
    expect(gone.map(([name]) => name)).toEqual(['encryption.json']);

    await expect(host.encryption.unlock(recovery.replace(/.$/, '0'))).rejects.toMatchObject({
      code: 'wrong_recovery_key',
    });
    expect(await host.encryption.unlock(` ${recovery.toLowerCase().replaceAll('-', ' ')} `)).toMatchObject({
      locked: { journals: 0, snapshots: 0, logs: 0 },
    });
    expect(await records(host, aside)).toContain(`${SECRET} b`);
    expect(await records(host)).toContain(`${SECRET} new`);
    expect(await snapshotText(host, id)).toBe(archive().toString());
    expect(await snapshotText(host, later)).toBe(archive(10).toString());
    await stop(host);
    // The keychain of now has both.
    const next = await start(keychainOf(0x77));
    expect(await snapshotText(next, id)).toBe(archive().toString());
  });

  test('without a keychain, what would have to be encrypted is not written, until a recovery key is entered', async () => {
    const first = await start();
    const id = await fill(first);
    await first.encryption.turn(true);
    await first.settled();
    const recovery = await first.encryption.recoveryKey();
    await stop(first);
    const before = filesOf(home);

    const host = await start('browser');
    expect(await host.encryption.state()).toMatchObject({ on: true, canWrite: false, unavailable: 'browser' });
    host.log.write('info', 'unseen');
    await expect(host.journals.append(PROFILE, { schema: 7, records: [message('x')] })).rejects.toMatchObject({
      code: 'encryption_locked',
    });
    await expect(makeSnapshot(host, archive(1))).rejects.toMatchObject({ code: 'encryption_locked' });
    await host.log.flush();
    expect(filesOf(home)).toEqual(before);
    expect(host.log.recent(0).map(({ event }) => event)).toContain('unseen');

    await host.encryption.unlock(recovery);
    await host.journals.append(PROFILE, { schema: 7, records: [message('x')] });
    expect(await records(host)).toContain(`${SECRET} x`);
    expect(await snapshotText(host, id)).toBe(archive().toString());
    expect(readable()).toEqual([]);
  });

  test('on another computer, the recovery key opens a snapshot that was only copied there, and leaves it encrypted', async () => {
    const first = await start();
    const id = await fill(first);
    await first.encryption.turn(true);
    await first.settled();
    const recovery = await first.encryption.recoveryKey();
    const other = join(home, 'other');
    cpSync(join(home, 'snapshots'), join(other, 'snapshots'), { recursive: true });
    const host = await start(keychainOf(0x33), other);
    expect(await host.encryption.state()).toMatchObject({ on: false, locked: { snapshots: 1 } });
    await host.encryption.unlock(recovery);
    expect(await snapshotText(host, id)).toBe(archive().toString());
    await host.settled();
    expect([...filesOf(other).keys()].filter((name) => name.endsWith('.zip'))).toEqual([]);
    // A key of nothing here is no key for here.
    const stranger = await start(keychainOf(0x44), join(home, 'third'));
    await expect(stranger.encryption.unlock(recovery)).rejects.toMatchObject({ code: 'wrong_recovery_key' });
  });

  test('a damaged file of keys is kept, nothing is written in plain text, and the recovery key mends it', async () => {
    const first = await start();
    const id = await fill(first);
    await first.encryption.turn(true);
    await first.settled();
    const recovery = await first.encryption.recoveryKey();
    await stop(first);
    writeFileSync(join(home, 'encryption.json'), '{"version":1,"on":tr');
    const host = await start();
    expect(await host.encryption.state()).toMatchObject({ damaged: true, canWrite: false });
    await expect(host.journals.append(PROFILE, { schema: 7, records: [message('x')] })).rejects.toMatchObject({
      code: 'encryption_locked',
    });
    expect(await host.encryption.unlock(recovery)).toMatchObject({ damaged: false, on: true, canWrite: true });
    await host.journals.append(PROFILE, { schema: 7, records: [message('x')] });
    expect(await snapshotText(host, id)).toBe(archive().toString());
    expect([...filesOf(home).keys()].filter((name) => name.startsWith('encryption.json.set-aside'))).toHaveLength(1);
  });

  test('keys that could not be read at the start are set aside, too, and never overwritten', async () => {
    const first = await start();
    await first.encryption.turn(true);
    await first.settled();
    await stop(first);
    const file = join(home, 'encryption.json');
    const kept = readFileSync(file, 'utf8');
    rmSync(file);
    // Something that gives an error other than that there is none.
    mkdirSync(file);
    const host = await start();
    expect(await host.encryption.state()).toMatchObject({ damaged: true });
    rmSync(file, { recursive: true });
    writeFileSync(file, kept);
    await host.encryption.turn(true);
    const aside = [...filesOf(home).keys()].find((name) => name.startsWith('encryption.json.set-aside')) ?? '';
    expect(readFileSync(join(home, aside), 'utf8')).toBe(kept);
  });

  test('a session that is removed is taken out of an encrypted journal, too', async () => {
    const host = await start();
    await fill(host);
    await host.encryption.turn(true);
    await host.settled();
    await host.journals.append(PROFILE, {
      schema: 7,
      records: [
        { table: 'sessions', key: 's' },
        { table: 'blobs', key: hashOf(attachment) },
      ],
    });
    expect(await records(host)).not.toContain(SECRET);
    await host.journals.append(PROFILE, { schema: 7, records: [{ table: 'sessions', key: 't' }] });
    await expect(host.journals.blob(PROFILE, hashOf(attachment))).rejects.toMatchObject({ code: 'not_found' });
  });

  describe('whoever changes the files', () => {
    let host: OpenHome;
    let id: string;
    beforeEach(async () => {
      host = await start();
      await host.encryption.turn(true);
      await host.settled();
      id = await fill(host);
    });
    const segment = (profile = PROFILE, number = '000001') => join(home, 'journal', profile, `${number}.log`);
    const linesOf = (path: string) => readFileSync(path, 'latin1').split('\n');
    const keysIn = async (profile = PROFILE) =>
      (await records(host, profile))
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { key: string }).key);

    test('flips a bit anywhere: a record is lost at most, and none is invented', async () => {
      const whole = readFileSync(segment());
      for (let at = 0; at < whole.length; at += 7) {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ 0x04;
        writeFileSync(segment(), bytes);
        const found = await keysIn();
        expect(['a', 'b', hashOf(attachment)]).toEqual(expect.arrayContaining(found));
        expect(found.length).toBeGreaterThanOrEqual(1);
      }
    });

    test('exchanges, repeats or moves records: those are not read', async () => {
      const [one = '', two = '', a = '', b = '', c = ''] = linesOf(segment());
      expect(a).toHaveLength(b.length);
      writeFileSync(segment(), [one, two, b, a, c, ''].join('\n'), 'latin1');
      expect(await keysIn()).toEqual([hashOf(attachment)]);
      writeFileSync(segment(), [one, two, a, b, c, a, ''].join('\n'), 'latin1');
      expect(await keysIn()).toEqual(['a', 'b', hashOf(attachment)]);
      // Taking one out moves all that follow.
      writeFileSync(segment(), [one, two, b, c, ''].join('\n'), 'latin1');
      expect(await keysIn()).toEqual([]);
    });

    test('cuts the journal off anywhere: what was whole before is read, and it can be added to', async () => {
      const whole = readFileSync(segment());
      for (const cut of [whole.length - 1, whole.length - 20, Math.floor(whole.length * 0.7)]) {
        await host.journals.begin(PROFILE);
        writeFileSync(segment(), whole.subarray(0, cut));
        const found = await keysIn();
        expect(found[0]).toBe('a');
        expect(['a', 'b', hashOf(attachment)].slice(0, found.length)).toEqual(found);
      }
      await stop(host);
      rmSync(segment(PROFILE, '000002'), { force: true });
      rmSync(segment(PROFILE, '000003'), { force: true });
      rmSync(segment(PROFILE, '000004'), { force: true });
      host = await start();
      await host.journals.append(PROFILE, { schema: 7, records: [message('after')] });
      expect(await keysIn()).toContain('after');
    });

    test('puts one segment in the place of another, or an old one back after it was written anew: neither is read', async () => {
      await host.journals.begin(PROFILE);
      await host.journals.append(PROFILE, { schema: 7, records: [message('second')] });
      const [first, second] = [readFileSync(segment()), readFileSync(segment(PROFILE, '000002'))];
      writeFileSync(segment(), second);
      writeFileSync(segment(PROFILE, '000002'), first);
      expect(await keysIn()).toEqual([]);
      writeFileSync(segment(), first);
      writeFileSync(segment(PROFILE, '000002'), second);
      // A line of one file in the other, at the same place.
      const [head, again, , ...rest] = linesOf(segment(PROFILE, '000002'));
      writeFileSync(segment(PROFILE, '000002'), [head, again, linesOf(segment())[2], ...rest].join('\n'), 'latin1');
      expect(await keysIn()).not.toContain('second');
      expect((await keysIn()).filter((key) => key === 'a')).toHaveLength(1);
    });

    test('puts in a segment of another journal: it is not read', async () => {
      const other = '01890000-0000-7000-8000-000000000002';
      await host.journals.append(other, { schema: 7, records: [message('theirs')] });
      cpSync(segment(other), segment());
      expect(await keysIn()).toEqual([]);
      expect(await keysIn(other)).toEqual(['theirs']);
    });

    test.each([
      ['flips a bit', (bytes: Buffer) => bytes.fill((bytes[500_000] ?? 0) ^ 1, 500_000, 500_001)],
      ['cuts off the end', (bytes: Buffer) => bytes.subarray(0, -1000)],
      ['cuts off whole chunks', (bytes: Buffer) => bytes.subarray(0, 49 + 2 * (256 * 1024 + 16))],
      [
        'exchanges chunks',
        (bytes: Buffer) => {
          const [head, chunk] = [49, 256 * 1024 + 16];
          const parts = [bytes.subarray(0, head), bytes.subarray(head + chunk, head + 2 * chunk)];
          return Buffer.concat([...parts, bytes.subarray(head, head + chunk), bytes.subarray(head + 2 * chunk)]);
        },
      ],
    ])('%s of a snapshot: it is damaged, kept, and gives nothing that was not written', async (_, change) => {
      const file = join(home, 'snapshots', `${id}.zip.encrypted`);
      const changed = change(readFileSync(file));
      writeFileSync(file, changed);
      await expect(snapshotText(host, id)).rejects.toThrow('damaged, or belongs to another file');
      expect(await host.snapshots.verify(id, { archive: 'good', counts: COUNTS })).toMatchObject({ state: 'damaged' });
      await host.encryption.turn(false);
      await host.settled();
      expect(await host.encryption.state()).toMatchObject({ failed: 1 });
      expect(readFileSync(file).equals(changed)).toBe(true);
    });

    test('puts one snapshot or one attachment in the place of another: neither is read', async () => {
      const other = await makeSnapshot(host, archive());
      const fileOf = (one: string) => join(home, 'snapshots', `${one}.zip.encrypted`);
      renameSync(fileOf(other), fileOf(id));
      await expect(snapshotText(host, id)).rejects.toThrow('damaged, or belongs to another file');

      const second = Buffer.from('another attachment');
      await host.journals.putBlob(PROFILE, hashOf(second), second);
      const blobs = [...filesOf(home)].filter(([name]) => name.includes('blobs'));
      for (const [name] of blobs) {
        const [, bytes] = blobs.find(([one]) => one !== name) ?? [];
        writeFileSync(join(home, name), bytes ?? Buffer.alloc(0));
      }
      await expect(host.journals.blob(PROFILE, hashOf(second))).rejects.toMatchObject({ code: 'not_found' });
    });

    test('takes lines of the log to another place: they are not read', async () => {
      await host.log.flush();
      const file = join(home, 'logs', 'baton.log');
      const lines = linesOf(file);
      host.log.write('info', 'next');
      await host.log.flush();
      writeFileSync(file, [...lines.slice(0, -1), lines.at(-2), ''].join('\n'), 'latin1');
      const found = (await text(host.log.text())).trim().split('\n');
      expect(found).toHaveLength(lines.length - 3);
    });
  });
});
