import { canonicalJson } from '#core/canonical-json.ts';
import { ArchiveError } from '#archive/archive-error.ts';
import type { FileSink } from '#archive/files.ts';
import type { Manifest } from '#archive/manifest.ts';
import { openArchive } from '#archive/read-archive.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { writeArchive } from '#archive/write-archive.ts';
import { historySource } from '#history/archive/read-history.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { bytesOf, watchedFiles } from './container.ts';
import { TRUSTED_ARCHIVE_LIMITS } from './trusted-archive-limits.ts';
import { createProgressThrottle } from './progress-throttle.ts';
import { sessionsOf } from './sessions-of.ts';
import { openTarget, removeIncompleteFile, type TargetFile } from './target-file.ts';
import { failureOf, TransferError, transferError } from './transfer-error.ts';
import type { ExportJob, ExportReport, TransferProgress } from './transfer-messages.ts';
import { zipFiles } from './zip/zip-files.ts';
import { verifyTexts, writeTexts } from './write-texts.ts';
import { createZipSink } from './zip/zip-sink.ts';

export interface ExportRun {
  signal: AbortSignal;
  onProgress: (progress: TransferProgress) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Name and version of the program. */
  writtenBy: string;
}

/** Writes a file, reads it back and compares. If it fails, it leaves no file that looks complete. */
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
    const write = job.format === 'archive' ? writeFiles : writePages;
    const { verify, ...report } = await write(db, ids, job, target.stream, run);
    run.signal.throwIfAborted();
    await target.finish();
    finished = true;
    const file = await to.getFile();
    await verify(file);
    return { format: job.format, bytes: file.size, ...report };
  } catch (error) {
    if (!finished) await target.discard();
    // A newly chosen file already exists and is empty. A file that existed before keeps its contents.
    const isRemoved = finished || (await isEmpty(to)) ? await removeIncompleteFile(to) : true;
    if (isRemoved) throw error;
    const why = run.signal.aborted ? transferError('not-verified', 'stopped') : error;
    throw new TransferError({ ...failureOf(why), left: true }, error);
  }
}

/** What was written, and how to verify that the disk has it. */
interface Written extends Omit<ExportReport, 'format' | 'bytes'> {
  verify: (file: File) => Promise<void>;
}

async function writePages(
  db: BatonDatabase,
  ids: readonly string[],
  job: ExportJob,
  stream: WritableStream<Uint8Array>,
  { signal, onProgress, now }: ExportRun,
): Promise<Written> {
  const { format } = job;
  if (format === 'archive') throw new TypeError('an archive is not written as text');
  const of = ids.length;
  const pace = createProgressThrottle(
    { phase: 'writing', conversations: 0, of, bytes: 0, ofBytes: null },
    onProgress,
    now,
  );
  let unreadable = 0;
  const source = historySource(db, () => unreadable++);
  const written = await writeTexts(source, ids, { ...job, format }, stream, { signal, pace, now });
  pace.flush();
  const { conversations, messages, blobs, named, lost, size } = written;
  const verify = async (file: File): Promise<void> => {
    const start = { phase: 'verifying', conversations, of: conversations, bytes: 0, ofBytes: size } as const;
    await verifyTexts(file, written, { signal, pace: createProgressThrottle(start, onProgress, now), now });
  };
  return { conversations, messages, blobs, named, lost, unreadable, verify };
}

async function writeFiles(
  db: BatonDatabase,
  ids: readonly string[],
  { sessions }: ExportJob,
  stream: WritableStream<Uint8Array>,
  run: ExportRun,
): Promise<Written> {
  const { signal, onProgress, now, writtenBy } = run;
  const of = ids.length;
  const pace = createProgressThrottle(
    { phase: 'writing', conversations: 0, of, bytes: 0, ofBytes: null },
    onProgress,
    now,
  );
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
  const { conversations, messages, blobs } = manifest.counts;
  const verify = (file: File) => verified(file, manifest, run);
  return { conversations, messages, blobs, named: 0, lost: manifest.lost.length, unreadable, verify };
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

/** Reads the complete file back from where it was written. */
async function verified(file: File, manifest: Manifest, { signal, onProgress, now }: ExportRun): Promise<void> {
  try {
    const files = await zipFiles(file, TRUSTED_ARCHIVE_LIMITS);
    const of = manifest.counts.conversations;
    const pace = createProgressThrottle(
      { phase: 'verifying', conversations: 0, of, bytes: 0, ofBytes: bytesOf(files) },
      onProgress,
      now,
    );
    const archive = await openArchive(watchedFiles(files, signal, pace.more), {
      limits: TRUSTED_ARCHIVE_LIMITS,
      signal,
    });
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
}

async function isEmpty(to: TargetFile): Promise<boolean> {
  try {
    return (await to.getFile()).size === 0;
  } catch {
    return false;
  }
}
