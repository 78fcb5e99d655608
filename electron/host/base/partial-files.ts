import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * As write-file-atomic names what it renames when it is whole: the file's name and a number of 32 bits. A journal also
 * writes its segments anew under `.part`, and a snapshot is one until its last part has come.
 */
const LEFT_OVER =
  /^(?:(?:[\w-]+(?:\.\w+)?\.jsonc?|practice-secret|[0-9a-f]{64})\.\d{5,10}|\d{6}\.log\.part|\d{4}-\d\d-\d\dT\d{6}Z-[\w-]+\.part)$/;

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Removes what a killed Baton had not written to its end. Only while the home is locked: nobody else writes then. */
export async function removePartialFiles(home: string): Promise<void> {
  const journals = (await namesIn(join(home, 'journal'))).map((profile) => join(home, 'journal', profile));
  const folders = [home, join(home, 'snapshots'), ...journals, ...journals.map((path) => join(path, 'blobs'))];
  for (const folder of folders) {
    for (const name of await namesIn(folder)) if (LEFT_OVER.test(name)) await rm(join(folder, name), { force: true });
  }
}
