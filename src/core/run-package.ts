/** Programs that download and run a package, and their options that name it. */
const RUNNERS: Readonly<Record<string, { from: PackageSource; options: readonly string[] }>> = {
  npx: { from: 'npm', options: ['-p', '--package'] },
  bunx: { from: 'npm', options: ['-p', '--package'] },
  pnpx: { from: 'npm', options: ['--package'] },
  uvx: { from: 'pypi', options: ['--from'] },
};

export type PackageSource = 'npm' | 'pypi';

/** The package that a command line downloads and runs. */
export interface RunPackage {
  from: PackageSource;
  /** The name of the program. */
  runner: string;
  /** As it is written, with its version. */
  spec: string;
  /** The index of its argument, and what of it comes before the name. */
  at: number;
  before: string;
}

/** `null` for a program that downloads nothing. */
export function readRunPackage(command: string, args: readonly string[]): RunPackage | null {
  const runner = command
    .trim()
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:cmd|exe|bat)$/i, '');
  const known = Object.hasOwn(RUNNERS, runner) ? RUNNERS[runner] : undefined;
  const found = known && findPackage(args, known.options);
  return known && found ? { from: known.from, runner, ...found } : null;
}

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
