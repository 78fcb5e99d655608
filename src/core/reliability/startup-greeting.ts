/** What a start does about the version: tells of it, only keeps it in mind, or nothing. */
export type StartupNotice = 'tell' | 'remember' | 'none';

export interface Start {
  /** Empty while it is not known. */
  version: string;
  /** The version that was here before; empty when none kept itself in mind. */
  before: string;
  /** There was nothing before this start: no version, no conversation. */
  fresh: boolean;
  /** startup-toast */
  on: boolean;
}

/** A newer version is told of once. Who starts for the first time has other things to look at. */
export function greetingFor({ version, before, fresh, on }: Start): StartupNotice {
  if (version === '' || version === before) return 'none';
  const newer = before === '' ? !fresh : compareVersions(version, before) > 0;
  return on && newer ? 'tell' : 'remember';
}

/** By their numbers, missing ones as 0; a pre-release comes before its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(b.includes('-')) - Number(a.includes('-'));
}

function numbersOf(version: string): number[] {
  const [release = ''] = version.replace(/^v/, '').split(/[-+]/);
  return release.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
