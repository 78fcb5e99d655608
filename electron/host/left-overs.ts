import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** As write-file-atomic names what it renames when it is whole: the file's name and a number of 32 bits. */
const LEFT_OVER = /^(?:[\w-]+(?:\.\w+)?\.jsonc?|practice-secret)\.\d{5,10}$/;
const FOLDERS = ['.', 'snapshots'];

/** Removes what a killed Baton had not written to its end. Only while the home is locked: nobody else writes then. */
export async function removeLeftOvers(home: string): Promise<void> {
  for (const folder of FOLDERS) {
    const names = await readdir(join(home, folder)).catch(() => []);
    for (const name of names) if (LEFT_OVER.test(name)) await rm(join(home, folder, name), { force: true });
  }
}
