import { canonicalJson } from '#core/canonical-json.ts';
import { ArchiveError } from '#archive/archive-error.ts';
import { FILE_LIMITS, type FileLimits, type FileSink } from '#archive/files.ts';
import type { Manifest } from '#archive/manifest.ts';
import { openArchive } from '#archive/read-archive.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { writeArchive } from '#archive/write-archive.ts';
import { historySource } from '#flows/history/read-history.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { bytesOf, watchedFiles } from './container.ts';
import { createPace } from './pace.ts';
import { sessionsOf } from './sessions-of.ts';
import { openTarget, takeAway, type TargetFile } from './target-file.ts';
import { failureOf, TransferError, transferError } from './transfer-error.ts';
import type { ExportJob, ExportReport, TransferProgress } from './transfer-messages.ts';
import { zipFiles } from './zip/zip-files.ts';
import { createZipSink } from './zip/zip-sink.ts';

export interface ExportRun {
  signal: AbortSignal;
  onProgress: (progress: TransferProgress) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Name and version of the program. */
  writtenBy: string;
}

/** What we packed ourselves is no bomb, however well it packs. */
const OWN_LIMITS: FileLimits = { ...FILE_LIMITS, ratio: Number.POSITIVE_INFINITY };

/** Writes a file, reads it again and compares. Whatever ends it before leaves no file that could be taken for a good one. */
export async function writeExport(
  db: BatonDatabase,
  job: ExportJob,
  to: TargetFile,
  run: ExportRun,
): Promise<ExportReport> {
  const ids = await sessionsOf(db, job);
  if (ids.length === 0) throw transferError('nothing');
  const target = await openTarget(to);
  let finished = false;
  try {
    const written = await writeFiles(db, ids, job, target.stream, run);
    run.signal.throwIfAborted();
    await target.finish();
    finished = true;
    const bytes = await verified(to, written.manifest, run);
    const { conversations, messages, blobs } = written.manifest.counts;
    const lost = written.manifest.lost.length;
    return { format: job.format, conversations, messages, blobs, bytes, lost, unreadable: written.unreadable };
  } catch (error) {
    if (!finished) await target.discard();
    // A file that was chosen anew is there already, empty; one that was there before keeps what it had.
    const gone = finished || (await isEmpty(to)) ? await takeAway(to) : true;
    if (gone) throw error;
    const why = run.signal.aborted ? transferError('not-verified', 'stopped') : error;
    throw new TransferError({ ...failureOf(why), left: true }, error);
  }
}

async function writeFiles(
  db: BatonDatabase,
  ids: readonly string[],
  { sessions }: ExportJob,
  stream: WritableStream<Uint8Array>,
  { signal, onProgress, now, writtenBy }: ExportRun,
): Promise<{ manifest: Manifest; unreadable: number }> {
  const of = ids.length;
  const pace = createPace({ phase: 'writing', conversations: 0, of, bytes: 0, ofBytes: null }, onProgress, now);
  let unreadable = 0;
  const source = historySource(db, () => unreadable++);
  const zip = createZipSink(stream, new Date(now()));
  const sink: FileSink = {
    add: (name, content) => zip.add(name, counted(content, pace.more)),
  };
  const manifest = await writeArchive(source, ids, sink, {
    writtenBy,
    writtenAt: now(),
    library: sessions === 'all' ? 'all' : 'used',
    signal,
    onProgress: ({ conversations }) => pace.change({ conversations }),
  });
  if (manifest.counts.conversations === 0) throw transferError('nothing');
  await zip.end();
  pace.flush();
  return { manifest, unreadable };
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    onBytes(piece.length);
    yield piece;
  }
}

/** Reads all of it again from where it lies now. Answers the size of the file. */
async function verified(to: TargetFile, manifest: Manifest, { signal, onProgress, now }: ExportRun): Promise<number> {
  const file = await to.getFile();
  try {
    const files = await zipFiles(file, OWN_LIMITS);
    const of = manifest.counts.conversations;
    const pace = createPace(
      { phase: 'verifying', conversations: 0, of, bytes: 0, ofBytes: bytesOf(files) },
      onProgress,
      now,
    );
    const archive = await openArchive(watchedFiles(files, signal, pace.more), { limits: OWN_LIMITS, signal });
    if (canonicalJson(archive.manifest) !== canonicalJson(manifest)) throw transferError('not-verified', 'manifest');
    const { problems } = await verifyArchive(archive, {
      signal,
      onProgress: (done) => pace.change({ conversations: Math.min(done, of) }),
    });
    if (problems.length > 0) throw transferError('not-verified', problems.slice(0, 20).join('; '));
    pace.flush();
  } catch (error) {
    if (error instanceof ArchiveError) throw transferError('not-verified', error.detail, error);
    throw error;
  }
  return file.size;
}

async function isEmpty(to: TargetFile): Promise<boolean> {
  try {
    return (await to.getFile()).size === 0;
  } catch {
    return false;
  }
}
