import { readFile } from 'node:fs/promises';

export interface ProcStat {
  parent: number;
  /** Its process group. */
  group: number;
  /** When it began, in ticks since the system did: with the pid it tells this process from a later one. */
  born: string;
}

/** What Linux says about a process; rejects when there is none. */
export async function readProcStat(pid: number): Promise<ProcStat> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold anything; fields 4, 5 and 22 count from behind it (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent, group, born] = [Number(fields[1]), Number(fields[2]), fields[19]];
  if (!Number.isInteger(parent) || !Number.isInteger(group) || born === undefined)
    throw new Error(`/proc/${pid}/stat cannot be read.`);
  return { parent, group, born };
}
