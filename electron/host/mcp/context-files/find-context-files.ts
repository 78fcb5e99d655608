import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import type { FindContextFiles, FoundContextFiles } from '#contract/context-files.ts';
import type { FolderFileKind } from '#core/context-file.ts';
import { ToolError } from '../builtin/tool-error.ts';
import { locate, type ResolvedPath } from '../builtin/workspace/safe-path.ts';
import type { Folders } from '../builtin/workspace/folders.ts';
import { foldersTo } from './folders-to.ts';
import { readBeginning, type FileHead } from './read-beginning.ts';
import { rulesIn } from './rules-in.ts';

const NAMES = { agents: 'AGENTS.md', readme: 'README.md' } as const;
const MAX_FILES = 60;
const MAX_CHARS = 512 * 1024;

type FoundFile = FoundContextFiles['files'][number];
/** A file that may be used; `path` is where it was found, before links are followed. */
type Candidate = FileHead & { path: string };

/**
 * Finds the context files for the places that a session works in. Only these names, only inside the attached folders,
 * only regular text files, and only the start of long ones are read. Anything that leads outside is treated as absent.
 * Without an attached folder nothing is read.
 */
export async function findContextFiles(
  folders: Pick<Folders, 'of' | 'own' | 'isOwn'>,
  session: string,
  { kind, paths, known }: FindContextFiles,
  signal: AbortSignal,
): Promise<FoundFile[]> {
  const attached = await folders.of(session);
  const [first] = attached;
  if (first === undefined) return [];
  const closed = await folders.own();
  const seen = new Set(known);
  const found: FoundFile[] = [];
  let characters = 0;
  for (const { place, touched } of await placesOf(attached, paths, closed))
    for (const folder of await foldersTo(place))
      for (const { path, text, unread, place: real } of await filesIn(
        kind,
        { place, folder, touched },
        closed,
        signal,
      )) {
        signal.throwIfAborted();
        const id = idOf(place.root, path);
        if (seen.has(id) || found.length >= MAX_FILES || characters + text.length > MAX_CHARS) continue;
        seen.add(id);
        characters += text.length;
        const shown = relative(first, path).split(sep).join('/');
        const own = await folders.isOwn(session, real.path);
        found.push({ id, kind, path: shown, text, unread, itself: touched === real.path, own });
      }
  return found;
}

/** Without paths: the roots themselves, with nothing touched. A path that leads nowhere is skipped. */
async function placesOf(
  attached: readonly string[],
  paths: readonly string[],
  closed: string,
): Promise<{ place: ResolvedPath; touched: string | null }[]> {
  const requested = paths.length > 0 ? paths : attached;
  const places: { place: ResolvedPath; touched: string | null }[] = [];
  for (const path of requested)
    try {
      const place = await locate(attached, path, closed);
      places.push({ place, touched: paths.length > 0 ? place.path : null });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
  return places;
}

async function filesIn(
  kind: FolderFileKind,
  { place: { root }, folder, touched }: { place: ResolvedPath; folder: string; touched: string | null },
  closed: string,
  signal: AbortSignal,
): Promise<Candidate[]> {
  if (kind === 'rules') return rulesIn(root, folder, touched, closed, signal);
  const path = join(folder, NAMES[kind]);
  const read = await readBeginning(root, path, closed);
  return read ? [{ ...read, path }] : [];
}

function idOf(root: string, path: string): string {
  return createHash('sha256').update(`${root}\0${path}`).digest('hex').slice(0, 16);
}
