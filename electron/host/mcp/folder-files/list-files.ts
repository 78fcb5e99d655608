import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { FileList } from '#contract/folder-files.ts';
import type { ResolvedPath } from '../builtin/workspace/safe-path.ts';
import { walk } from '../builtin/workspace/walk.ts';

const MAX_ENTRIES = 150_000;
const MAX_DEPTH = 100;

/**
 * Lists the files and folders below an attached folder: by the rules of its tools, so without what .gitignore lists.
 * Links aren't followed or listed. A name with a line break can't be listed.
 */
export async function listFiles(
  place: ResolvedPath,
  known: string | undefined,
  signal: AbortSignal,
  max = MAX_ENTRIES,
): Promise<FileList> {
  const closed = place.closed === null ? null : relative(place.path, place.closed).split(sep).join('/');
  const lines: string[] = [];
  let more = false;
  for await (const { path, kind } of walk(place, { signal, depth: MAX_DEPTH, ignored: false })) {
    if ((kind !== 'file' && kind !== 'folder') || path === closed || path.includes('\n')) continue;
    more = lines.length >= max;
    if (more) break;
    lines.push(kind === 'folder' ? `${path}/` : path);
  }
  const paths = lines.join('\n');
  const version = createHash('sha256').update(paths).digest('hex');
  return { version, paths: version === known ? null : paths, more };
}
