import { win32 } from 'node:path';
import type { Env } from './child-env.ts';

export interface CommandLine {
  file: string;
  args: string[];
  /** The arguments are already quoted and must reach Windows unchanged. */
  verbatim: boolean;
}

const META = /([()\][%!^"`<>&|;, *?])/g;

/** Quotes for the C runtime (doubling backslashes before a quote), then escapes every character special to cmd.exe. */
function quote(arg: string, twice: boolean): string {
  const quoted = `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  const escaped = quoted.replace(META, '^$1');
  return twice ? escaped.replace(META, '^$1') : escaped;
}

/**
 * npx, uvx and similar commands are batch files on Windows. They can only be started through cmd.exe, which parses its
 * arguments again: each is escaped for that, twice for the shims of npm, which pass them on to a second cmd.exe
 * (security.md S41; the scheme of cross-spawn, CVE-2024-27980). A line break can't be escaped and is refused.
 */
export function batchCommand(file: string, args: readonly string[], comspec: string): CommandLine {
  if ([file, ...args].some((one) => /[\r\n\0]/.test(one)))
    throw new Error('A line break in an argument cannot be handed to a batch file on Windows.');
  const shim = /[\\/]node_modules[\\/]\.bin[\\/][^\\/]+\.cmd$/i.test(file) || /[\\/]np[mx]\.cmd$/i.test(file);
  const line = [win32.normalize(file).replace(META, '^$1'), ...args.map((arg) => quote(arg, shim))].join(' ');
  return { file: comspec, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** Returns the file that Windows would start for a plain name, or null. `isFile` checks the disk. */
export async function findOnPath(
  command: string,
  env: Env,
  isFile: (path: string) => Promise<boolean>,
): Promise<string | null> {
  const entry = (name: string) => Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
  const endings = (entry('PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((one) => one !== '');
  const named = endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase()));
  const folders = /[\\/]/.test(command) ? [''] : (entry('PATH') ?? '').split(';').filter((one) => one !== '');
  for (const folder of folders)
    for (const ending of named ? [''] : endings) {
      const path = folder === '' ? `${command}${ending}` : win32.join(folder, `${command}${ending}`);
      if (await isFile(path)) return path;
    }
  return null;
}
