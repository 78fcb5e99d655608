import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from './boundaries.ts';

interface Lockfile {
  packages: Record<string, { resolved?: string; version?: string; link?: boolean }>;
}

/** The lockfile names versions and hashes, never a download address; every direct dependency is pinned exactly. */
export function checkLockfile(root: string): Violation[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  const addresses = Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved !== undefined)
    .map(([name]) => ({
      rule: 'lockfile',
      path: 'package-lock.json',
      line: 1,
      message: `${name} carries a download address`,
    }));
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !/^(?:npm:(?:@[^/]+\/)?[^@]+@)?\d+\.\d+\.\d+([-+].+)?$/.test(version))
    .map(([name, version]) => ({
      rule: 'lockfile',
      path: 'package.json',
      line: 1,
      message: `${name} is not pinned: ${version}`,
    }));
  return [...addresses, ...loose];
}
