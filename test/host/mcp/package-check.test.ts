import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { McpApproval, McpLog } from '#contract/mcp.ts';
import { npmPackageOf } from '#host/mcp/packages/npm-integrity.ts';
import { type McpBench, createMcpBench, stdio } from './support/bench.ts';

const hash = (letter: string) => `sha512-${letter.repeat(86)}==`;
const PLAIN = new URL('support/plain-server.mjs', import.meta.url).pathname;

let folder: string;
let registry: Server;
/** What the registry says, by path. */
let published: Map<string, unknown>;
let asked: string[];
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
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  program('npx', `touch '${join(folder, 'ran')}'\nexec '${process.execPath}' '${PLAIN}'`);
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

test.each([
  ['npx', ['-y', 'plain@1.2.3', '--x'], { name: 'plain', version: '1.2.3' }],
  ['/usr/bin/npx', ['--package=@x/y@2.0.0-rc.1', 'y'], { name: '@x/y', version: '2.0.0-rc.1' }],
  ['npx', ['plain@latest'], null],
  ['npx', ['plain@^1.2.3'], null],
  ['npx', ['plain'], null],
  ['npx', ['../../etc@1.2.3'], null],
  ['uvx', ['plain==1.2.3'], null],
  ['node', ['plain@1.2.3'], null],
])('%s %j runs %j', (command, args, found) => {
  const definition = { kind: 'stdio' as const, command, args: [...args], cwd: null, env: [], steering: {} };
  expect(npmPackageOf(definition)).toEqual(found);
});
