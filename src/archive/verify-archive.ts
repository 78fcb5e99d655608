import { ArchiveError } from './archive-error.ts';
import type { Archive } from './read-archive.ts';
import { blobsOf, recordsOf } from './records.ts';

export interface VerifyReport {
  conversations: number;
  messages: number;
  blobs: number;
  blobBytes: number;
  /** In the lists of tools that requests offered. */
  tools: number;
  /** Of the library. */
  records: number;
  /** Differences from the manifest, in English for diagnostics; empty for a valid archive. */
  problems: string[];
}

export interface VerifyOptions {
  signal?: AbortSignal;
  /** Counts the files that are read. */
  onProgress?: (done: number, of: number) => void;
}

/**
 * Reads everything again: every line, every hash, every count. Also checks that every attachment exists or is listed as
 * lost.
 */
export async function verifyArchive(archive: Archive, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { manifest } = archive;
  const report: VerifyReport = {
    conversations: 0,
    messages: 0,
    blobs: 0,
    blobBytes: 0,
    tools: 0,
    records: 0,
    problems: [],
  };
  const of = manifest.conversations.length + manifest.counts.blobs + 3;
  let done = 0;
  const step = async (work: () => Promise<void>) => {
    options.signal?.throwIfAborted();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      report.problems.push(error.detail);
    }
    options.onProgress?.(++done, of);
  };

  const referenced = new Set<string>();
  for (const entry of manifest.conversations) {
    await step(async () => {
      const history = await archive.session(entry);
      for (const record of recordsOf(history)) for (const { blob } of blobsOf(record)) referenced.add(blob);
      report.conversations++;
      report.messages += history.messages.length;
    });
  }
  await step(async () => {
    for await (const { row } of archive.toolLists()) report.tools += row.tools.length;
  });
  await step(async () => {
    for await (const record of archive.library()) {
      report.records++;
      for (const { blob } of blobsOf(record)) referenced.add(blob);
    }
  });
  const listed: { hash: string; bytes: number }[] = [];
  await step(async () => {
    for await (const blob of archive.blobs()) listed.push(blob);
  });
  for (const { hash, bytes } of listed) {
    await step(async () => {
      const content = archive.blob(hash);
      if (!content) throw new ArchiveError('damaged', `blob ${hash} is missing`);
      let length = 0;
      for await (const piece of content) length += piece.length;
      if (length !== bytes) throw new ArchiveError('damaged', `blob ${hash} has ${length} of ${bytes} bytes`);
      report.blobs++;
      report.blobBytes += length;
    });
  }

  const known = new Set([...listed.map(({ hash }) => hash), ...manifest.lost.map(({ blob }) => blob)]);
  for (const blob of referenced)
    if (!known.has(blob)) report.problems.push(`blob ${blob} is neither here nor named as lost`);
  const { counts } = manifest;
  const pairs = [
    ['conversations', counts.conversations, report.conversations],
    ['messages', counts.messages, report.messages],
    ['blobs', counts.blobs, report.blobs],
    ['bytes of blobs', counts.blobBytes, report.blobBytes],
  ] as const;
  for (const [what, expected, found] of pairs)
    if (expected !== found) report.problems.push(`${found} of ${expected} ${what}`);
  return report;
}
