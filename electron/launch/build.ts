import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs } from './hash-inputs.ts';

export type Part = 'page' | 'main' | 'preload';

const SHARED = [
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'src/core',
  'src/contract',
  'src/markdown/from-html.ts',
];
/** What the host unpacks bundles with. */
const UNPACKING = ['src/archive/archive-error.ts', 'src/archive/files.ts', 'src/transfer/zip'];
const PARTS: Record<Part, { result: string; inputs: readonly string[]; mode: readonly string[] }> = {
  page: { result: 'index.html', inputs: [...SHARED, 'src', 'public'], mode: [] },
  main: { result: 'main.js', inputs: [...SHARED, ...UNPACKING, 'electron'], mode: ['--mode', 'main'] },
  preload: { result: 'preload.cjs', inputs: [...SHARED, 'electron'], mode: ['--mode', 'preload'] },
};

export interface Builder {
  root: string;
  /** Runs vite with these arguments; rejects with its output. */
  runVite: (args: readonly string[]) => Promise<void>;
  print: (line: string) => void;
}

type Built = Partial<Record<Part, string>>;

function readBuilt(file: string): Built {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Built;
  } catch {
    return {};
  }
}

/**
 * Builds the parts that are missing or older than their sources. A part is built in another folder and moved when it is
 * complete, so an interrupted build leaves the old one working.
 */
export async function ensureBuilt({ root, runVite, print }: Builder, parts: readonly Part[]): Promise<Part[]> {
  const dist = join(root, 'dist');
  const record = join(dist, 'build.json');
  const stale = parts
    .map((part) => ({ part, hash: hashInputs(root, PARTS[part].inputs) }))
    .filter(({ part, hash }) => readBuilt(record)[part] !== hash || !existsSync(join(dist, part, PARTS[part].result)));
  if (stale.length === 0) return [];
  print('Building Baton …');
  const fresh = join(dist, `.building-${process.pid}`);
  try {
    for (const { part, hash } of stale) {
      const { mode, result } = PARTS[part];
      await runVite(['build', ...mode, '--outDir', join(fresh, part), '--emptyOutDir', '--logLevel', 'warn']);
      if (!existsSync(join(fresh, part, result))) throw new Error(`The build of ${part} made no ${result}.`);
      mkdirSync(dist, { recursive: true });
      if (existsSync(join(dist, part))) renameSync(join(dist, part), join(fresh, `old-${part}`));
      renameSync(join(fresh, part), join(dist, part));
      writeFileSync(record, `${JSON.stringify({ ...readBuilt(record), [part]: hash }, null, 2)}\n`);
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return stale.map(({ part }) => part);
}

/** The builder's own stack frames don't help someone who changed a source. */
function withoutStack(output: string): string {
  return output
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .join('\n')
    .trim();
}

/** Runs Vite of this checkout in its own process, so that its memory is free before Baton starts. */
export function viteRunner(root: string): Builder['runVite'] {
  return (args) =>
    new Promise((resolve, reject) => {
      const cli = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
      if (!existsSync(cli)) {
        reject(new Error('The packages are not installed. Run: npm ci'));
        return;
      }
      const env = { ...process.env, NO_COLOR: '1' };
      const child = spawn(process.execPath, [cli, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      const collect = (chunk: Buffer) => (output += chunk.toString());
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      child.once('error', reject);
      child.once('close', (code, signal) =>
        code === 0 ? resolve() : reject(new Error(`The build failed (${signal ?? code}):\n${withoutStack(output)}`)),
      );
    });
}
