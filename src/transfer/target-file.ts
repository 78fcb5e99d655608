/** The file that an export is written to: a `FileSystemFileHandle`, or a test's replacement. */
export interface TargetFile {
  createWritable(): Promise<WritableStream<Uint8Array<ArrayBuffer>>>;
  getFile(): Promise<File>;
  /** Supported by Chromium (2026-11). In other browsers the file is emptied. */
  remove?(): Promise<void>;
}

/** Writing smaller chunks costs more than it gains. */
const BUFFER_BYTES = 1024 ** 2;

export interface TargetWriter {
  stream: WritableStream<Uint8Array>;
  /** Replaces the former contents with what was written. */
  finish(): Promise<void>;
  /** Leaves the former contents unchanged. */
  discard(): Promise<void>;
}

export async function openTarget(to: TargetFile): Promise<TargetWriter> {
  const writer = (await to.createWritable()).getWriter();
  const buffer = new Uint8Array(BUFFER_BYTES);
  let length = 0;
  const flush = async (): Promise<void> => {
    if (length === 0) return;
    const piece = buffer.slice(0, length);
    length = 0;
    await writer.write(piece);
  };
  return {
    stream: new WritableStream({
      async write(piece) {
        for (let from = 0; from < piece.length;) {
          const part = piece.subarray(from, from + BUFFER_BYTES - length);
          buffer.set(part, length);
          length += part.length;
          from += part.length;
          if (length === BUFFER_BYTES) await flush();
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

/** Removes a file that must not be relied on. Returns whether nothing of it is left. */
export async function removeIncompleteFile(to: TargetFile): Promise<boolean> {
  try {
    if (to.remove) await to.remove();
    else await (await to.createWritable()).close();
    return true;
  } catch {
    return false;
  }
}
