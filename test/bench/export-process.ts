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
import type { Figure } from './performance-table.ts';
import { print } from './print.ts';
import { MB, syntheticHistory, timed } from './synthetic-history.ts';

/*
 * Writes and reads archives in a process that has nothing else in memory, as the page has a worker for it. Prints each
 * part, and sends the figures.
 */
async function measure(): Promise<Figure[]> {
  const [text = 60, blobs = 200] = process.argv.slice(2).map(Number).filter(Boolean);
  print(`\nAn archive of ${text} MB of text and ${blobs} MB of attachments`);
  const root = await mkdtemp(join(tmpdir(), 'baton-transfer-'));
  try {
    const path = join(root, 'history.zip');
    const { source, ids, bytes } = await syntheticHistory(text * MB, blobs * MB);
    await timed('generating the texts alone', text * MB, async () => {
      let records = 0;
      for (const id of ids) for await (const _ of source.records(id)) records++;
      return `${records} records`;
    });
    const written = await timed('write', bytes, async () => {
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
    const verified = await timed(
      'verify',
      bytes,
      async () => `${(await verifyArchive(await open())).problems.length} problems`,
    );
    await timed('read as a restore does', bytes, async () => {
      const archive = await open();
      let messages = 0;
      for (const entry of archive.manifest.conversations) messages += (await archive.session(entry)).messages.length;
      return `${messages} messages`;
    });
    const what = `An archive of ${text} MB of text and ${blobs} MB of files`;
    const figure = (seconds: number) => `${(bytes / MB / seconds).toFixed(0)} MB`;
    return [
      { what: `${what} written, a second of processor time`, figure: figure(written), goal: '' },
      { what: `${what} written and verified, a second`, figure: figure(written + verified), goal: '60 MB' },
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

process.send?.(await measure());
