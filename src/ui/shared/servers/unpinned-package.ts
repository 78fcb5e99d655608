import type { McpShownDefinition } from '#contract/mcp.ts';

/** Programs that download and run a package, and their options that name it. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npx: ['-p', '--package'],
  bunx: ['-p', '--package'],
  pnpx: ['--package'],
  uvx: ['--from'],
};

/**
 * The package that a start would download in its newest version; `null` when the version is fixed or nothing is
 * downloaded.
 */
export function unpinnedPackage(definition: McpShownDefinition): string | null {
  if (definition.kind !== 'stdio') return null;
  const program = definition.command.replace(/^.*[\\/]/, '').replace(/\.(?:cmd|exe|bat)$/i, '');
  const options = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined;
  if (!options) return null;
  const named = packageOf(definition.args, options);
  if (named === null || /^(?:\.{0,2}[\\/]|[a-z+]+:)/i.test(named)) return null;
  return /.@v?\d|[=<>~!]=/.test(named) ? null : named;
}

function packageOf(args: readonly string[], options: readonly string[]): string | null {
  for (const [at, arg] of args.entries()) {
    const option = options.find((one) => arg === one || arg.startsWith(`${one}=`));
    if (option !== undefined) return arg === option ? (args[at + 1] ?? null) : arg.slice(option.length + 1);
    if (!arg.startsWith('-')) return arg;
  }
  return null;
}
