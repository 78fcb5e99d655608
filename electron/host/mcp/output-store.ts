import { randomUUID } from 'node:crypto';
import type { McpOutput } from '#contract/mcp.ts';
import { HostError } from '../problem.ts';

/** Full texts of results that were shortened, for as long as this host runs. */
export interface OutputStore {
  /** Returns the id by which it is read. */
  keep(session: string, text: string): string;
  /** Throws `not_found`. `to` null: as far as one answer goes. */
  read(session: string, id: string, from: number, to: number | null): McpOutput;
  forget(session: string): void;
}

const MOST_CHARACTERS = 64 * 1024 * 1024;
/** Of one answer: what a model can take at once. */
const PIECE = 50_000;

export function createOutputStore(): OutputStore {
  const kept = new Map<string, { session: string; text: string }>();
  let size = 0;

  function drop(id: string): void {
    size -= kept.get(id)?.text.length ?? 0;
    kept.delete(id);
  }

  return {
    keep(session, text) {
      const id = `out_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
      kept.set(id, { session, text });
      size += text.length;
      // The oldest go first; the newest stays, whatever its size.
      for (const old of kept.keys()) if (size > MOST_CHARACTERS && old !== id) drop(old);
      return id;
    },
    read(session, id, from, to) {
      const found = kept.get(id);
      if (found?.session !== session)
        throw new HostError('not_found', 'This output is not kept any more. Run the tool again if it is needed.');
      const lines = found.text.split('\n');
      if (lines.at(-1) === '') lines.pop();
      const picked: string[] = [];
      let length = 0;
      for (const line of lines.slice(from - 1, to ?? undefined)) {
        if (picked.length > 0 && length + line.length + 1 > PIECE) break;
        picked.push(line.slice(0, PIECE));
        length += line.length + 1;
      }
      const last = from - 1 + picked.length;
      return { id, text: picked.join('\n'), from, to: last, lines: lines.length, characters: found.text.length };
    },
    forget(session) {
      for (const [id, one] of kept) if (one.session === session) drop(id);
    },
  };
}
