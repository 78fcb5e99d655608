import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../base/sync-folder.ts';

/**
 * Puts another form of a file in its place. The new one is on the disk and was read back, byte for byte, before it gets
 * its name; until then the old one is untouched, whatever happens. `part` is the name it has meanwhile.
 *
 * @param content What the file holds.
 * @param toForm Its new form.
 * @param read Opens that form again.
 */
export async function rewriteFile(how: {
  part: string;
  path: string;
  content: () => AsyncIterable<Buffer>;
  toForm: (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  read: (part: string) => AsyncIterable<Buffer>;
  /** Decides about the last step, in which the new file gets its name. */
  replace?: (step: () => Promise<void>) => Promise<void>;
}): Promise<void> {
  const written = createHash('sha256');
  try {
    await writeDurably(how.part, how.toForm(hashing(how.content(), written)));
    const found = createHash('sha256');
    for await (const piece of how.read(how.part)) found.update(piece);
    if (!found.digest().equals(written.digest())) throw new Error('The file was not written as it was read');
    const step = async () => {
      await rename(how.part, how.path);
      await syncFolder(dirname(how.path));
    };
    await (how.replace ? how.replace(step) : step());
  } finally {
    // After the rename there is none.
    await rm(how.part, { force: true });
  }
}

async function* hashing(source: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    hash.update(piece);
    yield piece;
  }
}

/** Resolves when all of it is on the disk. */
export async function writeDurably(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const piece of content) await file.appendFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}
