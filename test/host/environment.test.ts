import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { APP_HEADER, APP_HEADER_VALUE, TOKEN_HEADER } from '#contract/headers.ts';
import { CallTicket, MCP_SESSION_META, MCP_TICKET_META } from '#contract/mcp-calls.ts';
import { McpServer } from '#contract/mcp.ts';
import { findFreePort } from '../shell/checkout.ts';
import { until } from './conformance/context.ts';
import { textOf } from './mcp/support/bench.ts';
import { fetchAsBrowser, useLink } from '#test/fakes/as-browser.ts';
import { openTestWindow } from '#test/fakes/host-window.ts';

const SERVE = fileURLToPath(new URL('../../electron/serve.ts', import.meta.url));
const SESSION = 'chat-1';
const PLANTED = {
  AWS_SECRET_ACCESS_KEY: 'CANARY-aws',
  ANTHROPIC_API_KEY: 'CANARY-anthropic',
  GH_PAT: 'CANARY-pat',
  HTTPS_PROXY: 'http://user:CANARY-proxy@127.0.0.1:9',
};
/** Everything a program can read about its parent process. */
const SPY = 'env; tr "\\0" "\\n" < /proc/$PPID/environ; tr "\\0" "\\n" < /proc/$PPID/cmdline; cat /proc/$PPID/fd/0';

let root = '';
let child: ChildProcess | null = null;
afterEach(async () => {
  if (child && child.exitCode === null) {
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(root, { recursive: true, force: true });
});

/** Baton as its own process, started in an environment full of secrets. */
async function startAmongSecrets(config: object = {}) {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'environment-')));
  const [home, folder] = [join(root, 'home'), join(root, 'folder')];
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(folder);
  writeFileSync(join(home, 'config.jsonc'), JSON.stringify(config));
  const started = spawn(process.execPath, [SERVE, '--home', home, '--port', String(await findFreePort())], {
    env: { ...process.env, ...PLANTED },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  await until(() => output.includes('ready') || started.exitCode !== null, 'the start', 20_000);
  const { pid } = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as { pid: number };
  const [link = ''] = output.match(/http:\S+#t=[\w-]+/) ?? [];
  const { origin } = new URL(link);
  const token = (await useLink(link))?.token ?? '';
  const headers = { [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: token };
  const window = await openTestWindow((path) => fetchAsBrowser(`${origin}${path}`, { headers }));
  const call = async (path: string, body: object) => {
    const response = await fetchAsBrowser(`${origin}/api/mcp/${path}`, {
      method: 'POST',
      headers: { ...headers, ...window.approving(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response;
  };
  async function run(server: string, tool: string, args: Record<string, unknown>): Promise<string> {
    const client = new Client({ name: 'page', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${origin}/api/mcp/${server}`), {
        fetch: (address, init) =>
          fetchAsBrowser(String(address), {
            ...(init?.method !== undefined && { method: init.method }),
            headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers },
            ...(typeof init?.body === 'string' && { body: init.body }),
          }),
      }),
    );
    await client.listTools();
    const shown = await fetchAsBrowser(`${origin}/api/mcp/servers/${server}`, { headers });
    const { hash: definition, tools } = McpServer.parse(await shown.json());
    const toolHash = tools?.find(({ name }) => name === tool)?.hash;
    const answer = await call('approvals', { server, tool, definition, toolHash, session: SESSION, arguments: args });
    const { ticket } = CallTicket.parse(await answer.json());
    const meta = { [MCP_SESSION_META]: SESSION, [MCP_TICKET_META]: ticket };
    const text = textOf(await client.callTool({ name: tool, arguments: args, _meta: meta }));
    await client.close();
    return text;
  }
  return { call, run, folder, token, pid, output: () => output };
}

const { platform } = process;

describe.skipIf(platform !== 'linux')('what a program can read of Baton', () => {
  test('a command: no secret of the environment, of its own or of the host', async () => {
    const { call, run, folder, token, pid } = await startAmongSecrets();
    await call(`sessions/${SESSION}/folders`, { path: folder });
    const text = await run('builtin_shell_server', 'run', { command: `echo host $PPID; ${SPY}` });
    expect(text).toContain(`host ${pid}`);
    expect(text).toMatch(/^PATH=[^]*^PATH=/m);
    expect(text).not.toContain('CANARY');
    expect(text).not.toContain(token);
    // The launcher's process is replaced: Ctrl-C, exit codes and the pid in running.json refer to the same process.
    expect(pid).toBe(child?.pid);
  }, 40_000);

  test('a name the user added reaches programs, and still not what the host was started with', async () => {
    const { call, run, folder } = await startAmongSecrets({ env_allow_list: ['GH_PAT', 'DB_PASS'] });
    await call('../consents/env', { name: 'GH_PAT' });
    await call(`sessions/${SESSION}/folders`, { path: folder });
    const text = await run('builtin_shell_server', 'run', { command: SPY });
    expect(text.match(/CANARY\S*/g)).toEqual(['CANARY-pat']);
  }, 40_000);

  test('a stdio server: what its own definition says, and nothing else', async () => {
    const { call, run, folder } = await startAmongSecrets();
    const script = join(root, 'server.mjs');
    const seen = join(root, 'seen.txt');
    // Records what it sees, then ends; it doesn't need to speak MCP.
    writeFileSync(
      script,
      `import { execSync } from 'node:child_process';\nimport { readFileSync, writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env) + readFileSync('/proc/' + process.ppid + '/environ'));\n`,
    );
    await call('../secrets/choose', { kind: 'session' });
    await call(`sessions/${SESSION}/folders`, { path: folder });
    const definition = {
      kind: 'stdio',
      command: process.execPath,
      args: [script],
      cwd: null,
      env: { MINE: 'declared' },
    };
    const { id, hash } = McpServer.parse(await (await call('servers', { label: 'spy', definition })).json());
    await call(`servers/${id}/approval`, { hash });
    await run(id, 'any', {}).catch(() => undefined);
    await until(() => readFileSync(seen, { encoding: 'utf8', flag: 'a+' }) !== '', 'the server has started', 10_000);
    expect(readFileSync(seen, 'utf8')).toContain('"MINE":"declared"');
    expect(readFileSync(seen, 'utf8')).not.toContain('CANARY');
    // The variables it declares are its own.
    expect(await run('builtin_shell_server', 'run', { command: SPY })).not.toContain('declared');
  }, 40_000);
});
