import { readFile, readdir } from 'node:fs/promises';
import { readProcStat } from '../process/proc-stat.ts';

/** Environment variable inherited by everything a session's command starts, unless a program removes it. */
export const MARK_NAME = 'BATON_SESSION';

/** A process, identified so that a later one with the same pid isn't taken for it. */
export interface MarkedProcess {
  readonly pid: number;
  readonly born: string;
  readonly mark: string;
}

export interface SeenProcess extends MarkedProcess {
  /** Its command line, arguments joined by spaces. */
  readonly command: string;
  /** Its process group. */
  readonly group: number;
}

/** The processes of this system that can be recognized by a mark in their environment. */
export interface ProcessTable {
  /** Processes with a mark, except this program and its ancestors. */
  marked(): Promise<SeenProcess[]>;
  /** Whether exactly this process still runs. */
  runs(process: MarkedProcess): Promise<boolean>;
  /** Sends the signal to exactly this process; does nothing when it has ended. */
  signal(process: MarkedProcess, name: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const PREFIX = `${MARK_NAME}=`;

/** Null when the process is gone, belongs to another user, or is a zombie, which has no environment anymore. */
async function markOf(pid: number): Promise<string | null> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const found = environment.split('\0').find((line) => line.startsWith(PREFIX));
  return found === undefined ? null : found.slice(PREFIX.length);
}

async function see(pid: number): Promise<SeenProcess | null> {
  try {
    // Read the start time first: if the pid is reused in between, the result matches neither process.
    const { born, group } = await readProcStat(pid);
    const mark = await markOf(pid);
    if (mark === null) return null;
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return { pid, born, mark, group, command: args.join(' ').trim() };
  } catch {
    // It has just ended.
    return null;
  }
}

/** This program and its ancestors: Baton may have been started from a terminal that a session left open. */
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
      // It has just ended.
    }
  },
};

/** Only Linux lets a program read the environment of other processes; elsewhere there is no table. */
export function systemProcesses(platform: NodeJS.Platform): ProcessTable | null {
  return platform === 'linux' ? linux : null;
}
