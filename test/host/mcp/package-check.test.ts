import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { McpApproval, McpLog } from '#contract/mcp.ts';
import { exactName, exactPackageOf } from '#host/mcp/packages/exact-package.ts';
import { type McpBench, createMcpBench, stdio } from './support/bench.ts';

const hash = (letter: string) => `sha512-${letter.repeat(86)}==`;
const PLAIN = new URL('support/plain-server.mjs', import.meta.url).pathname;

let folder: string;
let registry: Server;
/** What the registry says, by path. */
let published: Map<string, unknown>;
let asked: string[];
let origin: string;
let bench: McpBench;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baton-package-'));
  [published, asked] = [new Map(), []];
  registry = createServer(({ url = '' }, response) => {
    asked.push(url);
    const found = published.get(url);
    response.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found ?? {}));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const address = registry.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  for (const runner of ['npx', 'uvx'])
    program(runner, `touch '${join(folder, 'ran')}'\nexec '${process.execPath}' '${PLAIN}'`);
  // As npm 11 answers for one key and for several.
  program('npm', `[ $# = 3 ] && echo '${origin}' || printf 'registry=${origin}\\n@x:registry=${origin}own/\\n'`);
  bench = await createMcpBench({
    deps: { fetch: (request) => fetch(request) },
    env: { PATH: `${folder}:/usr/bin:/bin` },
  });
});
afterEach(async () => {
  await bench.close();
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function install(integrity: string): void {
  const root = join(folder, 'cache', '_npx', 'one');
  mkdirSync(join(root, 'node_modules', 'plain'), { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: { plain: '1.2.3' } }));
  writeFileSync(join(root, 'node_modules', 'plain', 'package.json'), JSON.stringify({ version: '1.2.3' }));
  const packages = { 'node_modules/plain': { version: '1.2.3', integrity } };
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

const publish = (path: string, integrity: string) => published.set(path, { dist: { integrity } });
const at = (id: string, what: string) => `/api/mcp/servers/${id}/${what}`;
const start = async (id: string) => (await bench.call('POST', at(id, 'restart'))).status;
const approval = async (id: string) => McpApproval.parse(await (await bench.call('GET', at(id, 'approval'))).json());
const logOf = async (id: string) =>
  McpLog.parse(await (await bench.call('GET', at(id, 'log'))).json()).lines.map(({ text }) => text);

function ran(): boolean {
  const file = join(folder, 'ran');
  const found = existsSync(file);
  rmSync(file, { force: true });
  return found;
}

describe('a package of npm with an exact version', () => {
  test('is the approved one at each start, and needs approval again where its hash is another', async () => {
    publish('/own/@x%2fplain/1.2.3', hash('a'));
    const { id } = await bench.ready('plain', stdio('npx', ['-y', '@x/plain@1.2.3']));
    expect(asked).toEqual([]);
    expect([await start(id), ran(), await start(id), ran()]).toEqual([200, true, 200, true]);
    expect(asked).toEqual(Array.from({ length: 2 }, () => '/own/@x%2fplain/1.2.3'));

    publish('/own/@x%2fplain/1.2.3', hash('b'));
    expect([await start(id), ran()]).toEqual([502, false]);
    expect(await bench.server(id)).toMatchObject({ approved: false, health: { state: 'approval' } });
    const shown = await approval(id);
    expect(shown).toMatchObject({
      approved: false,
      package: { name: '@x/plain@1.2.3', before: hash('a'), now: hash('b') },
    });
    expect([await start(id), ran()]).toEqual([502, false]);

    await bench.call('POST', at(id, 'approval'), { hash: shown.hash });
    expect((await approval(id)).package).toBeUndefined();
    expect([await start(id), ran(), await start(id), ran()]).toEqual([200, true, 200, true]);
  });

  test('is also compared with the copy that npx has, without the network', async () => {
    publish('/plain/1.2.3', hash('a'));
    install(hash('a'));
    const { id } = await bench.ready(
      'plain',
      stdio('npx', ['plain@1.2.3'], { env: { npm_config_cache: join(folder, 'cache') } }),
    );
    expect([await start(id), ran()]).toEqual([200, true]);
    published.clear();
    expect([await start(id), ran()]).toEqual([200, true]);
    expect((await logOf(id)).join('\n')).toContain('“plain@1.2.3” against its registry: it answered with status 404.');
    install(hash('c'));
    expect([await start(id), ran()]).toEqual([502, false]);
    expect((await approval(id)).package).toMatchObject({ before: hash('a'), now: hash('c') });
  });
});

describe('a Python package with an exact version', () => {
  const files = (...hashes: string[]) => ({
    files: [
      ...hashes.map((letter, at) => ({
        filename: at === 0 ? 'plain_server-1.2-py3-none-any.whl' : 'plain-server-1.2.tar.gz',
        hashes: { sha256: letter.repeat(64) },
      })),
      { filename: 'plain_server-1.2.1-py3-none-any.whl', hashes: { sha256: 'f'.repeat(64) } },
      { filename: 'plain_server_extras-1.2.tar.gz', hashes: { sha256: 'f'.repeat(64) } },
    ],
  });
  const sha = (letter: string) => `sha256-${letter.repeat(64)}`;

  test('is the approved one at each start, and needs approval again where a file of it is another', async () => {
    published.set('/simple/plain-server/', files('a', 'b'));
    const { id } = await bench.ready('plain', stdio('uvx', [`--index-url=${origin}simple`, 'Plain_Server==1.2']));
    expect([await start(id), ran(), await start(id), ran()]).toEqual([200, true, 200, true]);
    expect(asked).toEqual(Array.from({ length: 2 }, () => '/simple/plain-server/'));

    published.set('/simple/plain-server/', files('a', 'c'));
    expect([await start(id), ran()]).toEqual([502, false]);
    const shown = await approval(id);
    expect(shown.package).toEqual({
      name: 'Plain_Server==1.2',
      before: `${sha('a')}\n${sha('b')}`,
      now: sha('c'),
    });
    await bench.call('POST', at(id, 'approval'), { hash: shown.hash });
    expect([await start(id), ran()]).toEqual([200, true]);
  });

  test('is started without a comparison, in words, where its index says nothing or more than one is asked', async () => {
    const env = { UV_DEFAULT_INDEX: `${origin}simple/` };
    const { id } = await bench.ready('plain', stdio('uvx', ['plain@1.2'], { env }));
    expect([await start(id), ran()]).toEqual([200, true]);
    expect(asked).toEqual(['/simple/plain/']);
    const further = await bench.ready('other', stdio('uvx', ['plain@1.2'], { env: { ...env, UV_INDEX: origin } }));
    expect([await start(further.id), ran()]).toEqual([200, true]);
    expect(asked).toEqual(['/simple/plain/']);
    expect((await logOf(id)).join('\n')).toContain('“plain==1.2” against its registry: it answered with status 404.');
    expect((await logOf(further.id)).join('\n')).toContain('it comes from more than one index');
  });
});

test.each([
  ['npx', ['-y', 'plain@1.2.3', '--x'], 'plain@1.2.3'],
  ['/usr/bin/npx', ['--package=@x/y@2.0.0-rc.1', 'y'], '@x/y@2.0.0-rc.1'],
  ['npx', ['plain@latest'], null],
  ['npx', ['plain@^1.2.3'], null],
  ['npx', ['plain'], null],
  ['npx', ['../../etc@1.2.3'], null],
  ['bunx', ['plain@1.2.3'], 'plain@1.2.3'],
  ['uvx', ['plain==1.2.3'], 'plain==1.2.3'],
  ['uvx', ['--from', 'plain[cli,x]==1!2.0rc1', 'run'], 'plain==1!2.0rc1'],
  ['uvx', ['plain@latest'], null],
  ['uvx', ['plain==1.2.*'], null],
  ['uvx', ['plain>=1.2'], null],
  ['uvx', ['../plain==1'], null],
  ['node', ['plain@1.2.3'], null],
])('%s %j runs %j', (command, args, found) => {
  const definition = { kind: 'stdio' as const, command, args: [...args], cwd: null, env: [], steering: {} };
  const exact = exactPackageOf(definition);
  expect(exact && exactName(exact)).toEqual(found);
});
