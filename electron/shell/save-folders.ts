import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Log } from '../host/base/deps.ts';

/** What is saved of one kind mostly goes to one folder. */
export type SaveKind = 'archive' | 'text' | 'picture' | 'file';

const KINDS: readonly [SaveKind, RegExp][] = [
  ['archive', /\.(?:baton|zip|ndjson)$/i],
  ['picture', /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i],
  ['text', /\.(?:csv|html?|json|md|pdf|tsv|txt)$/i],
];

export const saveKindOf = (name: string): SaveKind => KINDS.find(([, form]) => form.test(name))?.[0] ?? 'file';

export interface SaveFolders {
  /** The path to propose for a file of this name. */
  propose: (name: string) => string;
  /** The user has saved here. */
  remember: (path: string) => void;
}

function isFolder(path: string): boolean {
  try {
    return isAbsolute(path) && statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Where the user saved last, by kind, in `save-folders.json` of the home; at first the folder of downloads. */
export function createSaveFolders(file: string, downloads: () => string, log: Log): SaveFolders {
  function read(): Record<string, unknown> {
    try {
      const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return typeof found === 'object' && found !== null ? { ...found } : {};
    } catch {
      // The dialog shows where it goes, so the first folder will do.
      return {};
    }
  }
  return {
    propose(name) {
      const folder = read()[saveKindOf(name)];
      // A folder on a drive that is gone would leave the dialog nowhere.
      return join(typeof folder === 'string' && isFolder(folder) ? folder : downloads(), name);
    },
    remember(path) {
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        const next = { ...read(), [saveKindOf(path)]: dirname(path) };
        writeFileSync(`${file}.new`, `${JSON.stringify(next)}\n`, { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch (error) {
        log.write('warn', 'shell.save-folder-not-kept', { error });
      }
    },
  };
}
