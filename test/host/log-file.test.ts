import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileLog } from '#host/log/log-file.ts';
import { createSecretFilter } from '#host/base/secret-filter.ts';
import { hideKeys } from '#host/secrets/hide-keys.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';

const CANARY = 'CANARY/0123456789+abcdefghijklmnop';

describe('log', () => {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'baton-log-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const read = (name = 'baton.log') => readFileSync(join(home, 'logs', name), 'utf8');

  test('JSON lines, in order, private', async () => {
    const log = createFileLog({ home, now: () => 0 });
    for (let index = 0; index < 50; index++) log.write('info', 'step', { index });
    await log.flush();
    const lines = read()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { data: { index: number } });
    expect(lines.map(({ data }) => data.index)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(lines[0]).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      level: 'info',
      event: 'step',
      from: 'host',
      data: { index: 0 },
    });
    expect(statSync(join(home, 'logs', 'baton.log')).mode & 0o777).toBe(0o600);
  });

  test('keeps two files of bounded size', async () => {
    const log = createFileLog({ home, now: () => 0, maxBytes: 2000 });
    for (let index = 0; index < 200; index++) log.write('info', 'step', { index, pad: 'x'.repeat(50) });
    await log.flush();
    expect(readdirSync(join(home, 'logs')).toSorted()).toEqual(['baton.log', 'baton.log.1']);
    expect(Math.max(read().length, read('baton.log.1').length)).toBeLessThanOrEqual(2000);
    expect(read()).toContain('"index":199');
    const again = createFileLog({ home, now: () => 0, maxBytes: 2000 });
    again.write('info', 'later');
    await again.flush();
    expect(read()).toContain('"event":"later"');
  });

  test('what a crash cut off stays a line of its own', async () => {
    mkdirSync(join(home, 'logs'));
    writeFileSync(join(home, 'logs', 'baton.log'), '{"at":"19');
    const log = createFileLog({ home, now: () => 0 });
    log.write('info', 'next');
    await log.flush();
    const [cut, next = ''] = read().split('\n');
    expect(cut).toBe('{"at":"19');
    expect(JSON.parse(next)).toMatchObject({ event: 'next' });
  });

  test('a folder that cannot be written to stops nothing', async () => {
    const log = createFileLog({ home: join(home, 'logs', 'not', '\0'), now: () => 0 });
    log.write('error', 'lost');
    await expect(log.flush()).resolves.toBeUndefined();
  });

  test('no secret reaches the file, wherever it stands', async () => {
    const log = createFileLog({ home, now: () => 0 });
    const secrets = hideKeys(createMemorySecrets({ old: `${CANARY}-old` }), log.redactor);
    await secrets.get('old');
    await secrets.set('new', CANARY);
    const cause = new Error(`socket said ${CANARY}`);
    log.write('error', 'failed', {
      why: `before ${CANARY}-old after`,
      error: new Error(`could not send ${CANARY}`, { cause }),
      headers: new Headers({ authorization: 'Bearer CANARY-unknown-1', 'x-api-key': 'CANARY-unknown-2' }),
      nested: { list: [{ 'X-Goog-Api-Key': 'CANARY-unknown-3', apiKey: 'CANARY-unknown-4' }] },
      url: 'https://a.example/v1?key=CANARY-unknown-5&alt=sse',
      curl: 'curl -H "x-api-key: CANARY-unknown-6" -H "Authorization: Bearer CANARY-unknown-7"',
      passphrase: 'CANARY-unknown-8',
      vendor: 'Incorrect API key provided: sk-CANARY-unknown-9',
      [CANARY]: 1,
    });
    await log.flush();
    const text = read();
    expect(text).not.toContain('CANARY');
    expect(text).toContain('before [redacted]');
    expect(text).toContain('&alt=sse');
  });

  test('lines of a window are kept among its own, without the keys that only the host knows', async () => {
    const log = createFileLog({ home, now: () => 0 });
    log.redactor.hide(CANARY);
    log.write('info', 'start');
    const line = { at: '2026-11-21T10:00:00.000Z', level: 'warn', event: `[x] ${CANARY}`, from: 'host' } as const;
    log.adopt([{ ...line, sessionID: 's', data: { said: CANARY, text: 'asked for' } }]);
    log.write('info', 'stop');
    await log.flush();
    const lines = read().trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      at: '2026-11-21T10:00:00.000Z',
      level: 'warn',
      event: '[x] [redacted]',
      from: 'page',
      sessionID: 's',
      data: { said: '[redacted]', text: 'asked for' },
    });
    expect(log.recent(0).map(({ event, seq }) => [event, seq])).toEqual([
      ['start', 1],
      ['stop', 2],
    ]);
    expect(log.recent(1)).toHaveLength(1);
    expect(log.file).toBe(join(home, 'logs', 'baton.log'));
  });

  test('of its own lines the newest are kept for windows', async () => {
    const log = createFileLog({ home, now: () => 0 });
    for (let index = 0; index < 1_200; index++) log.write('info', 'step', { index });
    const logged = log.recent(0);
    expect(logged.length).toBe(500);
    expect(logged.at(-1)).toMatchObject({ seq: 1_200, data: { index: 1_199 } });
    await log.flush();
  });
});

describe('secret filter on a stream', () => {
  const run = (text: string, secret: string, sizes: readonly number[]) => {
    const filter = createSecretFilter(secret);
    const bytes = Buffer.from(text);
    const out: Uint8Array[] = [];
    let at = 0;
    for (const size of sizes) {
      out.push(Uint8Array.from(filter?.write(bytes.subarray(at, at + size)) ?? []));
      at += size;
    }
    out.push(Uint8Array.from(filter?.write(bytes.subarray(at)) ?? []), Uint8Array.from(filter?.end() ?? []));
    return Buffer.concat(out).toString();
  };

  test('blanks the secret however the stream is cut, and nothing else', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'C'), maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(letters, fc.constant(CANARY), fc.constant(CANARY.slice(0, 9))), { maxLength: 8 }),
        fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 }),
        (pieces, sizes) => {
          const text = pieces.join('');
          expect(run(text, CANARY, sizes)).toBe(text.replaceAll(CANARY, '*'.repeat(CANARY.length)));
        },
      ),
    );
  });

  test('a secret that begins and ends alike', () => {
    const secret = 'abababababababab';
    const text = `x${secret}ab${secret}y`;
    expect(run(text, secret, [3, 7, 1, 9, 2])).toBe(text.replaceAll(secret, '*'.repeat(16)));
  });

  test('leaves the chunk of the sender alone and holds nothing back without need', () => {
    const filter = createSecretFilter(CANARY);
    const chunk = Buffer.from(`x ${CANARY} y`);
    const copy = Buffer.from(chunk);
    expect(Buffer.from(filter?.write(chunk) ?? []).toString()).toBe(`x ${'*'.repeat(CANARY.length)} y`);
    expect(chunk.equals(copy)).toBe(true);
  });

  test('a word that somebody uses as a key does not garble answers', () => {
    expect(createSecretFilter('ollama')).toBeUndefined();
  });
});
