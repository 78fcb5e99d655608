import type { TargetFile } from '#transfer/target-file.ts';

/** A file as the browser gives it: what is written takes its place when the writing is closed. */
export class MemoryTarget implements TargetFile {
  /** null: it is not there. A file that was just chosen is there, and empty. */
  content: Uint8Array<ArrayBuffer> | null = new Uint8Array();
  /** Takes so many bytes, then has no room. */
  room = Number.POSITIVE_INFINITY;
  /** What happens to the bytes on their way. */
  spoil: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
  canRemove = true;
  onClose: () => void = () => undefined;

  async createWritable(): Promise<WritableStream<Uint8Array<ArrayBuffer>>> {
    const held: Uint8Array[] = [];
    let taken = 0;
    return new WritableStream({
      write: (piece) => {
        taken += piece.length;
        if (taken > this.room) throw new DOMException('no room', 'QuotaExceededError');
        held.push(Uint8Array.from(piece));
      },
      close: () => {
        this.content = Uint8Array.from(Buffer.concat(held));
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
