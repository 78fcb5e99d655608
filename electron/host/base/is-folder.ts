import { stat } from 'node:fs/promises';

/** Follows links. `false` for what is not there or may not be seen. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
