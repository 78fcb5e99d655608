import type { FolderOutlines } from '#contract/context-files.ts';
import { locate } from '../builtin/workspace/safe-path.ts';
import { walk } from '../builtin/workspace/walk.ts';
import type { Folders } from '../builtin/workspace/folders.ts';

const MAX_ENTRIES = 80;
const MAX_DEPTH = 2;

/** Lists the first two levels of the attached folders, without entries that .gitignore lists. */
export async function outlineFolders(
  folders: Pick<Folders, 'of' | 'own'>,
  session: string,
  signal: AbortSignal,
): Promise<FolderOutlines['folders']> {
  const attached = await folders.of(session);
  const closed = attached.length === 0 ? null : await folders.own();
  const outlines: FolderOutlines['folders'] = [];
  for (const path of attached) {
    const place = await locate([path], '.', closed).catch(() => null);
    if (!place) continue;
    const entries: string[] = [];
    let more = false;
    for await (const { path: name, kind } of walk(place, { signal, depth: MAX_DEPTH, ignored: false })) {
      more = entries.length >= MAX_ENTRIES;
      if (more) break;
      entries.push(kind === 'folder' ? `${name}/` : name);
    }
    outlines.push({ path, entries, more });
  }
  return outlines;
}
