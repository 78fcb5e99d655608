import { readFile, readdir } from 'node:fs/promises';
import { readProcStat } from '../process/proc-stat.ts';

/** Carried by everything that a command of a conversation starts, unless it takes care not to. */
export const MARK_NAME = 'BATON_SESSION';

/** A process, held so that no later one with its number can be taken for it. */
export interface MarkedProcess {
  readonly pid: number;
  readonly born: string;
  readonly mark: string;
}

export interface SeenProcess extends MarkedProcess {
  /** Its command line, the arguments as words. */
  readonly command: string;
  /** Its process group. */
  readonly group: number;
}

/** The processes of this system, as far as it lets them be told by what they carry. */
export interface ProcessTable {
  /** Those that carry a mark, this program and what it was started from left out. */
  marked(): Promise<SeenProcess[]>;
  /** Whether exactly this process still runs. */
  runs(process: MarkedProcess): Promise<boolean>;
  /** Tells exactly this process to end; does nothing when it is gone. */
  signal(process: MarkedProcess, name: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const PREFIX = `${MARK_NAME}=`;

/** Nothing where it is gone, another user's, or a zombie, which has no environment any more. */
async function markOf(pid: number): Promise<string | null> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const found = environment.split('\0').find((line) => line.startsWith(PREFIX));
  return found === undefined ? null : found.slice(PREFIX.length);
}

async function see(pid: number): Promise<SeenProcess | null> {
  try {
    // First its birth: what carries a mark later under the same number is then held for neither.
    const { born, group } = await readProcStat(pid);
    const mark = await markOf(pid);
    if (mark === null) return null;
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return { pid, born, mark, group, command: words.join(' ').trim() };
  } catch {
    // It ended just now.
    return null;
  }
}

/** This program and everything above it: a terminal that a conversation left open may be where Baton was started. */
async function ownLine(): Promise<Set<number>> {
  const line = new Set<number>();
  for (let pid = process.pid; pid > 1 && !line.has(pid);) {
    line.add(pid);
    pid = await readProcStat(pid).then(
      ({ parent }) => parent,
      () => 0,
    );
  }
  return line;
}

async function runs({ pid, born, mark }: MarkedProcess): Promise<boolean> {
  const now = await see(pid);
  return now !== null && now.born === born && now.mark === mark;
}

const linux: ProcessTable = {
  runs,
  async marked() {
    const own = await ownLine();
    const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1 && !own.has(pid));
    return (await Promise.all(pids.map(see))).filter((found) => found !== null);
  },
  async signal(found, name) {
    if ((await ownLine()).has(found.pid) || !(await runs(found))) return;
    try {
      process.kill(found.pid, name);
    } catch {
      // It ended just now.
    }
  },
};

/** Only Linux shows a program what its processes carry; elsewhere there is no table. */
export function systemProcesses(platform: NodeJS.Platform): ProcessTable | null {
  return platform === 'linux' ? linux : null;
}
