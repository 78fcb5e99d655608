import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

interface Process {
  pid: string;
  parent: string;
  command: string;
  /** Milliseconds of processor time, see proc_pid_stat(5); 100 ticks a second. */
  time: number;
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return [{ pid, parent: fields[1] ?? '', command, time: (Number(fields[11]) + Number(fields[12])) * 10 }];
    } catch {
      return []; // The process has ended meanwhile.
    }
  });
}

/** The browser with this profile and everything that it started. */
function browserOf(profile: string): Process[] {
  const all = processes();
  const roots = all.filter(({ command }) => command.includes(profile) && !command.includes('--type='));
  const pids = new Set(roots.map(({ pid }) => pid));
  const isChild = ({ pid, parent }: Process) => pids.has(parent) && !pids.has(pid);
  for (let more = all.filter(isChild); more.length > 0; more = all.filter(isChild))
    for (const { pid } of more) pids.add(pid);
  return all.filter(({ pid }) => pids.has(pid));
}

const isRenderer = ({ command }: Process): boolean => command.includes('--type=renderer');

const renderersOf = (profile: string): string[] =>
  browserOf(profile)
    .filter(isRenderer)
    .map(({ pid }) => pid);

/** Highest resident memory of a page of this profile since the last `forgetPeak`, in MB, from the kernel. */
export function peakOf(profile: string): number {
  const high = renderersOf(profile).map((pid) =>
    Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
  );
  return Math.max(0, ...high) / 1024;
}

/** proc(5), clear_refs: 5 resets the peak to what is resident now. */
export function forgetPeak(profile: string): void {
  for (const pid of renderersOf(profile)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/**
 * Processor time of this profile's pages and of the other processes of its browser, which store what pages write, in
 * milliseconds. A process that ends takes its time with it.
 */
export function browserTime(profile: string): { pages: number; browser: number } {
  const all = browserOf(profile);
  const sum = (some: readonly Process[]) => some.reduce((total, { time }) => total + time, 0);
  const pages = sum(all.filter(isRenderer));
  return { pages, browser: sum(all) - pages };
}
