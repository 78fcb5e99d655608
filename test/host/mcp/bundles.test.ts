import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { McpBundle, McpImportPreview, McpImportResult } from '#contract/mcp-imports.ts';
import { McpApproval } from '#contract/mcp.ts';
import type { SecretStore } from '#host/base/deps.ts';
import { readManifest, serverOf } from '#host/mcp/bundles/manifest.ts';
import { createMemorySecrets, pageHeaders } from '#test/fakes/host-deps.ts';
import { rawZip, type RawFile } from '#test/transfer/zip/raw-zip.ts';
import { type McpBench, alive, createMcpBench, textOf } from './support/bench.ts';

const SERVER = readFileSync(new URL('support/plain-server.mjs', import.meta.url), 'utf8');
const MANIFEST = {
  manifest_version: '0.3',
  name: 'plain',
  display_name: 'Plain',
  version: '1.2.3',
  description: 'Says how it was started',
  author: { name: 'Nobody\u202e' },
  server: {
    type: 'node',
    entry_point: 'server/index.mjs',
    mcp_config: {
      command: 'node',
      args: [
        '${__dirname}/server/index.mjs',
        '--root=${HOME}',
        '${user_config.folders}',
        '${user_config.level}',
        '--token=${user_config.token}',
      ],
      env: { PLAIN_KEY: '${user_config.key}' },
    },
  },
  user_config: {
    folders: { type: 'directory', title: 'Folders', multiple: true, required: true, default: ['${HOME}/a'] },
    level: { type: 'number', title: 'Level', min: 1, max: 9 },
    token: { type: 'string', title: 'Token', sensitive: true, required: true },
    key: { type: 'string', title: 'Key', description: 'of the service', sensitive: true, required: true },
  },
};

let bench: McpBench;
let secrets: SecretStore;

beforeEach(async () => {
  secrets = createMemorySecrets();
  bench = await createMcpBench({ deps: { secrets }, env: { HOME: '/home/me' } });
});
afterEach(async () => {
  await bench.close();
  if (bench.pids.some(alive)) throw new Error('a process is left');
});

const bundle = (manifest: object = MANIFEST, more: readonly RawFile[] = []) =>
  rawZip([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'server/index.mjs', content: SERVER, packed: true },
    ...more,
  ]);

async function upload(zip: Blob, query = ''): Promise<Response> {
  return fetch(`${bench.origin}/api/mcp/import/bundle${query}`, {
    method: 'POST',
    headers: pageHeaders({ 'content-type': 'application/octet-stream' }),
    body: await zip.arrayBuffer(),
  });
}
const unpack = async (zip: Blob) => McpBundle.parse(await (await upload(zip)).json());
const preview = async (sha256: string) =>
  McpImportPreview.parse(
    await (await bench.call('POST', '/api/mcp/import/preview', { source: { bundle: sha256 } })).json(),
  );
const folders = () => {
  const root = join(bench.bench.home, 'mcp-bundles');
  return existsSync(root) ? readdirSync(root) : [];
};

