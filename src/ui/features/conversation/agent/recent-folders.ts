import { useSetting, type Schema } from '#ui/data/use-setting.ts';

const KEPT = 6;
const NONE: string[] = [];
const Paths: Schema<string[]> = {
  safeParse: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? { success: true, data: value }
      : { success: false },
};

/** Folders that were attached to conversations, newest first. */
export function useRecentFolders() {
  const [paths, set] = useSetting('tools.recentFolders', NONE, Paths);
  return {
    paths,
    add: (path: string) => set([path, ...paths.filter((one) => one !== path)].slice(0, KEPT)),
    forget: (path: string) => set(paths.filter((one) => one !== path)),
  };
}

/** The folder's name and its parent path. A root is its own name. */
export function splitPath(path: string): { name: string; above: string } {
  const trimmed = path.replace(/[/\\]+$/, '');
  const at = Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\'));
  const name = trimmed.slice(at + 1);
  return name === '' ? { name: path, above: '' } : { name, above: trimmed.slice(0, Math.max(at, 1)) };
}
