import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { McpApproval, McpServer } from '#contract/mcp.ts';
import { isLoaderVariable } from '#host/mcp/registry/entry.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';
import { type McpBench, createMcpBench, stdio } from './support/bench.ts';

const secrets = createMemorySecrets();
let bench: McpBench;
beforeEach(async () => {
  bench = await createMcpBench({ deps: { secrets } });
});
afterEach(() => bench.close());

const linesOf = async (id: string) => {
  const { lines } = McpApproval.parse(await (await bench.call('GET', `/api/mcp/servers/${id}/approval`)).json());
  return lines.map(({ role, text }) => `${role} ${text}`);
};
const change = async (id: string, env: Record<string, string | null>) => {
  const definition = { kind: 'stdio', command: 'uvx', args: ['it'], cwd: null, env };
  return McpServer.parse(await (await bench.call('PATCH', `/api/mcp/servers/${id}`, { definition })).json());
};
const entryOf = (id: string) =>
  (
    JSON.parse(readFileSync(join(bench.bench.home, 'mcp.json'), 'utf8')) as {
      mcpServers: Record<string, { env: object }>;
    }
  ).mcpServers[id];

describe('a variable that decides which code runs', () => {
  test.for([
    ['UV_FIND_LINKS', 'https://evil.example/'],
    ['UV_PYTHON_INSTALL_MIRROR', 'https://evil.example/'],
    ['PIP_FIND_LINKS', 'https://evil.example/'],
    ['COREPACK_NPM_REGISTRY', 'https://evil.example/'],
    ['GOFLAGS', '-toolexec=/tmp/evil'],
    ['GIT_PROXY_COMMAND', 'sh -c evil'],
    ['LESSOPEN', '|evil %s'],
    ['BASH_FUNC_node%%', '() { evil; }'],
    ['DOTNET_STARTUP_HOOKS', '/tmp/evil.dll'],
    ['KUBECONFIG', '/tmp/evil'],
    ['HOME', '/tmp/evil'],
    ['NODE_EXTRA_CA_CERTS', '/tmp/evil.pem'],
  ] as const)('%s is shown with its value, and another value asks again', async ([name, value]) => {
    const { id } = await bench.ready('One', stdio('uvx', ['it'], { env: { [name]: 'usual' } }));
    const changed = await change(id, { [name]: value });
    expect(changed.approved).toBe(false);
    expect(await linesOf(id)).toContain(`steering ${name}=${value}`);
  });

  test.for([
    'UV_PUBLISH_TOKEN',
    'CARGO_REGISTRY_TOKEN',
    'GITHUB_TOKEN',
    'GOOGLE_API_KEY',
    'DATABASE_URL',
    'GIT_AUTHOR',
  ])('%s is none: its value stays out of view', (name) => expect(isLoaderVariable(name)).toBe(false));

  test('does not leave the view when its value is not given again', async () => {
    const { id } = await bench.ready('One', stdio('uvx', ['it'], { env: { NODE_OPTIONS: '--require /tmp/x.js' } }));
    const changed = await change(id, { NODE_OPTIONS: null });
    expect(changed.approved).toBe(true);
    expect(await linesOf(id)).toContain('steering NODE_OPTIONS=--require /tmp/x.js');
  });

  test('kept with the secrets by an earlier build stays approved and where it is until it is entered again', async () => {
    const { id } = await bench.ready('One', stdio('uvx', ['it'], { env: { OTHER: '/home/me' } }));
    const file = join(bench.bench.home, 'mcp.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"OTHER"', '"HOME"'));
    await secrets.set(`mcp/${id}/env/HOME`, '/home/me');
    const { hash } = await bench.server(id);
    await bench.call('POST', `/api/mcp/servers/${id}/approval`, { hash });
    expect(await linesOf(id)).toEqual(['command uvx', 'argument it', 'env HOME']);
    const kept = await change(id, { HOME: null });
    expect(kept).toMatchObject({ approved: true, hash });
    expect(await secrets.get(`mcp/${id}/env/HOME`)).toBe('/home/me');
    expect((await change(id, { HOME: '/home/you' })).approved).toBe(false);
    expect(entryOf(id)?.env).toEqual({ HOME: '/home/you' });
    expect(await secrets.get(`mcp/${id}/env/HOME`)).toBeNull();
  });
});
