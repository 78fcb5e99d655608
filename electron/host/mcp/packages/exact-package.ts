import { type PackageSource, readRunPackage } from '#core/run-package.ts';
import type { ServerDefinition } from '../registry/entry.ts';

/** A package whose command line names one published version. */
export interface ExactPackage {
  from: PackageSource;
  /** The name of the program. */
  runner: string;
  name: string;
  version: string;
  /** What the runner is given before the package. */
  options: readonly string[];
}

const EXACT: Readonly<Record<PackageSource, RegExp>> = {
  npm: /^((?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)@v?(\d+\.\d+\.\d+[\w.+-]*)$/,
  // `name==1.2` or `name@1.2`, with extras (PEP 508 and 440).
  pypi: /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)(?:\[[\w\s,.-]*\])?(?:==|@)v?(\d[\w.+!-]*)$/,
};

/** The package that a server runs, when its version is exact. Without one, nothing can be said about what runs. */
export function exactPackageOf(definition: ServerDefinition): ExactPackage | null {
  if (definition.kind !== 'stdio') return null;
  const found = readRunPackage(definition.command, definition.args);
  const [, name, version] = (found && EXACT[found.from].exec(found.spec)) ?? [];
  if (!found || name === undefined || version === undefined) return null;
  const options = definition.args.slice(0, found.at);
  return { from: found.from, runner: found.runner, name, version, options };
}

/** As its own registry writes it. */
export const exactName = ({ from, name, version }: ExactPackage): string =>
  `${name}${from === 'npm' ? '@' : '=='}${version}`;
