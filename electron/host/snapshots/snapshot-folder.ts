import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot } from '#contract/snapshot.ts';
import { isMissing } from '../base/private-file.ts';
import { type NamedSnapshot, readSnapshotId } from './snapshot-id.ts';
import { readNote, type SnapshotNote, writeNote } from './snapshot-note.ts';

/** The snapshots in a folder, read from the folder alone. */
export interface SnapshotFolder {
  readonly path: string;
  /** Newest first. Other files are counted and left alone; none of them breaks the list. */
  list(): Promise<{ snapshots: Snapshot[]; foreign: number }>;
  find(id: string): Promise<Snapshot | null>;
  fileOf(id: string): string;
  /** Where the file is written until it is complete. */
  partOf(id: string): string;
  /** Turns the complete file into a snapshot. Writes its note first, so that no file is ever without one. */
  keep(note: SnapshotNote): Promise<void>;
  note(id: string, note: SnapshotNote): Promise<void>;
  remove(id: string): Promise<void>;
  hash(id: string): Promise<{ bytes: number; sha256: string }>;
  /** Removes interrupted uploads, and notes without a file. */
  tidy(growing: ReadonlySet<string>): Promise<void>;
  make(): Promise<void>;
}

const FILE = '.zip';
const NOTE = '.json';
const PART = '.part';

export function createSnapshotFolder(path: string): SnapshotFolder {
  const of = (id: string, kind: string) => join(path, `${id}${kind}`);

  async function entries(): Promise<Dirent[]> {
    try {
      return await readdir(path, { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  const idIn = (name: string, kind: string): NamedSnapshot | null =>
    name.endsWith(kind) ? readSnapshotId(name.slice(0, -kind.length)) : null;

  async function describe({ id, at, reason }: NamedSnapshot): Promise<Snapshot | null> {
    // `lstat`, because a link in the folder is not ours.
    const found = await lstat(of(id, FILE)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (!found?.isFile()) return null;
    const note = await readNote(of(id, NOTE), id);
    return {
      id,
      at,
      reason,
      bytes: found.size,
      appVersion: note?.appVersion ?? null,
      schemaVersion: note?.schemaVersion ?? null,
      sha256: note?.sha256 ?? null,
      counts: note?.counts ?? null,
      fingerprint: note?.fingerprint ?? null,
      state: note && note.bytes !== found.size ? 'damaged' : (note?.state ?? 'unchecked'),
      checkedAt: note?.checkedAt ?? null,
    };
  }

  return {
    path,
    async list() {
      const snapshots: Snapshot[] = [];
      let foreign = 0;
      for (const { name } of await entries()) {
        const named = idIn(name, FILE);
        const snapshot = named && (await describe(named));
        if (snapshot) snapshots.push(snapshot);
        else if (!idIn(name, NOTE) && !idIn(name, PART)) foreign += 1;
      }
      return { snapshots: snapshots.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)), foreign };
    },
    async find(id) {
      const named = readSnapshotId(id);
      return named && describe(named);
    },
    fileOf: (id) => of(id, FILE),
    partOf: (id) => of(id, PART),
    async keep(note) {
      await writeNote(of(note.id, NOTE), note);
      await rename(of(note.id, PART), of(note.id, FILE));
      await syncFolder(path);
    },
    note: (id, note) => writeNote(of(id, NOTE), note),
    async remove(id) {
      // The file first: without its note it would reappear as an unknown snapshot.
      await rm(of(id, FILE), { force: true });
      await rm(of(id, NOTE), { force: true });
    },
    async hash(id) {
      const file = await open(of(id, FILE), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      const hash = createHash('sha256');
      let bytes = 0;
      // Closes the file, whether or not it is read to the end.
      for await (const piece of file.createReadStream({ highWaterMark: 1024 ** 2 })) {
        hash.update(piece as Buffer);
        bytes += (piece as Buffer).length;
      }
      return { bytes, sha256: hash.digest('hex') };
    },
    async tidy(growing) {
      const names = (await entries()).map(({ name }) => name);
      const complete = new Set(names);
      for (const name of names) {
        const part = idIn(name, PART);
        const note = idIn(name, NOTE);
        const isUnreferenced = note !== null && !complete.has(`${note.id}${FILE}`) && !growing.has(note.id);
        if ((part && !growing.has(part.id)) || isUnreferenced) await rm(join(path, name), { force: true });
      }
    },
    async make() {
      await mkdir(path, { recursive: true, mode: 0o700 });
    },
  };
}

/** Makes the new name survive a power cut. Windows has no such call, and a folder can't be opened there. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
