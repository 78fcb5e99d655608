import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = /^([0-9a-f]{32})\.origin$/;

/**
 * The secret part of the page's address, `http://<name>.localhost:<port>`: made once for a home, because the browser keeps
 * the history under it. Whoever does not know it cannot be that origin, whatever port they listen on. It is the name of an
 * empty file: nothing has to be written, so a full disk is no obstacle, and nothing can be half written. Call it while
 * the home is locked. `isNew`: it has just been made.
 */
export async function originNameOf(home: string): Promise<{ name: string; isNew: boolean }> {
  const found = (await readdir(home)).toSorted().flatMap((file) => FILE.exec(file)?.[1] ?? []);
  const [name] = found;
  if (name !== undefined) return { name, isNew: false };
  const made = randomBytes(16).toString('hex');
  await writeFile(join(home, `${made}.origin`), '', { flag: 'wx', mode: 0o600 });
  return { name: made, isNew: true };
}

export function originOf(name: string, port: number): string {
  return `http://${name}.localhost:${port}`;
}
