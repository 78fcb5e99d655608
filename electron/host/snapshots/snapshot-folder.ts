import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Snapshot } from '#contract/snapshot.ts';
import { rewriteFile } from '../at-rest/rewrite.ts';
import { keyIdOf, openStream, sealStream, sizeInside } from '../at-rest/sealed-stream.ts';
import { type AtRestKeys, PLAIN, type SealableFiles } from '../base/at-rest-keys.ts';
import { isMissing } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { syncFolder } from '../base/sync-folder.ts';
import { type NamedSnapshot, readSnapshotId } from './snapshot-id.ts';
import { readNote, type SnapshotNote, writeNote } from './snapshot-note.ts';

/** The snapshots in a folder, read from the folder alone. */
export interface SnapshotFolder extends Omit<SealableFiles, 'convert'> {
  readonly path: string;
  /** Newest first. Other files are counted and left alone; none of them breaks the list. */
  list(): Promise<{ snapshots: Snapshot[]; foreign: number }>;
  find(id: string): Promise<Snapshot | null>;
  /** What the snapshot holds, from the disk. Throws `encryption_locked`. */
  content(id: string): Promise<Readable>;
  /** Where the file is written until it is complete. */
  partOf(id: string): string;
  /**
   * Turns the complete file into a snapshot. Writes its note first, so that no file is ever without one. `sealed`: the
   * file is encrypted.
   */
  keep(note: SnapshotNote, sealed: boolean): Promise<void>;
  note(id: string, note: SnapshotNote): Promise<void>;
  remove(id: string): Promise<void>;
  hash(id: string): Promise<{ bytes: number; sha256: string }>;
  /** Removes interrupted uploads, and notes without a file. */
  tidy(growing: ReadonlySet<string>): Promise<void>;
  make(): Promise<void>;
  /** See SealableFiles. `alone` runs the last step, in which the file gets its name, when nothing else changes files. */
  convert(id: string, alone: <T>(step: () => Promise<T>) => Promise<T>): Promise<void>;
}

const FILE = '.zip';
/** An archive that is encrypted isn't one for other programs, and earlier versions must leave it alone. */
const SEALED = '.zip.encrypted';
/** While it is encrypted, or made plain again. */
const REWRITE = '.rewrite';
const NOTE = '.json';
const PART = '.part';

/** What an encrypted snapshot is bound to. */
export const sealedNameOf = (id: string): string => `snapshot/${id}`;

