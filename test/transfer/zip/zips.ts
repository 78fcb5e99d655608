import type { PackedFile } from '#archive/files.ts';
import { createZipSink } from '#transfer/zip/zip-sink.ts';
import { pieces } from '#test/archive/memory-files.ts';

const AT = new Date(2026, 10, 21);

/** Collects everything written to the stream, in memory. */
export function memoryStream(): { stream: WritableStream<Uint8Array>; bytes: () => Uint8Array } {
  const chunks: Uint8Array[] = [];
  const stream = new WritableStream<Uint8Array>({ write: (piece) => void chunks.push(Uint8Array.from(piece)) });
  return { stream, bytes: () => Buffer.concat(chunks) };
}

/** A zip of the files, as Baton writes it. */
export async function zipped(files: Iterable<readonly [name: string, content: string | Uint8Array]>): Promise<Blob> {
  const { stream, bytes } = memoryStream();
  const sink = createZipSink(stream, AT);
  for (const [name, content] of files)
    await sink.add(name, pieces(typeof content === 'string' ? new TextEncoder().encode(content) : content, 100_000));
  await sink.end();
  return new Blob([Uint8Array.from(bytes())]);
}

export async function textOf(file: PackedFile | undefined): Promise<string> {
  if (!file) throw new Error('no such file');
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of file.read()) text += decoder.decode(piece, { stream: true });
  return text;
}
