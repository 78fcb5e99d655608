import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { createFolderStore } from '#host/sync/folder-store.ts';
import { MAX_BYTES, type ObjectStore, StoreError, type StoreProblem } from '#host/sync/object-store.ts';
import { createS3Store } from '#host/sync/s3-store.ts';
import { createWebdavStore } from '#host/sync/webdav-store.ts';
import type { HostDeps } from '#host/base/deps.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { isSignedBy } from './support/aws-signature.ts';
import { startProxy, type BreakableProxy } from './support/breakable-proxy.ts';
import {
  ACCESS_KEY,
  PASSWORD,
  REGION,
  SECRET_KEY,
  startS3,
  startWebdav,
  USER,
  type RealServer,
} from './support/real-servers.ts';

const deps = { fetch: createOutgoingFetch({}), clock: systemClock };
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => found && new TextDecoder().decode(found);

async function problemOf(work: Promise<unknown>): Promise<StoreProblem | 'none'> {
  return work.then(
    () => 'none' as const,
    (error: unknown) => {
      if (error instanceof StoreError) return error.problem;
      throw error;
    },
  );
}

interface Place {
  name: string;
  start(): Promise<RealServer>;
  open(url: string, secret?: string): ObjectStore;
}

const webdav = (url: string, password = PASSWORD) => createWebdavStore(deps, { url, user: USER, password });
const REMOTE: Place[] = [
  { name: 'a WebDAV server with basic sign-in', start: () => startWebdav('basic'), open: webdav },
  { name: 'a WebDAV server with digest sign-in', start: () => startWebdav('digest'), open: webdav },
  {
    name: 'an S3-compatible server',
    start: startS3,
    open: (url, secretKey = SECRET_KEY) =>
      createS3Store(deps, { url, region: REGION, accessKey: ACCESS_KEY, secretKey }),
  },
];

/** What every remote must do, of whatever kind. */
function keepsObjects(open: () => ObjectStore): void {
  it('has nothing at first', async () => {
    const store = open();
    expect(await store.list('log')).toEqual([]);
    expect(await store.get('log/a/1')).toBeNull();
    expect(await store.has('log/a/1')).toBe(false);
  });

  it('keeps bytes under names, in order, and lists folders', async () => {
    const store = open();
    const content = Uint8Array.from({ length: 70_000 }, (_, index) => index & 0xff);
    expect(await store.create('log/device-b/0003', bytes('three'))).toBe(true);
    expect(await store.create('log/device-b/0001', bytes('one'))).toBe(true);
    expect(await store.create('log/device-a/0001', content)).toBe(true);
    expect(await store.list('log')).toEqual(['device-a', 'device-b']);
    expect(await store.list('log/device-b')).toEqual(['0001', '0003']);
    expect(await store.list('log/device-b', '0001')).toEqual(['0003']);
    expect(await store.get('log/device-a/0001')).toEqual(content);
    expect(await store.has('log/device-b/0003')).toBe(true);
  });

  it('never changes what is there', async () => {
    const store = open();
    expect(await store.create('key.json', bytes('first'))).toBe(true);
    expect(await store.create('key.json', bytes('second'))).toBe(false);
    expect(text(await open().get('key.json'))).toBe('first');
  });
}

describe('a folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'baton-folder-store-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  keepsObjects(() => createFolderStore(root));

  it('leaves no part of a file behind, and lists none that others left', async () => {
    const store = createFolderStore(root);
    await Promise.all([1, 2, 3].map(() => store.create('race/one', bytes('same'))));
    expect(readdirSync(join(root, 'race'))).toEqual(['one']);
    writeFileSync(join(root, 'race', '.syncthing.two.tmp'), '');
    expect(await store.list('race')).toEqual(['one']);
  });

  it('takes ordinary files of ordinary size, whatever whoever keeps the folder put there instead', async () => {
    const store = createFolderStore(root);
    const at = join(root, 'hostile');
    mkdirSync(at);
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(at, 'pipe')]);
    symlinkSync('/etc/passwd', join(at, 'link'));
    symlinkSync('/dev/zero', join(at, 'device'));
    mkdirSync(join(at, 'folder'));
    writeFileSync(join(at, 'huge'), '');
    truncateSync(join(at, 'huge'), MAX_BYTES + 1);
    for (const name of ['pipe', 'link', 'device', 'folder', 'huge'])
      expect([name, await problemOf(store.get(`hostile/${name}`))]).toEqual([name, 'unfit']);
    // Nothing that isn't a file can be opened by mistake later.
    expect(await store.list('hostile')).toEqual(['folder', 'huge']);
  });

  it('is not made where it is gone: a disk that is not there now has not lost its files', async () => {
    const away = createFolderStore(join(root, 'not-mounted'));
    expect(await problemOf(away.list('log'))).toBe('missing');
    expect(await problemOf(away.create('log/a', bytes('x')))).toBe('missing');
    mkdirSync(join(root, 'not-mounted'));
    expect(await away.create('log/a', bytes('x'))).toBe(true);
  });
});