export function createSnapshotFolder(path: string, keys: AtRestKeys = PLAIN): SnapshotFolder {
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

  /** `lstat`, because a link in the folder is not ours. */
  async function sizeOf(file: string): Promise<number | null> {
    const found = await lstat(file).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return found?.isFile() ? found.size : null;
  }

  const isOpen = async (keyId: string | null) => (await keys.open()).some((key) => key.id === keyId);

  async function isLocked(file: string): Promise<boolean> {
    const keyId = await keyIdOf(file);
    return keyId !== null && !(await isOpen(keyId));
  }

  /** The file that holds the snapshot. Where a crash left both forms, each is complete. */
  async function locate(id: string): Promise<{ file: string; bytes: number; sealed: boolean } | null> {
    const plain = await sizeOf(of(id, FILE));
    if (plain !== null) return { file: of(id, FILE), bytes: plain, sealed: false };
    const sealed = await sizeOf(of(id, SEALED));
    return sealed === null ? null : { file: of(id, SEALED), bytes: sizeInside(sealed) ?? 0, sealed: true };
  }

  async function* contentOf(id: string, file: string, sealed: boolean): AsyncGenerator<Buffer> {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    // Closes the file, whether or not it is read to the end.
    const bytes = handle.createReadStream({ highWaterMark: 1024 ** 2 }) as AsyncIterable<Buffer>;
    yield* sealed ? openStream(bytes, keys, sealedNameOf(id)) : bytes;
  }

  async function describe({ id, at, reason }: NamedSnapshot): Promise<Snapshot | null> {
    const found = await locate(id);
    if (!found) return null;
    const locked = found.sealed && (await isLocked(found.file));
    const note = await readNote(of(id, NOTE), id);
    return {
      id,
      at,
      reason,
      bytes: found.bytes,
      appVersion: note?.appVersion ?? null,
      schemaVersion: note?.schemaVersion ?? null,
      sha256: note?.sha256 ?? null,
      counts: note?.counts ?? null,
      fingerprint: note?.fingerprint ?? null,
      state: note && note.bytes !== found.bytes ? 'damaged' : (note?.state ?? 'unchecked'),
      checkedAt: note?.checkedAt ?? null,
      ...(locked && { locked }),
    };
  }

  async function content(id: string): Promise<Readable> {
    const found = await locate(id);
    if (!found) throw new HostError('unknown_snapshot');
    if (found.sealed && (await isLocked(found.file))) throw new HostError('encryption_locked');
    const handle = await open(found.file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const bytes = handle.createReadStream({ highWaterMark: 1024 ** 2 });
    if (!found.sealed) return bytes;
    const opened = Readable.from(openStream(bytes as AsyncIterable<Buffer>, keys, sealedNameOf(id)), {
      objectMode: false,
    });
    return opened.once('close', () => bytes.destroy());
  }

  return {
    path,
    async list() {
      const snapshots: Snapshot[] = [];
      let foreign = 0;
      for (const { name } of await entries()) {
        const sealed = idIn(name, SEALED);
        // Both forms of one snapshot are there for a moment.
        if (sealed && (await sizeOf(of(sealed.id, FILE))) !== null) continue;
        const named = sealed ?? idIn(name, FILE);
        const snapshot = named && (await describe(named));
        if (snapshot) snapshots.push(snapshot);
        else if (!idIn(name, NOTE) && !idIn(name, PART) && !idIn(name, REWRITE)) foreign += 1;
      }
      return { snapshots: snapshots.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)), foreign };
    },
    async find(id) {
      const named = readSnapshotId(id);
      return named && describe(named);
    },
    content,
    partOf: (id) => of(id, PART),
    async keep(note, sealed) {
      await writeNote(of(note.id, NOTE), note);
      await rename(of(note.id, PART), of(note.id, sealed ? SEALED : FILE));
      await syncFolder(path);
    },
    note: (id, note) => writeNote(of(id, NOTE), note),
    async remove(id) {
      // The file first: without its note it would reappear as an unknown snapshot.
      await rm(of(id, FILE), { force: true });
      await rm(of(id, SEALED), { force: true });
      await rm(of(id, NOTE), { force: true });
    },
    async hash(id) {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const piece of await content(id)) {
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
        const isUnreferenced =
          note !== null &&
          !complete.has(`${note.id}${FILE}`) &&
          !complete.has(`${note.id}${SEALED}`) &&
          !growing.has(note.id);
        if ((part && !growing.has(part.id)) || isUnreferenced) await rm(join(path, name), { force: true });
      }
    },
    async make() {
      await mkdir(path, { recursive: true, mode: 0o700 });
    },
    async pending() {
      const wanted = (await keys.writing()) !== null;
      const found: { name: string; bytes: number }[] = [];
      for (const { name } of await entries()) {
        const one = idIn(name, wanted ? FILE : SEALED);
        const bytes = one && (await sizeOf(join(path, name)));
        if (one && bytes !== null && (wanted || (await isOpen(await keyIdOf(join(path, name))))))
          found.push({ name: one.id, bytes });
      }
      return found;
    },
    async convert(id, alone) {
      const key = await keys.writing();
      const [before, after] = key ? [of(id, FILE), of(id, SEALED)] : [of(id, SEALED), of(id, FILE)];
      await rewriteFile({
        part: of(id, REWRITE),
        path: after,
        content: () => contentOf(id, before, key === null),
        toForm: (content) => (key ? sealStream(content, key, sealedNameOf(id)) : content),
        read: (part) => contentOf(id, part, key !== null),
        // It may have been deleted meanwhile.
        replace: (step) =>
          alone(async () => {
            if ((await sizeOf(before)) === null) return;
            await step();
            await rm(before, { force: true });
          }),
      });
    },
    async locked() {
      const found: string[] = [];
      for (const { name } of await entries()) {
        const keyId = idIn(name, SEALED) && (await keyIdOf(join(path, name)));
        if (keyId && !(await isOpen(keyId))) found.push(keyId);
      }
      return found;
    },
  };
}
