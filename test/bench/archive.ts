import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PackedFile } from '#archive/files.ts';
import { openArchive } from '#archive/read-archive.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { writeArchive } from '#archive/write-archive.ts';
import { MB, syntheticHistory, timed } from './synthetic-history.ts';

/*
 * Throughput and memory of an archive, uncompressed in a folder: `node test/bench/archive.ts [MB of text] [MB of
 * blobs]`. Compression adds to that: `test/bench/export.ts`.
 */

async function folderFiles(root: string): Promise<PackedFile[]> {
  const names = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    names.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size } = await stat(path);
      return { name: path.slice(root.length + 1), bytes: size, read: () => createReadStream(path) };
    }),
  );
}

const root = await mkdtemp(join(tmpdir(), 'baton-archive-'));
try {
  const { source, ids, bytes } = await syntheticHistory(
    Number(process.argv[2] ?? 200) * MB,
    Number(process.argv[3] ?? 200) * MB,
  );
  const sink = {
    async add(name: string, content: AsyncIterable<Uint8Array>) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await pipeline(Readable.from(content), createWriteStream(join(root, name)));
    },
  };
  await timed('write', bytes, async () => {
    const { counts } = await writeArchive(source, ids, sink, { writtenBy: 'bench', writtenAt: 0 });
    return `${counts.conversations} conversations, ${counts.messages} messages, ${counts.blobs} blobs`;
  });
  await timed('verify', bytes, async () => {
    const report = await verifyArchive(await openArchive(await folderFiles(root)));
    return `${report.problems.length} problems`;
  });
} finally {
  await rm(root, { recursive: true, force: true });
}
