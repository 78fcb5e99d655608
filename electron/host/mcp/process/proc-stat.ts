import { readFile } from 'node:fs/promises';

export interface ProcStat {
  parent: number;
  /** Its process group. */
  group: number;
  /** Start time in ticks since boot. With the pid it distinguishes this process from a later one. */
  born: string;
}

/** Reads a process's /proc stat (Linux); rejects when there is no such process. */
export async function readProcStat(pid: number): Promise<ProcStat> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain anything; fields 4, 5 and 22 are counted from after it (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent, group, born] = [Number(fields[1]), Number(fields[2]), fields[19]];
  if (!Number.isInteger(parent) || !Number.isInteger(group) || born === undefined)
    throw new Error(`/proc/${pid}/stat cannot be read.`);
  return { parent, group, born };
}
