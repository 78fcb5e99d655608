import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = /^([0-9a-f]{32})\.origin$/;

/**
 * Returns the secret part of the page's address, `http://<name>.localhost:<port>`. It is created once per home, because
 * the browser stores the history under it. A program that doesn't know it can't be that origin, on any port. It is the
 * name of an empty file: nothing has to be written, so it works on a full disk and can't be half written. Call it while
 * the home is locked. `isNew` is true when it was just created.
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
