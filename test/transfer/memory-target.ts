import type { TargetFile } from '#transfer/target-file.ts';

/** A file like the browser's: the written content replaces the old one when the writer is closed. */
export class MemoryTarget implements TargetFile {
  /** `null` if the file doesn't exist. A newly chosen file exists and is empty. */
  content: Uint8Array<ArrayBuffer> | null = new Uint8Array();
  /** Accepts this many bytes, then is full. */
  quota = Number.POSITIVE_INFINITY;
  /** Changes the bytes while they are written. */
  spoil: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
  canRemove = true;
  onClose: () => void = () => undefined;

  async createWritable(): Promise<WritableStream<Uint8Array<ArrayBuffer>>> {
    const chunks: Uint8Array[] = [];
    let taken = 0;
    return new WritableStream({
      write: (piece) => {
        taken += piece.length;
        if (taken > this.quota) throw new DOMException('no room', 'QuotaExceededError');
        chunks.push(Uint8Array.from(piece));
      },
      close: () => {
        this.content = Uint8Array.from(Buffer.concat(chunks));
        this.spoil(this.content);
        this.onClose();
      },
    });
  }

  async getFile(): Promise<File> {
    if (!this.content) throw new DOMException('gone', 'NotFoundError');
    return new File([this.content], 'baton.zip');
  }

  async remove(): Promise<void> {
    if (!this.canRemove) throw new DOMException('no', 'NotAllowedError');
    this.content = null;
  }
}
