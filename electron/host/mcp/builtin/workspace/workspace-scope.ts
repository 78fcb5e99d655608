import type { CallScope } from '#core/agent/approval/call-scope.ts';
import type { Permissions } from '../../consent/permissions.ts';
import type { BuiltinCall } from '../builtin-server.ts';
import { isProtected } from '../protected-paths.ts';
import { ToolError } from '../tool-error.ts';
import type { Folders } from './folders.ts';
import { type ResolvedPath, locate } from './safe-path.ts';

const WRITES: ReadonlySet<string> = new Set(['write', 'edit']);

/** The same place for a call that nobody has seen. Throws if that must not touch it. */
export function guard(place: ResolvedPath): ResolvedPath {
  if (isProtected(place.root, place.path))
    throw new ToolError(
      `"${place.shown}" is run or obeyed by other programs, so only a call the user sees changes it.`,
    );
  return { ...place, guarded: true };
}

/** How far calls of the file tools reach. A call that can't be located has no scope: it is asked about, and fails. */
export function createWorkspaceScope(
  folders: Pick<Folders, 'of' | 'own' | 'isOwn'>,
  permissions: Pick<Permissions, 'acceptsEdits'>,
) {
  return async ({ session, tool, args }: BuiltinCall): Promise<CallScope | null> => {
    const { path = '.' } = args;
    if (typeof path !== 'string') return null;
    let place: ResolvedPath;
    try {
      place = await locate(await folders.of(session), path, await folders.own());
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
    const own = await folders.isOwn(session, place.path);
    if (!WRITES.has(tool)) return { own, unasked: null };
    if (isProtected(place.root, place.path)) return { own, unasked: null, guarded: true };
    return { own, unasked: (await permissions.acceptsEdits(session)) ? 'edits' : null };
  };
}
