import { join } from 'node:path';
import { isFolder } from '../../../base/is-folder.ts';
import { ToolError } from '../tool-error.ts';
import { decodeBytes } from './decode-bytes.ts';
import type { Match } from './match-lines.ts';
import { type ResolvedPath, inFolder, openFile } from './safe-path.ts';
import { isBinary } from './text-file.ts';
import { walk } from './walk.ts';

const MAX_MATCHES = 200;
/** Larger files are data rather than text that someone wrote. */
const FILE_LIMIT = 2 * 1024 * 1024;

/** Throws a ToolError for files that are not searched: binary, too large, removed. */
async function textOf(place: ResolvedPath): Promise<string> {
  const { handle, size } = await openFile(place);
  try {
    if (size > FILE_LIMIT)
      throw new ToolError(`"${place.shown}" has ${size} bytes; files over ${FILE_LIMIT} are not searched.`);
    const bytes = await handle.readFile();
    if (isBinary(bytes)) throw new ToolError(`"${place.shown}" is binary and is not searched.`);
    return await decodeBytes(bytes);
  } finally {
    await handle.close();
  }
}

/** Among many, a file that is not searched is left out. */
async function textIfAny(place: ResolvedPath): Promise<string | null> {
  try {
    return await textOf(place);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** Returns matching lines as `path:line: text`, from one file or from all files in a folder. */
export async function searchFiles(
  place: ResolvedPath,
  match: (text: string, most: number) => Match[],
  matches: (path: string) => boolean,
  signal: AbortSignal,
): Promise<string> {
  const lines: string[] = [];
  const search = (text: string | null, name: string) => {
    if (text === null) return;
    for (const { line, text: found } of match(text, MAX_MATCHES - lines.length))
      lines.push(`${name}:${line}: ${found}`);
  };
  if (!(await isFolder(place.path))) search(await textOf(place), place.shown);
  else await inFolder(place, async () => undefined);
  for await (const { path, kind } of walk(place, { signal, depth: 100, ignored: false })) {
    if (kind === 'file' && matches(path))
      search(await textIfAny({ ...place, path: join(place.path, path), shown: path }), path);
    if (lines.length >= MAX_MATCHES) break;
  }
  if (lines.length === 0) return 'No line matches.';
  return lines.length >= MAX_MATCHES
    ? `${lines.join('\n')}\n[the first ${MAX_MATCHES} matches; make the pattern narrower]`
    : lines.join('\n');
}
