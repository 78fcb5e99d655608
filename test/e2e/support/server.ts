import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '#test/compile-cache.ts';
import type { HostAnswer, HostRequest } from './host-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A Baton in browser mode with a home and a fixed port of its own. */
export interface BatonServer {
  /** A new link each time, since each one opens only one window. */
  readonly url: string;
  readonly origin: string;
  readonly home: string;
  readonly output: string;
  stop(): Promise<void>;
  /** SIGKILL. Only after `restart`: before, its process serves others, too. */
  kill(): Promise<void>;
  /** Starts it in a new process. Same home and port, so the page's origin and storage stay. */
  restart(): Promise<void>;
  /** Stops it and removes its home. */
  dispose(): Promise<void>;
}

export interface ServerOptions {
  /** Streaming speed of the practice vendors. */
  charsPerSecond?: number;
  /** Files to put into the home before the start. */
  files?: Record<string, string>;
  /** The parent folder of the home. */
  within?: string;
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

/** A host that serves a home: its address, its output, and a way to end it. */
interface Serving {
  link: () => string;
  output: () => string;
  end: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

// Without a shared compile cache, each process spends another 0.6 s of processor time.
const ENVIRONMENT = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };

function outputOf(child: ChildProcess): () => string {
  let output = '';
  const collect = (chunk: Buffer) => (output += chunk.toString());
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return () => output;
}

/** Only the newest link in the terminal works. */
const lastLink = (output: string) => output.match(/http:\S+#t=[\w-]+/g)?.at(-1) ?? null;

async function waitForLink(child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    if (lastLink(output())) return;
    await sleep(50);
  }
  throw new Error(`the server did not come up:\n${output()}`);
}

/** `node electron/serve.ts`, as users run it. */
async function serveAlone(home: string, port: number): Promise<Serving> {
  const child = spawn(
    process.execPath,
    [join(root, 'electron/serve.ts'), '--no-open', '--home', home, '--port', String(port)],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: ENVIRONMENT },
  );
  const output = outputOf(child);
  await waitForLink(child, output);
  return {
    link: () => lastLink(output()) ?? '',
    output,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(late);
    },
  };
}

let shared: { child: ChildProcess; output: () => string } | null = null;

/** A process that nobody ends ends with this one, which therefore doesn't wait for it. Pipes of a child are sockets. */
function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  for (const pipe of [child.stdout, child.stderr]) if (pipe instanceof Socket) pipe.unref();
}

/** The same server in a process shared by all tests of a worker; most tests only need a home of their own. */
async function serveShared(home: string, port: number): Promise<Serving> {
  if (!shared?.child.connected) {
    const child = spawn(process.execPath, [join(root, 'test/e2e/support/host-process.ts')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: ENVIRONMENT,
    });
    shared = { child, output: outputOf(child) };
    letGo(child);
  }
  const { child, output } = shared;
  const from = output().length;
  const ask = async (request: HostRequest): Promise<string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<HostAnswer>();
    const onAnswer = (answer: HostAnswer) => {
      if (answer.home === request.home) resolve(answer);
    };
    const ended = () => reject(new Error(`the shared host has ended:\n${output()}`));
    child.on('message', onAnswer).once('exit', ended);
    child.ref();
    child.send(request);
    const answer = await promise.finally(() => {
      child.off('message', onAnswer).off('exit', ended);
      child.unref();
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.links;
  };
  const links = await ask({ ask: 'start', home, port });
  return {
    link() {
      const link = links.shift();
      if (link === undefined) throw new Error('a test needs more links than there are');
      return link;
    },
    output: () => output().slice(from),
    async end(signal) {
      if (signal === 'SIGKILL') throw new Error('this process serves other homes, too');
      await ask({ ask: 'close', home });
    },
  };
}

export async function startBaton(options: ServerOptions = {}): Promise<BatonServer> {
  const home = mkdtempSync(join(options.within ?? tmpdir(), 'baton-e2e-'));
  const port = await findFreePort();
  writeFileSync(
    join(home, 'config.jsonc'),
    JSON.stringify({ version: 1, practiceCharsPerSecond: options.charsPerSecond ?? 4000 }),
  );
  for (const [name, text] of Object.entries(options.files ?? {})) writeFileSync(join(home, name), text);

  let serving: Serving | null = await serveShared(home, port);
  const { origin } = new URL(serving.link());
  let said = '';
  const stop = async (signal?: 'SIGKILL') => {
    await serving?.end(signal);
    said += serving?.output() ?? '';
    serving = null;
  };
  return {
    get url() {
      if (!serving) throw new Error('the server was stopped');
      return serving.link();
    },
    origin,
    get output() {
      return said + (serving?.output() ?? '');
    },
    home,
    stop: () => stop(),
    kill: () => stop('SIGKILL'),
    async restart() {
      await stop();
      serving = await serveAlone(home, port);
    },
    async dispose() {
      await stop();
      // A request that was on its way may still write a file.
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
