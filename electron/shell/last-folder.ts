import type { App } from 'electron';
import { dirname, join } from 'node:path';

export interface LastFolder {
  /** The path to propose for a file of this name. */
  propose: (name: string) => string;
  /** The user has saved here. */
  remember: (path: string) => void;
}

/** Where the user saved last, for the next dialog; at first the folder of downloads. Forgotten when Baton ends. */
export function createLastFolder(app: Pick<App, 'getPath'>): LastFolder {
  let folder: string | null = null;
  return {
    propose: (name) => join(folder ?? app.getPath('downloads'), name),
    remember: (path) => (folder = dirname(path)),
  };
}
