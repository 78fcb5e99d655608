import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A Baton in browser mode, as its own process with its own home and a fixed port of its own. */
export interface BatonServer {
  /** With the token in the fragment. */
  readonly url: string;
  readonly origin: string;
  readonly home: string;
  readonly output: string;
  stop(): Promise<void>;
  /** Same home and port, so the page's origin and storage stay. */
  restart(): Promise<void>;
  /** Stops it and removes its home. */
  dispose(): Promise<void>;
}

export interface ServerOptions {
  /** Streaming speed of the practice vendors. */
  charsPerSecond?: number;
  /** Files to put into the home before the start. */
  files?: Record<string, string>;
}

async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readUrl(home: string, child: ChildProcess, output: () => string): Promise<string> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    try {
      const { url, pid } = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as { url: string; pid: number };
      if (pid === child.pid) return url;
    } catch {
      // not written yet
    }
    await sleep(50);
  }
  throw new Error(`the server did not come up:\n${output()}`);
}

export async function startBaton(options: ServerOptions = {}): Promise<BatonServer> {
  const home = mkdtempSync(join(tmpdir(), 'baton-e2e-'));
  const port = await findFreePort();
  writeFileSync(
    join(home, 'config.jsonc'),
    JSON.stringify({ version: 1, practiceCharsPerSecond: options.charsPerSecond ?? 4000 }),
  );
  for (const [name, text] of Object.entries(options.files ?? {})) writeFileSync(join(home, name), text);

  let output = '';
  let child: ChildProcess;
  let url = '';
  const start = async () => {
    child = spawn(
      process.execPath,
      [join(root, 'electron/serve.ts'), '--no-open', '--home', home, '--port', String(port)],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        // One server per test: without what the first has compiled, each spends 0.6 s of processor time on it again.
        env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'baton-compile-cache') },
      },
    );
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    url = await readUrl(home, child, () => output);
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(late);
  };
  await start();
  return {
    get url() {
      return url;
    },
    get origin() {
      return new URL(url).origin;
    },
    get output() {
      return output;
    },
    home,
    stop,
    async restart() {
      await stop();
      await start();
    },
    async dispose() {
      await stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
