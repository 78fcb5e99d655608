/** Programs that download and run a package, and their options that name it. */
const RUNNERS: Readonly<Record<string, { from: PackageSource; options: readonly string[] }>> = {
  npx: { from: 'npm', options: ['-p', '--package'] },
  bunx: { from: 'npm', options: ['-p', '--package'] },
  pnpx: { from: 'npm', options: ['--package'] },
  uvx: { from: 'pypi', options: ['--from'] },
};

export type PackageSource = 'npm' | 'pypi';

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
  const program = command
    .trim()
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:cmd|exe|bat)$/i, '');
  const runner = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined;
  const found = runner && findPackage(args, runner.options);
  if (!runner || !found) return null;
  const { at, before, spec } = found;
  if (spec === '' || /^(?:\.{0,2}[\\/]|[a-z+]+:)/i.test(spec) || /.@v?\d|[=<>~!]=/.test(spec)) return null;
  const name = spec.replace(/(.)@[^@/]*$/, '$1');
  const sign = runner.from === 'npm' ? '@' : '==';
  return { from: runner.from, name, pin: (version) => args.with(at, `${before}${name}${sign}${version}`) };
}

/** Where the package is named: the argument, and what of it comes before the name. */
function findPackage(
  args: readonly string[],
  options: readonly string[],
): { at: number; before: string; spec: string } | null {
  for (const [at, arg] of args.entries()) {
    const option = options.find((one) => arg === one || arg.startsWith(`${one}=`));
    if (option === arg) return { at: at + 1, before: '', spec: args[at + 1] ?? '' };
    if (option !== undefined) return { at, before: `${option}=`, spec: arg.slice(option.length + 1) };
    if (!arg.startsWith('-')) return { at, before: '', spec: arg };
  }
  return null;
}