describe('a bundle', () => {
  const answers = {
    '${input:folders}': '/work/a\n\n/work/b b',
    '${input:level}': '',
    '${input:token}': 'CANARY-token',
    '${input:key}': 'CANARY-key',
  };

  test('is looked at, filled in, approved with its whole command, run, and gone with its server', async () => {
    const zip = bundle();
    const { sha256, ...about } = await unpack(zip);
    expect(sha256).toBe(
      createHash('sha256')
        .update(Buffer.from(await zip.arrayBuffer()))
        .digest('hex'),
    );
    expect(about).toMatchObject({ name: 'Plain', version: '1.2.3' });
    expect(about.author).not.toContain('\u202e');
    const { asks, servers } = await preview(sha256);
    expect(asks).toMatchObject([
      { token: '${input:folders}', multiple: true, optional: false, secret: false, initial: '/home/me/a' },
      { token: '${input:level}', description: 'Level (1–9)', optional: true },
      { token: '${input:token}', secret: true },
      { token: '${input:key}', secret: true, description: 'Key: of the service' },
    ]);
    expect(servers).toMatchObject([{ label: 'Plain', kind: 'stdio' }]);
    expect(bench.pids).toEqual([]);

    const given = { source: { bundle: sha256 }, answers };
    const added = McpImportResult.parse(await (await bench.call('POST', '/api/mcp/import', given)).json());
    const [server] = added.servers;
    const id = server?.id ?? '';
    expect(server).toMatchObject({ enabled: false, approved: false });
    const { lines } = McpApproval.parse(await (await bench.call('GET', `/api/mcp/servers/${id}/approval`)).json());
    const folder = join(bench.bench.home, 'mcp-bundles', sha256);
    expect(lines.map(({ text }) => text)).toEqual([
      'node',
      `${folder}/server/index.mjs`,
      '--root=/home/me',
      '/work/a',
      '/work/b b',
      '--token=${input:token}',
      'PLAIN_KEY',
    ]);
    expect(JSON.stringify(bench.bench.readHome())).not.toContain('CANARY');

    await bench.call('PATCH', `/api/mcp/servers/${id}`, { enabled: true });
    await bench.call('POST', `/api/mcp/servers/${id}/approval`, { hash: server?.hash });
    const client = await bench.connect(id);
    const said = JSON.parse(textOf(await bench.run(client, id, 'who')));
    expect(said).toEqual({
      args: ['--root=/home/me', '/work/a', '/work/b b', '--token=[redacted]'],
      key: '[redacted]',
    });

    // The same bundle again is the same server.
    await unpack(zip);
    const again = McpImportResult.parse(await (await bench.call('POST', '/api/mcp/import', given)).json());
    expect(again).toMatchObject({ servers: [], present: ['Plain'] });
    await bench.call('DELETE', `/api/mcp/servers/${id}`);
    expect(folders()).toEqual([]);
    expect(await secrets.get(`mcp/${id}/input/\${input:token}`)).toBeNull();
  });

  test('that is only looked at leaves nothing behind', async () => {
    const { sha256 } = await unpack(bundle());
    expect(folders()).toEqual([sha256]);
    await bench.call('DELETE', '/api/mcp/import/bundle');
    expect(folders()).toEqual([]);
    const gone = await bench.call('POST', '/api/mcp/import/preview', { source: { bundle: sha256 } });
    expect(gone.status).toBe(404);
  });

  test('is kept for a server that names its folder in a variable only', async () => {
    const zip = bundle({
      ...MANIFEST,
      server: {
        type: 'python',
        entry_point: 'server/index.mjs',
        mcp_config: { command: 'python3', args: ['-m', 'server'], env: { APP_FOLDER: '${__dirname}' } },
      },
      user_config: {},
    });
    const { sha256 } = await unpack(zip);
    const added = await bench.call('POST', '/api/mcp/import', { source: { bundle: sha256 }, answers: {} });
    const [server] = McpImportResult.parse(await added.json()).servers;
    await bench.call('DELETE', '/api/mcp/import/bundle');
    expect(folders()).toEqual([sha256]);
    await bench.call('DELETE', `/api/mcp/servers/${server?.id}`);
    expect(folders()).toEqual([]);
  });

  test('is kept while the file of the servers can’t be read: it may be one of them', async () => {
    const { sha256 } = await unpack(bundle());
    writeFileSync(join(bench.bench.home, 'mcp.json'), '{ "mcpServers": {');
    await bench.call('DELETE', '/api/mcp/import/bundle');
    expect(folders()).toEqual([sha256]);
  });

  test('other than the one that the registry names is not unpacked', async () => {
    expect((await upload(bundle(), `?sha256=${'0'.repeat(64)}`)).status).toBe(400);
    expect(folders()).toEqual([]);
  });

  test.for<[string, readonly RawFile[]]>([
    ['a way out', [{ name: '../outside.txt', content: 'x' }]],
    ['a way out by a backslash', [{ name: String.raw`a\..\..\outside.txt`, content: 'x' }]],
    ['an absolute name', [{ name: '/tmp/outside.txt', content: 'x' }]],
    ['a drive', [{ name: 'C:/outside.txt', content: 'x' }]],
    ['a hidden stream', [{ name: 'server/index.mjs:evil', content: 'x' }]],
    ['a link', [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }]],
    ['a name twice', [{ name: 'manifest.json', content: '{}' }]],
    ['a file in place of a folder', [{ name: 'server', content: 'x' }]],
    ['a bomb', [{ name: 'zeros', content: Buffer.alloc(80 * 1024 * 1024), packed: true }]],
    ['a size that it does not have', [{ name: 'short', content: Buffer.alloc(9999), packed: true, says: 9 }]],
  ])('with %s is refused, and nothing of it is left', async ([, more]) => {
    const refused = await upload(bundle(MANIFEST, more));
    expect(refused.status).toBe(400);
    expect(folders()).toEqual([]);
    expect(existsSync(join(bench.bench.home, 'outside.txt'))).toBe(false);
  });

  test.for<[string, Blob]>([
    ['is no zip', new Blob(['PK nothing'])],
    ['has no manifest', rawZip([{ name: 'a.txt', content: 'x' }])],
    ['has a manifest of another form', bundle({ name: 'x', version: '1' })],
  ])('that %s is refused in words', async ([, zip]) => {
    const refused = await upload(zip);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/bundle/i);
    expect(folders()).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('keeps its files to this user, and marks programs as such', async () => {
    const { sha256 } = await unpack(
      bundle(
        {
          ...MANIFEST,
          server: { type: 'binary', entry_point: 'bin/it', mcp_config: { command: '${__dirname}/bin/it' } },
        },
        [
          { name: 'bin/it', content: '#!/bin/sh\n' },
          { name: 'bin/helper', content: '#!/bin/sh\n', mode: 0o100755 },
        ],
      ),
    );
    const mode = (name: string) => statSync(join(bench.bench.home, 'mcp-bundles', sha256, name)).mode & 0o777;
    expect([mode('bin/it'), mode('bin/helper'), mode('manifest.json'), mode('.')]).toEqual([
      0o700, 0o700, 0o600, 0o700,
    ]);
  });

  test.skipIf(process.platform === 'win32')('names no file outside as its program', async () => {
    const theirs = join(bench.bench.home, 'theirs.txt');
    writeFileSync(theirs, 'x');
    chmodSync(theirs, 0o640);
    const binary = (entry_point: string) =>
      bundle({ ...MANIFEST, server: { type: 'binary', entry_point, mcp_config: { command: 'a' } } });
    for (const entry of ['../../theirs.txt', 'server/../../../theirs.txt', '..', theirs, String.raw`server\..\..\a`]) {
      const before = statSync(bench.bench.home).mode;
      expect((await upload(binary(entry))).status).toBe(400);
      expect(statSync(theirs).mode & 0o777).toBe(0o640);
      expect(statSync(bench.bench.home).mode).toBe(before);
      expect(folders()).toEqual([]);
    }
  });

  test('is for the systems that it names, with the command for this one', async () => {
    const place = { folder: '/b', platform: 'linux' as const, env: { HOME: '/h' } };
    const read = (manifest: object) => serverOf(readManifest(JSON.stringify({ ...MANIFEST, ...manifest })), place);
    expect(read({ compatibility: { platforms: ['win32'] } })).toMatchObject({
      servers: [],
      problems: [{ code: 'platform', detail: 'win32' }],
    });
    const config = {
      command: 'a',
      args: ['${DOCUMENTS}', '${/}', '${unknown}'],
      env: { A: '1' },
      platform_overrides: { linux: { command: '${__dirname}/b', env: { B: '2' } }, win32: { command: 'c' } },
    };
    expect(read({ server: { ...MANIFEST.server, mcp_config: config } }).servers[0]?.definition).toMatchObject({
      command: '/b/b',
      args: ['/h/Documents', '/', '${unknown}'],
      env: { A: '1', B: '2' },
    });
    expect(read({ server: { type: 'python', entry_point: 'm.py' } }).servers[0]?.definition).toMatchObject({
      command: 'python3',
      args: ['/b/m.py'],
    });
  });
});
