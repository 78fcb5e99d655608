import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CheckpointDeps,
  type CheckpointStore,
  createCheckpointStore,
} from '#host/checkpoints/checkpoint-store.ts';
import { locate } from '#host/mcp/builtin/workspace/safe-path.ts';
import { readTextFile, writeTextFile } from '#host/mcp/builtin/workspace/text-file.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';

export const SESSION = 'chat-1';

/** Every entry below a folder with what it is. `.git` has no checkpoints. */
export function treeOf(folder: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below))) {
    const path = below === '' ? name : `${below}/${name}`;
    const whole = join(folder, path);
    const { mode } = lstatSync(whole);
    const bits = (mode & 0o777).toString(8);
    if (lstatSync(whole).isSymbolicLink()) found[path] = `-> ${readlinkSync(whole)}`;
    else if (lstatSync(whole).isDirectory()) Object.assign(found, { [path]: `folder ${bits}` }, treeOf(folder, path));
    else found[path] = `file ${bits} ${readFileSync(whole).toString('latin1')}`;
  }
  return found;
}

export interface StoreBench {
  root: string;
  folder: string;
  home: string;
  store: CheckpointStore;
  /** Attached folders. */
  attached: string[];
  time: { now: number };
  /** A host after this one, with the same files. */
  restart(): CheckpointStore;
  write(path: string, text: string, call?: string, run?: string): Promise<void>;
  command(work: () => Promise<void> | void, call?: string, run?: string): Promise<void>;
  /** Takes back without ticks and returns what was left. */
  takeBack(
    selection: { runs?: string[]; steps?: string[]; path?: string },
    over?: string[],
  ): ReturnType<CheckpointStore['takeBack']>;
  dispose(): void;
}

export function createStoreBench(limits: NonNullable<CheckpointDeps['limits']> = {}): StoreBench {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'checkpoints-')));
  const folder = join(root, 'project');
  const home = join(root, 'home');
  mkdirSync(folder);
  mkdirSync(home);
  const time = { now: Date.now() };
  const attached = [folder];
  const open = () =>
    createCheckpointStore({
      home,
      clock: { now: () => time.now },
      log: createRecordingLog(),
      folders: () => ({ of: async () => attached, own: async () => home }),
      // A busy machine may need long for what takes no time here.
      limits: { ms: 60_000, copyMs: 60_000, ...limits },
    });
  let count = 0;
  const bench: StoreBench = {
    root,
    folder,
    home,
    attached,
    time,
    store: open(),
    restart: () => (bench.store = open()),
    async write(path, text, call = `answer-${++count}#0`, run = 'run-1') {
      const place = await locate([folder], path, home);
      const before = await readTextFile(place).catch(() => null);
      const named = { session: SESSION, run, call, tool: 'write' as const };
      await writeTextFile(place, text, before, (change) => bench.store.changes.write(named, change));
    },
    command: (work, call = `answer-${++count}#0`, run = 'run-1') =>
      bench.store.changes.command({ session: SESSION, run, call, command: 'make' }, attached, async () => work()),
    async takeBack({ runs = [], steps = [], path }, over = []) {
      const selection = { runs, steps, ...(path !== undefined && { path: join(folder, path) }) };
      const { upTo, files } = await bench.store.preview(SESSION, selection);
      const ticked = files
        .filter(({ shown }) => over.includes(shown))
        .map(({ path: whole, seen }) => ({ path: whole, seen }));
      return bench.store.takeBack(SESSION, { selection, upTo, over: ticked });
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
  return bench;
}
