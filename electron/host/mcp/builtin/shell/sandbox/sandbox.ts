import { access, constants, lstat, mkdtemp, readdir, realpath, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Sandbox as SandboxState } from '#contract/permissions.ts';
import { reasonText } from '#core/reasons.ts';
import { errorMessage } from '#core/thrown.ts';
import type { Permissions } from '../../../consent/permissions.ts';
import { childEnv } from '../../../process/child-env.ts';
import type { SpawnOptions, Spawner } from '../../../process/spawner.ts';
import { waitForExit } from '../../../process/wait-for-exit.ts';
import { protectedIn } from '../../protected-paths.ts';
import { ToolError } from '../../tool-error.ts';
import type { Folders } from '../../workspace/folders.ts';
import { isInside } from '../../workspace/safe-path.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { ProtectedPath, SandboxPlace } from './sandbox-place.ts';
import { seatbeltProfile } from './seatbelt.ts';
import { toolFolders } from './tool-folders.ts';

type Line = Pick<SpawnOptions, 'command' | 'args'>;

/** A command line inside the sandbox. `release` is called once it has ended. */
export interface Sandboxed {
  line: Line;
  /** Variables that differ inside. */
  env: Readonly<Record<string, string>>;
  network: boolean;
  home: string | null;
  release(): Promise<void>;
}

export interface Sandbox {
  state(): Promise<SandboxState>;
  /** Whether commands of tools run in it: this system has one, and the user wants it. */
  isOn(): Promise<boolean>;
  /** Throws ToolError when it can't be set up. Then the command must not run. */
  wrap(session: string, cwd: string, line: Line): Promise<Sandboxed>;
  set: Permissions['setSandbox'];
  /** Called after `set`, instead of what was given before. */
  onChange(listener: () => Promise<void>): void;
}

export interface SandboxDeps {
  home: string;
  spawner: Spawner;
  permissions: Pick<Permissions, 'sandbox' | 'setSandbox'>;
  folders: () => Pick<Folders, 'of' | 'all'>;
}

type Found = { kind: 'bubblewrap' | 'seatbelt'; program: string } | { kind: 'none'; reason: string };

const SEATBELT = '/usr/bin/sandbox-exec';
const PROBE_MS = 5000;
/** Data and sockets of the user, of other users and of other programs. */
const HIDDEN =
  '/tmp /var/tmp /run /home /root /mnt /media /srv /var/snap /var/lib/incus /var/lib/lxd /var/lib/docker /var/spool'.split(
    ' ',
  );

