import { StringDecoder } from 'node:string_decoder';
import { ToolError } from '../builtin/tool-error.ts';
import { locate, openFile, type ResolvedPath } from '../builtin/workspace/safe-path.ts';
import { isBinary } from '../builtin/workspace/text-file.ts';

/** The rest of a file is never read; the file tools can read it. */
const MAX_BYTES = 64 * 1024;

export interface FileHead {
  place: ResolvedPath;
  text: string;
  /** Number of bytes after the part that was read. */
  unread: number;
}

/** Reads the start of a text file. Returns null when there is no file, it is not text, or it leads outside. */
export async function readBeginning(root: string, path: string, closed: string): Promise<FileHead | null> {
  try {
    const place = await locate([root], path, closed);
    const { handle, size } = await openFile(place);
    try {
      const buffer = Buffer.alloc(Math.min(size, MAX_BYTES));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      const read = buffer.subarray(0, bytesRead);
      if (isBinary(read)) return null;
      // An incomplete character at the end is left out.
      const text = new StringDecoder('utf8').write(read).replace(/^\ufeff/, '');
      return text.trim() === '' || text.includes('\ufffd') ? null : { place, text, unread: size - bytesRead };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
