import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { type NewBase, RowListing, type StoredRecord } from '#contract/journal.ts';
import { isMissing, readText, writePrivate } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { createKnownRows, type KnownRows, nameOf } from './known-rows.ts';
import { endsWithLine, readLine, readLines, writeLine } from './segment.ts';

/** The journal of one database, as files. Calls must not overlap. */
export interface JournalFolder {
  /** Resolves when the records are on disk. */
  append(records: readonly StoredRecord[]): Promise<void>;
  putBlob(hash: string, bytes: Uint8Array): Promise<void>;
  blob(hash: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Starts a new segment and returns its number. */
  begin(): Promise<number>;
  base(): Promise<{ snapshot: string | null; segment: number } | null>;
  /** Removes older segments. */
  rebase(base: NewBase): Promise<void>;
  readRows(): Promise<KnownRows>;
  /** The newest record of each row, one per line, as in the files but without checksums. */
  records(): AsyncGenerator<Buffer>;
  /** Removes every record of these sessions, except the records of their removal. */
  forget(sessions: ReadonlySet<string>): Promise<void>;
  /** What the file system says; nothing is read. `at`: of the last record, 0 without any. */
  size(): Promise<{ bytes: number; at: number }>;
  close(): Promise<void>;
}

const Base = z.object({
  version: z.literal(1),
  snapshot: z.string().nullable(),
  segment: z.number().int().nonnegative(),
});

const SEGMENT = /^(\d{6})\.log$/;
const fileOf = (segment: number) => `${String(segment).padStart(6, '0')}.log`;
const listingOf = (segment: number) => `listing-${segment}.json`;

export function createJournalFolder(path: string): JournalFolder {
  let growing: { file: FileHandle; segment: number } | null = null;
  const blobs = join(path, 'blobs');

  async function segments(): Promise<number[]> {
    const names = await readdir(path).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names
      .flatMap((name) => SEGMENT.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((a, b) => a - b);
  }

  async function base(): Promise<z.infer<typeof Base> | null> {
    const text = await readText(join(path, 'base.json'));
    if (text === null) return null;
    const read = Base.safeParse(parse(text));
    return read.success ? read.data : null;
  }

  /** In order; incomplete lines are left out. */
  async function* lines(): AsyncGenerator<{ line: Buffer; record: StoredRecord }> {
    const from = (await base())?.segment ?? 0;
    for (const segment of await segments()) {
      if (segment < from) continue;
      for await (const line of readLines(join(path, fileOf(segment)))) {
        const record = readLine(line);
        if (record) yield { line, record };
      }
    }
  }

  async function end(): Promise<void> {
    const last = growing;
    growing = null;
    await last?.file.close();
  }

  async function grow(segment: number): Promise<{ file: FileHandle; segment: number }> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const name = join(path, fileOf(segment));
    const file = await open(name, 'a', 0o600);
    try {
      // A crash or a full disk may have cut off the last line. A line end must be written before anything else.
      if (!(await endsWithLine(name))) await file.write('\n');
    } catch (error) {
      await file.close();
      throw error;
    }
    return (growing = { file, segment });
  }

  async function write(bytes: Buffer): Promise<void> {
    const { file } = growing ?? (await grow((await segments()).at(-1) ?? 1));
    try {
      await file.appendFile(bytes);
      await file.datasync();
    } catch (error) {
      // The last line may be incomplete, so the segment is opened again before the next write.
      await end();
      throw error;
    }
  }

  async function sizeOf(folder: string): Promise<{ bytes: number; at: number }> {
    const found = { bytes: 0, at: 0 };
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = await stat(join(folder, entry.name));
      found.bytes += size;
      if (SEGMENT.test(entry.name)) found.at = Math.max(found.at, mtimeMs);
    }
    return found;
  }

  /** Removes the bytes of unreferenced blobs. */
  async function sweepBlobs(): Promise<void> {
    const names = await readdir(blobs).catch(() => []);
    if (names.length === 0) return;
    const named = new Set<unknown>();
    for await (const { record } of lines()) {
      if (record.table !== 'blobs') continue;
      if (record.digest === undefined) named.delete(record.key);
      else named.add(record.key);
    }
    for (const name of names) if (!named.has(name)) await rm(join(blobs, name), { force: true });
  }

  return {
    append: (records) => write(Buffer.concat(records.map(writeLine))),
    async putBlob(hash, bytes) {
      if (createHash('sha256').update(bytes).digest('hex') !== hash)
        throw new HostError('bad_request', 'These are not the bytes of this hash.');
      await mkdir(blobs, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(blobs, hash), Buffer.from(bytes), { mode: 0o600, fsync: true });
    },
    async blob(hash) {
      try {
        const bytes = new Uint8Array(await readFile(join(blobs, hash)));
        return createHash('sha256').update(bytes).digest('hex') === hash ? bytes : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async begin() {
      await end();
      return (await grow(((await segments()).at(-1) ?? 0) + 1)).segment;
    },
    base,
    async rebase({ snapshot, segment, listing }) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      const before = await base();
      await writePrivate(join(path, listingOf(segment)), JSON.stringify(listing));
      await writePrivate(join(path, 'base.json'), JSON.stringify({ version: 1, snapshot, segment }));
      if (before && before.segment !== segment) await rm(join(path, listingOf(before.segment)), { force: true });
      for (const one of await segments()) if (one < segment) await rm(join(path, fileOf(one)), { force: true });
      await sweepBlobs();
    },
    async readRows() {
      const from = await base();
      const text = from && (await readText(join(path, listingOf(from.segment))));
      const listing = text === null ? null : RowListing.safeParse(parse(text));
      const rows = createKnownRows(listing?.success ? listing.data : null);
      for await (const { record } of lines()) rows.add(record);
      return rows;
    },
    async *records() {
      const newest = new Map<string, number>();
      let index = 0;
      for await (const { record } of lines()) newest.set(nameOf(record), index++);
      index = 0;
      for await (const { line, record } of lines())
        if (newest.get(nameOf(record)) === index++) yield Buffer.concat([line.subarray(9), Buffer.from('\n')]);
    },
    async forget(sessions) {
      await end();
      for (const segment of await segments()) {
        const name = join(path, fileOf(segment));
        const partOf = `${name}.part`;
        await writeDurably(partOf, linesWithout(name, sessions));
        await rename(partOf, name);
      }
      await sweepBlobs();
    },
    async size() {
      const [own, ofBlobs] = [await sizeOf(path), await sizeOf(blobs)];
      return { bytes: own.bytes + ofBlobs.bytes, at: Math.floor(own.at) };
    },
    close: end,
  };
}

async function* linesWithout(path: string, sessions: ReadonlySet<string>): AsyncGenerator<Buffer> {
  for await (const line of readLines(path)) {
    const record = readLine(line);
    if (!record) continue;
    const owner = record.session ?? (record.table === 'sessions' ? record.key : null);
    if (record.digest === undefined || typeof owner !== 'string' || !sessions.has(owner))
      yield Buffer.concat([line, Buffer.from('\n')]);
  }
}

async function writeDurably(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const piece of content) await file.appendFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
