import { openAsBlob, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { openArchive } from '#archive/read-archive.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { writeArchive } from '#archive/write-archive.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';
import { createZipSink } from '#transfer/zip/zip-sink.ts';
import { MB, syntheticHistory, timed } from './synthetic-history.ts';

/*
 * Throughput and memory of an archive in one zip file, without a database on either side:
 * `node test/bench/transfer.ts [MB of text] [MB of blobs]`.
 */
const root = await mkdtemp(join(tmpdir(), 'baton-transfer-'));
try {
  const path = join(root, 'history.zip');
  const { source, ids, bytes } = await syntheticHistory(
    Number(process.argv[2] ?? 100) * MB,
    Number(process.argv[3] ?? 100) * MB,
  );
  await timed('write', bytes, async () => {
    const file = createWriteStream(path);
    const to = Writable.toWeb(file);
    const zip = createZipSink(to, new Date(0));
    const { counts } = await writeArchive(source, ids, zip, { writtenBy: 'bench', writtenAt: 0 });
    await zip.end();
    await to.close();
    const { size } = await stat(path);
    return `${counts.conversations} conversations, ${counts.messages} messages, ${counts.blobs} blobs, ${Math.round(size / MB)} MB`;
  });
  const open = async () => openArchive(await zipFiles(await openAsBlob(path)));
  await timed('verify', bytes, async () => `${(await verifyArchive(await open())).problems.length} problems`);
  await timed('read as a restore does', bytes, async () => {
    const archive = await open();
    let messages = 0;
    for (const entry of archive.manifest.conversations) messages += (await archive.session(entry)).messages.length;
    return `${messages} messages`;
  });
} finally {
  await rm(root, { recursive: true, force: true });
}