it('a bucket whose list never ends is asked a bounded number of times', async () => {
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    const next = `<NextContinuationToken>t${asked}</NextContinuationToken>`;
    return new Response(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>${next}</ListBucketResult>`,
      { headers: { 'content-type': 'application/xml' } },
    );
  };
  const place = { url: 'https://s3.example/bucket', region: REGION, accessKey: ACCESS_KEY, secretKey: SECRET_KEY };
  expect(await problemOf(createS3Store({ fetch, clock: systemClock }, place).list('log'))).toBe('unfit');
  expect(asked).toBeLessThan(1000);
});

it('the public name of the user’s own server may lead to their own network', async () => {
  const reaches: string[] = [];
  const fetch: HostDeps['fetch'] = async (_request, reach) => {
    reaches.push(reach);
    return new Response(null, { status: 404 });
  };
  const store = createWebdavStore(
    { fetch, clock: systemClock },
    { url: 'https://cloud.example/dav', user: 'u', password: 'p' },
  );
  await store.get('key.json').catch(() => undefined);
  expect(new Set(reaches)).toEqual(new Set(['loopback']));
});

describe.each(REMOTE)('$name', (place) => {
  let server: RealServer;
  let proxy: BreakableProxy;
  beforeAll(async () => {
    server = await place.start();
    proxy = await startProxy(server.port);
  });
  afterAll(async () => {
    await proxy.close();
    await server.close();
  });
  keepsObjects(() => place.open(server.url));

  it('tells a wrong password from a place that is not there', async () => {
    const wrong = place.open(server.url, 'wrong');
    expect(await problemOf(wrong.list('log'))).toBe('refused');
    expect(await problemOf(wrong.get('key.json'))).toBe('refused');
    expect(await problemOf(wrong.create('log/x/1', bytes('x')))).toBe('refused');
    const elsewhere = place.open(server.url.replace(/[^/]*$/, 'nowhere'));
    expect(await problemOf(elsewhere.create('log/x/1', bytes('x')))).toBe('missing');
    const silent = place.open(server.url.replace(String(server.port), '1'));
    expect(await problemOf(silent.list('log'))).toBe('unreachable');
  });

  it.each([
    ['a page for every address', 200, { 'content-type': 'text/html; charset=utf-8' }],
    ['a page to sign in', 302, { location: '/login' }],
    ['no such method', 405, {}],
    ['a request that is not understood', 400, { 'content-type': 'application/xml' }],
  ])('takes nothing for a place that answers otherwise: %s', async (_, status, headers) => {
    const elsewhere = createServer((_request, response) => void response.writeHead(status, headers).end('<html>'));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const store = place.open(`http://127.0.0.1:${port}/files`);
    expect(await problemOf(store.get('key.json'))).toBe('unfit');
    elsewhere.close();
  });

  it('has an object whole or not at all when the line breaks in the middle', async () => {
    const open = () => place.open(server.url.replace(String(server.port), String(proxy.port)));
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) & 0xff);
    for (const up of [0, 700, 90_000, 250_000]) {
      const name = `cut/at-${up}/object`;
      proxy.cutAfter({ up });
      expect(await problemOf(open().create(name, bytes)), `cut after ${up}`).toBe('unreachable');
      proxy.cutAfter(null);
      expect(await open().get(name)).toBeNull();
      expect(await open().create(name, bytes)).toBe(true);
      expect(await open().get(name)).toEqual(bytes);
    }
    expect(proxy.cuts()).toBeGreaterThan(0);
  });

  it('gives no object in part when the line breaks on the way back', async () => {
    const open = () => place.open(server.url.replace(String(server.port), String(proxy.port)));
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 17) & 0xff);
    await open().create('back/object', bytes);
    for (const down of [0, 5_000, 200_000]) {
      proxy.cutAfter({ down });
      expect(await problemOf(open().get('back/object')), `cut after ${down}`).toBe('unreachable');
      proxy.cutAfter(null);
    }
    expect(await open().get('back/object')).toEqual(bytes);
  });
});

describe('a bucket of many objects', () => {
  it('is listed page by page', async () => {
    const server = await startS3();
    try {
      const store = createS3Store(deps, {
        url: server.url,
        region: REGION,
        accessKey: ACCESS_KEY,
        secretKey: SECRET_KEY,
      });
      const names = Array.from({ length: 1_050 }, (_, index) => String(index).padStart(6, '0'));
      await store.create('many/000000', bytes('one'));
      const made = join(server.directory, 'many');
      for (const file of readdirSync(made))
        for (const name of names)
          if (name !== '000000') copyFileSync(join(made, file), join(made, file.replace('000000', name)));
      expect(await store.list('many')).toEqual(names);
      expect(await store.list('many', '001040')).toEqual(names.slice(1_041));
    } finally {
      await server.close();
    }
  });
});

describe('the check of signatures in front of the test server', () => {
  it("knows the signature of Amazon's own example", () => {
    const headers = new Headers({
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    });
    const request = { method: 'GET', url: '/test.txt', headers };
    expect(isSignedBy(request, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(true);
    expect(isSignedBy({ ...request, url: '/other.txt' }, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(false);
    expect(isSignedBy(request, 'another')).toBe(false);
  });
});
