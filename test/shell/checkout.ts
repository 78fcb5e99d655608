import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '#test/compile-cache.ts';

const source = fileURLToPath(new URL('../..', import.meta.url));

/** A folder in which launcher tests start for real and in isolation: a home, and what a test puts beside it. */
export interface Checkout {
  root: string;
  home: string;
  put(path: string, text: string, mode?: number): string;
  read(path: string): string;
  has(path: string): boolean;
  start(args: readonly string[], env?: Record<string, string>, nodeArgs?: readonly string[]): Launch;
  dispose(): Promise<void>;
}

export interface Launch {
  child: ChildProcess;
  output(): string;
  /** Waits for a line. */
  says(pattern: RegExp, ms?: number): Promise<RegExpMatchArray>;
  exit(ms?: number): Promise<number | NodeJS.Signals | null>;
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function watch(child: ChildProcess): Launch {
  let text = '';
  const add = (chunk: Buffer) => (text += chunk.toString());
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  return {
    child,
    output: () => text,
    async says(pattern, ms = 40_000) {
      for (let waited = 0; waited < ms; waited += 25) {
        const found = text.match(pattern);
        if (found) return found;
        await sleep(25);
      }
      throw new Error(`never said ${pattern}:\n${text}`);
    },
    async exit(ms = 40_000) {
      const code = await Promise.race([ended, sleep(ms).then(() => 'late' as const)]);
      if (code === 'late') throw new Error(`did not end:\n${text}`);
      return code;
    },
  };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A folder of this process that has the same path on every run: Node keeps compiled code by path. */
function takeFolder(): string {
  const parent = join(tmpdir(), 'baton-start');
  mkdirSync(parent, { recursive: true });
  for (let number = 1; ; number++) {
    const folder = join(parent, String(number));
    const owner = `${folder}.pid`;
    if (existsSync(owner) && isAlive(Number(readFileSync(owner, 'utf8')))) continue;
    rmSync(owner, { force: true });
    try {
      writeFileSync(owner, String(process.pid), { flag: 'wx' });
    } catch {
      // Another run was faster.
      continue;
    }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    return folder;
  }
}

/** A copy of what `npm start` runs, with a one-line page. */
function copySources(root: string, put: Checkout['put']): void {
  for (const path of [
    'package.json',
    'vite.config.ts',
    'tsconfig.json',
    'src/tsconfig.json',
    'electron',
    'src/archive',
    'src/contract',
    'src/core',
    'src/documents',
    'src/markdown',
    'src/texts',
    'src/transfer',
  ])
    cpSync(join(source, path), join(root, path), { recursive: true });
  for (const page of ['index', 'move']) put(`src/${page}.html`, '<!doctype html><title>Baton</title>');
  put('src/diagrams/diagram-frame.ts', 'void 0;\n');
  mkdirSync(join(root, 'public'));
  // Every package except Electron, which each test adds or omits as it needs.
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(join(source, 'node_modules')))
    if (name !== 'electron' && !name.startsWith('.'))
      symlinkSync(join(source, 'node_modules', name), join(root, 'node_modules', name), 'junction');
}

/** A checkout with a copy of the sources; or, with `built`, one that starts what another has built. */
export function makeCheckout(built?: Checkout): Checkout {
  const root = takeFolder();
  const children: Launch[] = [];
  const put = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), mode);
    return join(root, path);
  };
  if (!built) copySources(root, put);
  const sources = built?.root ?? root;
  const home = join(root, 'home');

  return {
    root,
    home,
    put,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    has: (path) => existsSync(join(root, path)),
    start(args, env = {}, nodeArgs = []) {
      const start = join(sources, 'electron/start.ts');
      const child = spawn(process.execPath, [...nodeArgs, start, '--home', home, ...args], {
        cwd: sources,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'] ?? '', HOME: root, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
      });
      const launch = watch(child);
      children.push(launch);
      return launch;
    },
    async dispose() {
      for (const launch of children) {
        const { exitCode, signalCode } = launch.child;
        if (exitCode === null && signalCode === null) launch.child.kill('SIGKILL');
        await launch.exit();
      }
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      rmSync(`${root}.pid`);
    },
  };
}
