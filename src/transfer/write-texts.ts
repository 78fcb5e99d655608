import { createSha256 } from '#core/sha256.ts';
import type { RenderFormat } from '#archive/render/formats.ts';
import { renderSingle, writeRendered, type Rendered, type RenderJob } from '#archive/render/write-rendered.ts';
import type { HistorySource } from '#archive/write-archive.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { renderTexts } from '#texts/render-texts.ts';
import { TRUSTED_ARCHIVE_LIMITS } from './trusted-archive-limits.ts';
import type { ProgressThrottle } from './progress-throttle.ts';
import { transferError } from './transfer-error.ts';
import type { ExportJob } from './transfer-messages.ts';
import { zipFiles } from './zip/zip-files.ts';
import { createZipSink } from './zip/zip-sink.ts';

export interface TextsRun {
  signal: AbortSignal;
  pace: ProgressThrottle;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** What was written, with its size and SHA-256, which the file on the disk must match. */
export interface WrittenTexts extends Omit<Rendered, 'bytes'> {
  size: number;
  /** Attachments that a single file only names. */
  named: number;
  sha256: string;
  zip: boolean;
}

/**
 * Conversations as readable texts. A single conversation is one self-contained file. Several are a zip of such files,
 * with their attachments next to them.
 */
export async function writeTexts(
  source: HistorySource,
  ids: readonly string[],
  job: ExportJob & { format: RenderFormat },
  stream: WritableStream<Uint8Array>,
  { signal, pace, now }: TextsRun,
): Promise<WrittenTexts> {
  const { format, thinking, tools, branches, language } = job;
  const at = now();
  const render: RenderJob = {
    format,
    thinking,
    tools,
    branches,
    texts: renderTexts(language),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    modelName: ({ vendor, model }) => findModel(vendor, model, 'openai-chat').label,
    at,
    signal,
    onProgress: ({ conversations }) => pace.change({ conversations }),
  };
  const watched = watch(stream, pace);
  const [only] = ids;
  const missing = new Set<string>();
  const looked: HistorySource = {
    ...source,
    async blob(hash) {
      const content = await source.blob(hash);
      if (!content) missing.add(hash);
      return content;
    },
  };
  if (only !== undefined && ids.length === 1 && job.sessions !== 'all') {
    const alone = await renderSingle(looked, only, render);
    if (!alone) throw transferError('nothing');
    const writer = watched.stream.getWriter();
    for await (const piece of alone.content) await writer.write(piece);
    pace.change({ conversations: 1 });
    const counts = { conversations: 1, messages: alone.messages, blobs: 0, named: alone.named(), lost: missing.size };
    return { ...counts, zip: false, ...watched.seen() };
  }
  const zip = createZipSink(watched.stream, new Date(at));
  const { bytes: _unpacked, ...counts } = await writeRendered(source, ids, zip, render);
  if (counts.conversations === 0) throw transferError('nothing');
  await zip.end();
  return { ...counts, named: 0, zip: true, ...watched.seen() };
}

/** Reads the file back from where it was written: every byte, and the contents of a zip. */
export async function verifyTexts(file: File, written: WrittenTexts, { signal, pace }: TextsRun): Promise<void> {
  const hash = createSha256();
  for await (const piece of file.stream()) {
    signal.throwIfAborted();
    hash.update(piece);
    pace.more(piece.length);
  }
  if (file.size !== written.size) throw transferError('not-verified', `${file.size} of ${written.size} bytes`);
  if (hash.hex() !== written.sha256) throw transferError('not-verified', 'hash of the file');
  if (!written.zip) return;
  const files = await zipFiles(file, TRUSTED_ARCHIVE_LIMITS);
  const texts = files.filter(({ name }) => !name.includes('/')).length;
  if (texts !== written.conversations)
    throw transferError('not-verified', `${texts} of ${written.conversations} conversations`);
}

function watch(to: WritableStream<Uint8Array>, pace: ProgressThrottle) {
  const writer = to.getWriter();
  const hash = createSha256();
  let size = 0;
  return {
    stream: new WritableStream<Uint8Array>({
      async write(piece) {
        hash.update(piece);
        size += piece.length;
        pace.more(piece.length);
        await writer.write(piece);
      },
    }),
    seen: () => ({ size, sha256: hash.hex() }),
  };
}
