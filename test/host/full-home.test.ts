import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { createHost, type Host } from '#host/create-host.ts';
import { createChosenStore } from '#host/secrets/chosen-store.ts';
import { createHostBench, type HostBench, pageHeaders } from '#test/fakes/host-deps.ts';
import { makeSmallDisk, noSmallDisk, type SmallDisk } from '#test/fakes/small-disk.ts';

const NO_DISK = noSmallDisk();
const PROFILE = randomUUID();
const records = (...keys: string[]) => ({
  schema: 1,
  records: keys.map((key) => ({ table: 'folders', key, digest: '0123456789abcdef', row: 'x'.repeat(5_000) })),
});
const bytes = Buffer.from('a picture'.repeat(1_000));
const hash = createHash('sha256').update(bytes).digest('hex');

/** Requests that write into the home. */
const WRITES: [method: string, path: string, body: unknown][] = [
  ['PATCH', '/api/config', { practiceCharsPerSecond: 77 }],
  ['PATCH', '/api/configuration', { values: { 'experimental.auto_resume': true } }],
  ['POST', '/api/vendors', { label: 'Own', protocol: 'openai-chat', baseUrl: 'http://127.0.0.1:9/v1' }],
  ['PUT', '/api/secrets/keys/openai', { key: 'sk-0123456789' }],
  ['POST', '/api/mcp/servers', { label: 'Own', definition: { kind: 'stdio', command: 'true' } }],
  ['PATCH', '/api/snapshots', { automatic: false }],
  ['PATCH', '/api/journals', { on: true }],
  ['POST', `/api/journals/${PROFILE}/records`, records('refused')],
  ['PUT', `/api/journals/${PROFILE}/blobs/${hash}`, bytes],
  [
    'PUT',
    `/api/journals/${PROFILE}/base`,
    { snapshot: null, segment: 0, listing: { keys: {}, digests: {}, unfinished: [] } },
  ],
];

describe.skipIf(NO_DISK)(`a home without a free byte${NO_DISK ? ` (skipped: ${NO_DISK})` : ''}`, () => {
  let disk: SmallDisk;
  let bench: HostBench;
  let host: Host;
  beforeEach(async () => {
    disk = makeSmallDisk(2);
    const secrets = createChosenStore({ home: disk.path, now: () => Date.now(), logN: 4 });
    await secrets.choose({ kind: 'passphrase', passphrase: 'correct horse battery' });
    bench = createHostBench({ home: disk.path, secrets });
    host = createHost(bench.deps);
  });
  afterEach(async () => {
    await host.close();
    disk.remove();
    bench.dispose();
  });

  const call = (method: string, path: string, body?: unknown) => {
    const isBytes = body instanceof Uint8Array;
    const type = isBytes ? 'application/octet-stream' : 'application/json';
    return host.fetch(
      new Request(`app://ui${path}`, {
        method,
        headers: pageHeaders(body === undefined ? {} : { 'content-type': type }),
        ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      }),
    );
  };

  test('every write is refused in words, and done when there is room', async () => {
    disk.fill();
    for (const [method, path, body] of WRITES) {
      const answer = await call(method, path, body);
      expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 507`);
      expect(Problem.parse(await answer.json())).toMatchObject({
        code: 'disk_full',
        title: 'There is not enough free space on the disk',
      });
    }
    disk.free();
    for (const [method, path, body] of WRITES) {
      const answer = await call(method, path, body);
      expect(`${method} ${path} ${answer.ok}`).toBe(`${method} ${path} true`);
    }
  });

  test('the journal takes what it was refused before, and has all of it', async () => {
    const append = (...keys: string[]) => call('POST', `/api/journals/${PROFILE}/records`, records(...keys));
    const owed: string[] = [];
    const answers: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      let at = 0;
      // Until the disk is full in the middle of a line.
      for (; at < 1_000; at += 1) {
        const key = `${round} ${at}`;
        const answer = await append(key);
        answers.push(answer.status);
        if (!answer.ok) break;
        owed.push(key);
        if (at === round) disk.fill();
      }
      expect(answers.at(-1)).toBe(507);
      expect((await append(`${round} again`)).status).toBe(507);
      disk.free();
    }
    expect((await append('last')).status).toBe(200);
    const stored = await (await call('GET', `/api/journals/${PROFILE}/records`)).text();
    const keys = stored
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { key: string }).key);
    expect(keys.filter((key) => !/again/.test(key))).toEqual(expect.arrayContaining([...owed, 'last']));
  });
});
