import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { isMissing, readText, writePrivate } from '../base/private-file.ts';
import type { Look } from './look.ts';

const Entry = z.tuple([
  z.string(),
  z.enum(['file', 'link', 'folder']),
  z.number(),
  z.string(),
  z.nullable(z.int()),
  z.boolean(),
  /** Hash of the copy, or target of the link. */
  z.nullable(z.string()),
]);

const PendingFile = z.object({
  version: z.literal(1),
  session: z.string(),
  run: z.string(),
  call: z.string(),
  command: z.string(),
  at: z.number(),
  roots: z.array(z.string()),
  ignored: z.boolean(),
  partial: z.nullable(z.enum(['files', 'time'])),
  uncopied: z.int(),
  complete: z.array(z.string()),
  skipped: z.array(z.string()),
  entries: z.array(Entry),
});

/** A command that has begun, and what was there before. */
export interface PendingLook {
  session: string;
  run: string;
  call: string;
  command: string;
  at: number;
  roots: readonly string[];
  ignored: boolean;
  look: Look;
}

/** What was there before each command that hasn't ended, on the disk: a crash can't lose it. */
export interface PendingLooks {
  add(pending: PendingLook): Promise<string>;
  remove(id: string): Promise<void>;
  /** Those that an earlier host left behind. One that can't be read stays, and the others are returned. */
  left(): Promise<{ id: string; pending: PendingLook }[]>;
}

export function createPendingLooks(home: string, onUnreadable: (error: unknown) => void): PendingLooks {
  const place = join(home, 'checkpoints', 'pending');
  const own = new Set<string>();
  const fileOf = (id: string) => join(place, `${id}.json`);
  return {
    async add({ look, roots, ...facts }) {
      const id = randomUUID();
      own.add(id);
      await mkdir(place, { recursive: true, mode: 0o700 });
      const file: z.infer<typeof PendingFile> = {
        version: 1,
        ...facts,
        roots: [...roots],
        partial: look.scan.partial,
        uncopied: look.uncopied,
        complete: [...look.scan.complete],
        skipped: [...look.scan.ignored],
        entries: [...look.scan.entries].map(([path, { kind, size, key, mode, settled }]) => [
          path,
          kind,
          size,
          key,
          mode,
          settled,
          look.hashes.get(path) ?? look.targets.get(path) ?? null,
        ]),
      };
      await writePrivate(fileOf(id), JSON.stringify(file));
      return id;
    },
    async remove(id) {
      await rm(fileOf(id), { force: true });
      own.delete(id);
    },
    async left() {
      const names = await readdir(place).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const found: { id: string; pending: PendingLook }[] = [];
      for (const name of names) {
        const id = name.endsWith('.json') ? name.slice(0, -5) : null;
        if (id !== null && own.has(id)) continue;
        try {
          const pending = id === null ? null : readPending((await readText(fileOf(id))) ?? '');
          if (id !== null && pending) found.push({ id, pending });
          // Half written: its command never began.
          else await rm(join(place, name), { force: true });
        } catch (error) {
          onUnreadable(error);
        }
      }
      return found;
    },
  };
}

function readPending(text: string): PendingLook | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const read = PendingFile.safeParse(value);
  if (!read.success) return null;
  const { version: _version, partial, uncopied, complete, skipped, entries, ...facts } = read.data;
  const look: Look = {
    scan: { entries: new Map(), complete: new Set(complete), ignored: new Set(skipped), partial },
    hashes: new Map(),
    targets: new Map(),
    uncopied,
  };
  for (const [path, kind, size, key, mode, settled, more] of entries) {
    look.scan.entries.set(path, { kind, size, key, mode, settled });
    if (more !== null && kind !== 'folder') (kind === 'link' ? look.targets : look.hashes).set(path, more);
  }
  return { ...facts, look };
}
