import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

function listFiles(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns one hash of the names and contents of these files and folders; missing ones are skipped. */
export function hashInputs(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256');
  const files = inputs.flatMap((input) => listFiles(join(root, input)));
  const names = files.map((file) => relative(root, file).split(sep).join('/')).toSorted();
  for (const name of names) {
    const content = readFileSync(join(root, name));
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
