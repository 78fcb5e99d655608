import type { FileSink, PackedFile } from '#archive/files.ts';

/** An in-memory container. */
export class MemoryFiles implements FileSink {
  readonly contents = new Map<string, Uint8Array>();

  async add(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    this.contents.set(name, await concat(content));
  }

  /** `piece`: number of bytes per chunk. */
  list(piece = 1_000): PackedFile[] {
    return [...this.contents].map(([name, bytes]) => ({ name, bytes: bytes.length, read: () => pieces(bytes, piece) }));
  }

  text(name: string): string {
    return new TextDecoder().decode(this.contents.get(name));
  }

  put(name: string, content: string | Uint8Array): this {
    this.contents.set(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);
    return this;
  }
}

export async function* pieces(bytes: Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function concat(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const piece of content) chunks.push(piece);
  return Buffer.concat(chunks);
}
