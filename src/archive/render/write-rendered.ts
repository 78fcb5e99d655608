import type { FileSink } from '../files.ts';
import type { HistorySource } from '../write-archive.ts';
import { createNames, safeName, splitExtension } from './base/file-names.ts';
import { FORMATS, type RenderFormat } from './formats.ts';
import type { Outline } from './base/outline.ts';
import { titleOf } from './base/facts.ts';
import type { Attachment } from './base/render-parts.ts';
import type { RenderOptions, RenderSource } from './base/render-options.ts';
import { openRendering } from './base/rendering.ts';

export interface RenderProgress {
  conversations: number;
  of: number;
  bytes: number;
}

export interface RenderJob extends RenderOptions {
  format: RenderFormat;
  signal?: AbortSignal;
  onProgress?: (progress: RenderProgress) => void;
}

/** Counts of what was written. */
export interface Rendered {
  conversations: number;
  messages: number;
  /** Attachments written as files next to the texts. */
  blobs: number;
  /** Attachments that are no longer stored. */
  lost: number;
  bytes: number;
}

type Source = Pick<HistorySource, 'records' | 'blob'>;

/**
 * One conversation as a single file; `null` when it isn't stored. Messages are read only while `content` is consumed.
 * `named` counts the attachments that are only named in what was consumed.
 */
export async function renderSingle(
  source: Source,
  sessionId: string,
  job: RenderJob,
): Promise<{ messages: number; named: () => number; content: AsyncIterable<Uint8Array> } | null> {
  const named = new Set<string>();
  const onNamed = ({ blob }: Attachment) => named.add(blob);
  const rendering = await openRendering({ ...source, onNamed }, sessionId, job);
  if (!rendering) return null;
  const content = encoded(FORMATS[job.format].write(rendering), job.signal);
  return { messages: messagesOf(rendering.outline), named: () => named.size, content };
}

/**
 * Writes conversations as files named after their titles, with the attachments of each in a folder of the same name. In
 * memory are one answer with its results, and the outline of one conversation.
 */
export async function writeRendered(
  source: Source,
  sessionIds: readonly string[],
  sink: FileSink,
  job: RenderJob,
): Promise<Rendered> {
  const { format, signal, onProgress, texts } = job;
  const { extension, write } = FORMATS[format];
  const name = createNames();
  const done: Rendered = { conversations: 0, messages: 0, blobs: 0, lost: 0, bytes: 0 };
  const counting = (pieces: AsyncIterable<Uint8Array>) => counted(pieces, (bytes) => (done.bytes += bytes), signal);
  for (const [at, id] of sessionIds.entries()) {
    signal?.throwIfAborted();
    const shelf = createShelf(source, texts.attachment);
    const rendering = await openRendering(shelf.source, id, job);
    if (rendering) {
      const file = name(safeName(titleOf(rendering.outline, job), texts.untitled), `.${extension}`);
      shelf.open(`${file.slice(0, -extension.length - 1)} (${texts.attachments})`);
      await sink.add(file, counting(encoded(write(rendering), signal)));
      for (const { path, blob } of shelf.files()) {
        const content = await source.blob(blob);
        if (!content) continue;
        await sink.add(path, counting(content));
        done.blobs++;
      }
      done.conversations++;
      done.messages += messagesOf(rendering.outline);
      done.lost += shelf.lost();
    }
    onProgress?.({ conversations: at + 1, of: sessionIds.length, bytes: done.bytes });
  }
  return done;
}

const messagesOf = ({ path, others }: Outline): number => path.length + others.length;

/** Names for the attachments of one conversation; the same bytes under the same name are one file. */
function createShelf(source: Source, unnamed: string) {
  const paths = new Map<string, string>();
  const missing = new Set<string>();
  const name = createNames();
  let folder = '';
  const beside = async ({ kind, name: own, mime, blob }: Attachment): Promise<string | null> => {
    const existing = paths.get(`${blob} ${own}`);
    if (existing !== undefined) return existing;
    if (missing.has(blob) || !(await source.blob(blob))) {
      missing.add(blob);
      return null;
    }
    const [stem, extension] = splitExtension(own);
    const path = `${folder}/${name(safeName(stem, unnamed), extension || extensionOf(kind === 'image' ? mime : ''))}`;
    paths.set(`${blob} ${own}`, path);
    return path;
  };
  const shelved: RenderSource = {
    records: (id) => source.records(id),
    async blob(hash) {
      const content = await source.blob(hash);
      if (!content) missing.add(hash);
      return content;
    },
    beside,
  };
  return {
    source: shelved,
    open: (path: string) => (folder = path),
    files: () => Array.from(paths, ([key, path]) => ({ path, blob: key.slice(0, key.indexOf(' ')) })),
    lost: () => missing.size,
  };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
};

const extensionOf = (mime: string): string => (Object.hasOwn(EXTENSIONS, mime) ? (EXTENSIONS[mime] ?? '') : '');

/** Text is flushed in chunks of about this size. */
const CHUNK_LENGTH = 64 * 1024;

async function* encoded(texts: AsyncIterable<string>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let pending = '';
  for await (const text of texts) {
    signal?.throwIfAborted();
    pending += text;
    if (pending.length < CHUNK_LENGTH) continue;
    yield encoder.encode(pending);
    pending = '';
  }
  if (pending !== '') yield encoder.encode(pending);
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  add: (bytes: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    add(piece.length);
    yield piece;
  }
}
