import { splitToolName } from '../tool-names.ts';

/** Baton's own server for files. */
export const WORKSPACE_SERVER = 'builtin_workspace_server';
const ABOUT_FILES: ReadonlySet<string> = new Set(['read', 'write', 'edit']);
const ABOUT_FOLDERS: ReadonlySet<string> = new Set(['list', 'glob', 'grep']);

export interface TouchedPath {
  path: string;
  /** The call itself gave the model the full file, or wrote all of it. */
  full: boolean;
}

/** The path in the attached folders that a call of the workspace tools is about. `null` for every other call. */
export function touchedPath(name: string, args: Readonly<Record<string, unknown>>): TouchedPath | null {
  const { server, tool } = splitToolName(name);
  if (server !== WORKSPACE_SERVER || !(ABOUT_FILES.has(tool) || ABOUT_FOLDERS.has(tool))) return null;
  const { path, from, lines } = args;
  const full = tool === 'write' || (tool === 'read' && from === undefined && lines === undefined);
  if (typeof path === 'string' && path !== '') return { path, full };
  return ABOUT_FOLDERS.has(tool) ? { path: '.', full } : null;
}
