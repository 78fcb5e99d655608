import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Temporary names. write-file-atomic appends a 32-bit number to the file's name until the file is complete. A journal
 * rewrites its segments under `.part`, as the log does its files, and a snapshot has that suffix until its last part has
 * arrived; one that is encrypted or made plain again is written under `.rewrite`.
 */
const LEFT_OVER =
  /^(?:(?:[\w-]+(?:\.\w+)?\.jsonc?|practice-secret|[0-9a-f]{64}(?:\.encrypted)?)\.\d{5,10}|\d{6}\.log\.part|baton\.log(?:\.1)?\.part|\d{4}-\d\d-\d\dT\d{6}Z-[\w-]+\.(?:part|rewrite))$/;

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Removes files that a killed Baton left unfinished. Call only while the home is locked, when nothing else writes. */
export async function removePartialFiles(home: string): Promise<void> {
  const journals = (await namesIn(join(home, 'journal'))).map((profile) => join(home, 'journal', profile));
  const folders = [
    home,
    join(home, 'logs'),
    join(home, 'snapshots'),
    ...journals,
    ...journals.map((path) => join(path, 'blobs')),
  ];
  for (const folder of folders) {
    for (const name of await namesIn(folder)) if (LEFT_OVER.test(name)) await rm(join(folder, name), { force: true });
  }
}
