import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

function renderersOf(profile: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return line.includes('--type=renderer') && line.includes(profile);
    } catch {
      return false; // The process has ended meanwhile.
    }
  });
}

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
