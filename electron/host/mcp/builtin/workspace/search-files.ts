import { join } from 'node:path';
import { ToolError } from '../tool-error.ts';
import type { Match } from './match-lines.ts';
import { type ResolvedPath, openFile } from './safe-path.ts';
import { isBinary } from './text-file.ts';
import { walk } from './walk.ts';

const MAX_MATCHES = 200;
/** Larger files are data rather than text that someone wrote. */
const FILE_LIMIT = 2 * 1024 * 1024;

/** Returns null for files that are not searched: binary, too large, removed. */
async function textOf(place: ResolvedPath): Promise<string | null> {
  try {
    const { handle, size } = await openFile(place);
    try {
      if (size > FILE_LIMIT) return null;
      const bytes = await handle.readFile();
      return isBinary(bytes) ? null : bytes.toString('utf8');
    } finally {
      await handle.close();
    }
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
  const search = async (file: ResolvedPath, name: string) => {
    const text = await textOf(file);
    if (text === null) return;
    for (const { line, text: found } of match(text, MAX_MATCHES - lines.length))
      lines.push(`${name}:${line}: ${found}`);
  };
  let folder = false;
  for await (const { path, kind } of walk(place, { signal, depth: 100, ignored: false })) {
    folder = true;
    if (kind === 'file' && matches(path)) await search({ ...place, path: join(place.path, path), shown: path }, path);
    if (lines.length >= MAX_MATCHES) break;
  }
  // No entries: it may be a file.
  if (!folder) await search(place, place.shown);
  if (lines.length === 0) return 'No line matches.';
  return lines.length >= MAX_MATCHES
    ? `${lines.join('\n')}\n[the first ${MAX_MATCHES} matches; make the pattern narrower]`
    : lines.join('\n');
}
