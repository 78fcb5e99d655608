import { readRunPackage, type PackageSource } from '#core/run-package.ts';

/** A package that a start would download in its newest version. */
export interface UnpinnedPackage {
  from: PackageSource;
  /** Without a tag such as `@latest`. */
  name: string;
  /** The same arguments with this version fixed. */
  pin: (version: string) => string[];
}

/** `null` when the version is fixed or nothing is downloaded. */
export function unpinnedPackage(command: string, args: readonly string[]): UnpinnedPackage | null {
  const found = readRunPackage(command, args);
  if (!found) return null;
  const { from, at, before, spec } = found;
  if (spec === '' || /^(?:\.{0,2}[\\/]|[a-z+]+:)/i.test(spec) || /.@v?\d|[=<>~!]=/.test(spec)) return null;
  const name = spec.replace(/(.)@[^@/]*$/, '$1');
  const sign = from === 'npm' ? '@' : '==';
  return { from, name, pin: (version) => args.with(at, `${before}${name}${sign}${version}`) };
}