const may = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** Puts commands of tools into the sandbox of the system: bubblewrap on Linux, Seatbelt on macOS. */
export function createSandbox({ home, spawner, permissions, folders }: SandboxDeps): Sandbox {
  const { env, platform } = spawner;
  let finding: Promise<Found> | null = null;
  let listener: () => Promise<void> = async () => undefined;
  /** Running commands that cover a path which doesn't exist. The last one to end removes what was made for that. */
  const covered = new Map<string, number>();

  async function userHome(): Promise<string | null> {
    const named = env['HOME'];
    return named === undefined || named === '' ? null : realpath(named).catch(() => named);
  }

  /** The first one on PATH that no attached folder holds, where a command could have put it. */
  async function findBubblewrap(): Promise<string | null> {
    const attached = await folders().all();
    const { PATH = '' } = childEnv(env, platform);
    for (const folder of PATH.split(delimiter)) {
      if (!isAbsolute(folder)) continue;
      const program = await realpath(join(folder, 'bwrap')).catch(() => null);
      if (program === null || attached.some((one) => isInside(one, program))) continue;
      if (!(await stat(program)).isFile()) continue;
      if (await may(program, constants.X_OK)) return program;
    }
    return null;
  }

  /** Runs `true` in it. Some systems have the program and don't let it work. */
  async function probe(line: Line): Promise<string | null> {
    try {
      const began = performance.now();
      const child = await spawner.spawn({ ...line, cwd: '/', env: childEnv(env, platform), stdin: 'closed' });
      let said = '';
      child.stdout.resume();
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const { signal } = new AbortController();
      const { code, end } = await waitForExit(child, { timeoutMs: PROBE_MS, signal, began });
      if (end === 'exit' && code === 0) return null;
      return said.trim().split('\n')[0]?.slice(0, 200) || `exit code ${code ?? 'unknown'}`;
    } catch (error) {
      return errorMessage(error);
    }
  }

  async function search(): Promise<Found> {
    const none = (reason: string): Found => ({ kind: 'none', reason });
    const place = { folders: [], cwd: '/', home: await userHome(), closed: await realpath(home) };
    const nothing: SandboxPlace = { ...place, tools: [], protects: [], network: false };
    if (platform === 'linux') {
      const program = await findBubblewrap();
      if (program === null) return none(reasonText('sandbox.missing'));
      const problem = await probe(await bubblewrapLine(program, nothing, { command: '/bin/true', args: [] }));
      return problem === null ? { kind: 'bubblewrap', program } : none(reasonText('sandbox.refused', { problem }));
    }
    if (platform === 'darwin') {
      const problem = await probe({
        command: SEATBELT,
        args: ['-p', seatbeltProfile(nothing, '/tmp'), '/usr/bin/true'],
      });
      return problem === null
        ? { kind: 'seatbelt', program: SEATBELT }
        : none(reasonText('sandbox.refused', { problem }));
    }
    return none(reasonText(platform === 'win32' ? 'sandbox.windows' : 'sandbox.unknown'));
  }

  const find = () => (finding ??= search());

  async function bubblewrapLine(program: string, place: SandboxPlace, line: Line): Promise<Line> {
    const hidden: string[] = [];
    for (const path of HIDDEN) {
      // Some systems keep them elsewhere and have a link in their place.
      const real = await realpath(path).catch(() => '/');
      if (real !== '/') hidden.push(real);
    }
    const names = place.network ? [await realpath('/etc/resolv.conf').catch(() => '')].filter((one) => one !== '') : [];
    return { command: program, args: bubblewrapArguments(place, { hidden, names }, [line.command, ...line.args]) };
  }

  async function protectsOf(attached: readonly string[], own: string | null): Promise<ProtectedPath[]> {
    const protects: ProtectedPath[] = [];
    for (const folder of attached) {
      const writable = await may(folder, constants.W_OK);
      for (const { path, kind, always } of protectedIn(folder, own)) {
        const found = await lstat(path).catch(() => null);
        if (!always && !found?.isDirectory()) continue;
        // A link could be replaced, whatever is mounted where it leads.
        if (found?.isSymbolicLink()) throw new ToolError(`The sandbox can't protect "${path}", because it is a link.`);
        // Nobody can make it where nothing can be made.
        if (found || writable) protects.push({ path, kind, exists: found !== null && !covered.has(path) });
      }
    }
    return protects;
  }

  function cover(protects: readonly ProtectedPath[]): () => Promise<void> {
    const mine = protects.filter((one) => !one.exists);
    for (const { path } of mine) covered.set(path, (covered.get(path) ?? 0) + 1);
    return async () => {
      for (const { path, kind } of mine) {
        const others = (covered.get(path) ?? 1) - 1;
        if (others > 0) {
          covered.set(path, others);
          continue;
        }
        covered.delete(path);
        // One that can't be removed must not keep the others counted.
        await uncover(path, kind).catch(() => undefined);
      }
    };
  }

  return {
    async state() {
      const [found, wanted] = await Promise.all([find(), permissions.sandbox()]);
      return { kind: found.kind, reason: found.kind === 'none' ? found.reason : null, ...wanted };
    },
    async set(wanted, given) {
      await permissions.setSandbox(wanted, given);
      await listener();
    },
    onChange: (next) => void (listener = next),
    isOn: async () => (await permissions.sandbox()).on && (await find()).kind !== 'none',
    async wrap(session, cwd, line) {
      const [found, { network }, attached, own] = await Promise.all([
        find(),
        permissions.sandbox(),
        folders().of(session),
        userHome(),
      ]);
      if (found.kind === 'none') throw new ToolError('This system has no sandbox.');
      const protects = await protectsOf(attached, own);
      const tools = toolFolders(own, childEnv(env, platform)['PATH'] ?? '');
      const place = { folders: attached, cwd, home: own, closed: await realpath(home), tools, protects, network };
      if (found.kind === 'seatbelt') {
        const temporary = await realpath(await mkdtemp(join(tmpdir(), 'baton-')));
        return {
          line: { command: found.program, args: ['-p', seatbeltProfile(place, temporary), line.command, ...line.args] },
          env: { TMPDIR: temporary },
          network,
          home: own,
          release: () => rm(temporary, { recursive: true, force: true }),
        };
      }
      const program = await findBubblewrap();
      if (program === null) throw new ToolError('bubblewrap is no longer installed outside of the attached folders.');
      const boxed = await bubblewrapLine(program, place, line);
      return { line: boxed, env: {}, network, home: own, release: cover(protects) };
    },
  };
}

/** Removes the empty file or folder that was made to mount on. What is not empty is not it. */
async function uncover(path: string, kind: 'folder' | 'file'): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (!found) return;
  if (kind === 'folder' && found.isDirectory() && (await readdir(path)).length === 0) await rmdir(path);
  if (kind === 'file' && found.isFile() && found.size === 0) await unlink(path);
}
