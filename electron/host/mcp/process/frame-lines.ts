const NEWLINE = 10;

export interface LineEvents {
  /** Called with a full line without its line end. It is decoded at once, so no character is ever cut. */
  onLine: (line: string) => void;
  /** Called with the start and end of a line longer than the limit; the part in between was dropped as it arrived. */
  onTooLong: (head: string, tail: string) => void;
}

/** Bytes kept at each end of a line that is too long. */
const ENDS = 1024;

/** Splits a byte stream into lines. Each byte is examined once, whatever the size of the chunks. */
export function createLineFramer(limit: number, { onLine, onTooLong }: LineEvents): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let size = 0;
  let dropping: { head: Buffer; tail: Buffer } | null = null;

  function take(piece: Buffer): void {
    if (piece.length === 0) return;
    if (dropping) {
      dropping.tail = Buffer.concat([dropping.tail, piece.subarray(-ENDS)]).subarray(-ENDS);
      return;
    }
    pending.push(piece);
    size += piece.length;
    if (size <= limit) return;
    const all = Buffer.concat(pending);
    // Copies, so that the rest can be freed.
    dropping = { head: Buffer.from(all.subarray(0, ENDS)), tail: Buffer.from(all.subarray(-ENDS)) };
    pending = [];
    size = 0;
  }

  function end(): void {
    const line = Buffer.concat(pending).toString('utf8');
    const dropped = dropping;
    pending = [];
    size = 0;
    dropping = null;
    if (dropped) {
      onTooLong(dropped.head.toString('utf8'), dropped.tail.toString('utf8'));
      return;
    }
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text !== '') onLine(text);
  }

  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    take(chunk.subarray(from));
  };
}
