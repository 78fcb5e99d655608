/** What a start does about the version: shows a notice, only remembers the version, or nothing. */
export type StartupNotice = 'tell' | 'remember' | 'none';

export interface Start {
  /** Empty when unknown. */
  version: string;
  /** The previous version. Empty when none was stored. */
  before: string;
  /** First start: no previous version, no session. */
  fresh: boolean;
  /** The hook `startup-toast` is on. */
  on: boolean;
}

/** A newer version is shown once, and not on the very first start. */
export function greetingFor({ version, before, fresh, on }: Start): StartupNotice {
  if (version === '' || version === before) return 'none';
  const newer = before === '' ? !fresh : compareVersions(version, before) > 0;
  return on && newer ? 'tell' : 'remember';
}

/** Compares by numbers, missing ones as 0. A pre-release comes before its release. */
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
