/** The file that an export goes into; a `FileSystemFileHandle`, or what a test puts in its place. */
export interface TargetFile {
  createWritable(): Promise<WritableStream<Uint8Array<ArrayBuffer>>>;
  getFile(): Promise<File>;
  /** Chromium has it (2026-11); elsewhere the file is emptied. */
  remove?(): Promise<void>;
}

/** Pieces smaller than this cost more on their way to the disk than they hold. */
const PIECE = 1024 ** 2;

export interface TargetWriter {
  stream: WritableStream<Uint8Array>;
  /** Puts what was written in the place of what was there. */
  finish(): Promise<void>;
  /** What was there stays as it was. */
  discard(): Promise<void>;
}

export async function openTarget(to: TargetFile): Promise<TargetWriter> {
  const writer = (await to.createWritable()).getWriter();
  const held = new Uint8Array(PIECE);
  let length = 0;
  const flush = async (): Promise<void> => {
    if (length === 0) return;
    const piece = held.slice(0, length);
    length = 0;
    await writer.write(piece);
  };
  return {
    stream: new WritableStream({
      async write(piece) {
        for (let from = 0; from < piece.length;) {
          const part = piece.subarray(from, from + PIECE - length);
          held.set(part, length);
          length += part.length;
          from += part.length;
          if (length === PIECE) await flush();
        }
      },
    }),
    async finish() {
      await flush();
      await writer.close();
    },
    async discard() {
      await writer.abort().catch(() => undefined);
    },
  };
}

/** Takes a file away that came to be and must not be relied on; whether nothing of it is left. */
export async function removeIncompleteFile(to: TargetFile): Promise<boolean> {
  try {
    if (to.remove) await to.remove();
    else await (await to.createWritable()).close();
    return true;
  } catch {
    return false;
  }
}
