import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from './boundaries.ts';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  license?: string;
}

interface Lockfile {
  packages: Record<string, LockedPackage>;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Packages that may run a program at installation, and what it does. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  node: 'puts the platform’s Node.js binary, another package with a hash of its own, in its place',
  'electron-winstaller': 'chooses the 7-Zip binary for this processor',
  esbuild: 'replaces its launcher by the platform’s binary, which works without that; it is not run',
  protobufjs: 'warns about versions that do not fit; changes nothing',
};

/** Licenses that allow Baton to be built and distributed with the package. */
const LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Packages whose manifest names no license, with the license in their files. Of them, the app holds khroma alone. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/server-everything': 'MIT (README.md)',
  '@modelcontextprotocol/server-filesystem': 'MIT (README.md)',
  '@modelcontextprotocol/server-memory': 'MIT (README.md)',
  '@modelcontextprotocol/server-sequential-thinking': 'MIT (README.md)',
  busboy: 'MIT (LICENSE)',
  dicer: 'MIT (LICENSE)',
  'humanize-number': 'MIT (Readme.md)',
  khroma: 'MIT (license)',
  only: 'MIT (Readme.md)',
  streamsearch: 'MIT (LICENSE)',
};

/** Versions that were published to do harm or to break others, and were withdrawn. */
const KNOWN_BAD: Readonly<Record<string, readonly string[]>> = {
  // github.com/dominictarr/event-stream/issues/116 (2018)
  'event-stream': ['3.3.6'],
  'flatmap-stream': ['0.1.1'],
  // eslint.org/blog/2018/07/postmortem-for-malicious-package-publishes
  'eslint-scope': ['3.7.2'],
  'eslint-config-eslint': ['5.0.2'],
  // GHSA-pjwm-rvh2-c87w, GHSA-73qr-pfmq-6rp8, GHSA-g2q5-5433-rhrf (2021)
  'ua-parser-js': ['0.7.29', '0.8.0', '1.0.0'],
  coa: ['2.0.3', '2.0.4', '2.1.1', '2.1.3', '3.0.1', '3.1.3'],
  rc: ['1.2.9', '1.3.9', '2.3.9'],
  // Sabotaged by their author (2022)
  colors: ['1.4.1', '1.4.2', '1.4.44-liberty-2'],
  faker: ['6.6.6'],
  'node-ipc': ['9.2.2', '10.1.1', '10.1.2', '10.1.3', '11.0.0', '11.1.0'],
  // GHSA-cxm3-wv7p-598c (August 2025)
  nx: ['20.9.0', '20.10.0', '20.11.0', '20.12.0', '21.5.0', '21.6.0', '21.7.0', '21.8.0'],
  // GHSA-8mgj-vmr8-frr6 and its kind (September 2025)
  'ansi-regex': ['6.2.1'],
  'ansi-styles': ['6.2.2'],
  backslash: ['0.2.1'],
  chalk: ['5.6.1'],
  'chalk-template': ['1.1.1'],
  'color-convert': ['3.1.1'],
  'color-name': ['2.0.1'],
  'color-string': ['2.1.1'],
  debug: ['4.4.2'],
  'error-ex': ['1.3.3'],
  'has-ansi': ['6.0.1'],
  'is-arrayish': ['0.3.3'],
  'simple-swizzle': ['0.2.3'],
  'slice-ansi': ['7.1.1'],
  'strip-ansi': ['7.1.1'],
  'supports-color': ['10.2.1'],
  'supports-hyperlinks': ['4.1.1'],
  'wrap-ansi': ['9.0.1'],
};

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const EXACT = /^(?:npm:(?:@[^/]+\/)?[^@]+@)?\d+\.\d+\.\d+([-+].+)?$/;

const nameIn = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** `(MIT OR GPL-3.0)`: one of them is enough; `MIT AND ISC`: all of them are required. */
function mayUse(license: string): boolean {
  return license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => LICENSES.has(one)));
}

function problemsOf(name: string, { version, resolved, integrity, link, hasInstallScript, license }: LockedPackage) {
  const problems: string[] = [];
  if (resolved !== undefined || link) problems.push('carries a download address');
  if (!SHA512.test(integrity ?? '')) problems.push('has no hash that its files are checked against');
  if (hasInstallScript && !Object.hasOwn(INSTALL_SCRIPTS, name)) problems.push('runs a program when it is installed');
  if (KNOWN_BAD[name]?.includes(version ?? '')) problems.push('is a version that does harm');
  if (!mayUse(license ?? '') && !Object.hasOwn(READ_BY_HAND, name))
    problems.push(`has a license nobody has looked at: ${license ?? 'none'}`);
  return problems.map((problem) => `${name}@${version} ${problem}`);
}

/**
 * Checks what is installed against a policy, without asking any server: every package comes from the registry by
 * version and hash, none runs a program at installation unless listed, none is known to do harm, and every license is
 * known.
 */
export function checkPackages(root: string): Violation[] {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { packages } = read('package-lock.json') as Lockfile;
  const { dependencies, devDependencies } = read('package.json') as Manifest;
  const violation = (path: string, message: string): Violation => ({ rule: 'packages', path, line: 1, message });
  const locked = Object.entries(packages).filter(([path]) => path !== '');
  if (locked.length === 0) throw new Error('no packages to check');
  const here = new Set(locked.map(([path]) => nameIn(path)));
  return [
    ...locked.flatMap(([path, entry]) => problemsOf(nameIn(path), entry)),
    ...[...Object.keys(INSTALL_SCRIPTS), ...Object.keys(READ_BY_HAND)]
      .filter((name) => !here.has(name))
      .map((name) => `${name} is excused and not installed`),
  ]
    .map((message) => violation('package-lock.json', message))
    .concat(
      Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !EXACT.test(version))
        .map(([name, version]) => violation('package.json', `${name} is not pinned: ${version}`)),
    );
}
