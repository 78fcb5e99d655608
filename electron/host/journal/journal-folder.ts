import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type NewBase, RowListing, type StoredRecord } from '#contract/journal.ts';
import { parseJson } from '#core/json.ts';
import { type AtRestKeys, PLAIN, type SealableFiles } from '../base/at-rest-keys.ts';
import { readText, writePrivate } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { createJournalFiles, type GrowingSegment, SEGMENT } from './journal-files.ts';
import { createKnownRows, type KnownRows, nameOf } from './known-rows.ts';
import { type SegmentRecord, writeLine } from './segment.ts';

/** The journal of one database, as files. Calls must not overlap. */
export interface JournalFolder extends SealableFiles {
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
  /**
   * The newest record of each row, one per line, as in the files but without checksums. Other calls may overlap with
   * reading them.
   */
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

export function createJournalFolder(path: string, keys: AtRestKeys = PLAIN): JournalFolder {
  const files = createJournalFiles(path, keys);
  let growing: GrowingSegment | null = null;
  /** Blobs whose bytes are here and whose rows are still on their way. */
  const expected = new Set<string>();

  async function base(): Promise<z.infer<typeof Base> | null> {
    const text = await readText(join(path, 'base.json'));
    if (text === null) return null;
    const read = Base.safeParse(parseJson(text));
    return read.success ? read.data : null;
  }

  /** In order; incomplete lines are left out. */
  async function* lines(): AsyncGenerator<SegmentRecord> {
    const from = (await base())?.segment ?? 0;
    for (const segment of await files.segments()) if (segment >= from) yield* files.records(segment);
  }

  async function end(): Promise<void> {
    const last = growing;
    growing = null;
    await last?.file.close();
  }

  /** The segment that takes the next record, in the form of what is written now. */
  async function place(): Promise<GrowingSegment> {
    const key = await keys.writing();
    if (growing && (growing.sealer?.keyId ?? null) !== (key?.id ?? null)) await end();
    return (growing ??= await files.grow((await files.segments()).at(-1) ?? 1));
  }

  async function append(records: readonly StoredRecord[]): Promise<void> {
    const to = await place();
    const { sealer } = to;
    let { at } = to;
    const bytes = records.map((record) => {
      const line = sealer ? sealer.seal(Buffer.from(JSON.stringify(record)), at) : writeLine(record);
      at += line.length;
      return line;
    });
    try {
      await to.file.appendFile(Buffer.concat(bytes));
      await to.file.datasync();
      to.at = at;
      for (const { table, key } of records) if (table === 'blobs') expected.delete(String(key));
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
    if (!(await files.hasBlobs())) return;
    const named = new Set<string>();
    for await (const { record } of lines()) {
      if (record.table !== 'blobs') continue;
      if (record.digest === undefined) named.delete(String(record.key));
      else named.add(String(record.key));
    }
    await files.keepBlobs(new Set([...named, ...expected]));
  }

  return {
    append,
    async putBlob(hash, bytes) {
      if (createHash('sha256').update(bytes).digest('hex') !== hash)
        throw new HostError('bad_request', 'These are not the bytes of this hash.');
      await files.putBlob(hash, bytes);
      expected.add(hash);
    },
    blob: (hash) => files.blob(hash),
    async begin() {
      await end();
      growing = await files.grow(((await files.segments()).at(-1) ?? 0) + 1);
      return growing.segment;
    },
    base,
    async rebase({ snapshot, segment, listing }) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      const before = await base();
      await files.putListing(segment, JSON.stringify(listing));
      await writePrivate(join(path, 'base.json'), JSON.stringify({ version: 1, snapshot, segment }));
      if (before && before.segment !== segment) await files.removeListing(before.segment);
      for (const one of await files.segments()) if (one < segment) await files.remove(one);
      await sweepBlobs();
    },
    async readRows() {
      const from = await base();
      const text = from && (await files.listing(from.segment));
      const listing = text === null ? null : RowListing.safeParse(parseJson(text));
      const rows = createKnownRows(listing?.success ? listing.data : null);
      for await (const { record } of lines()) rows.add(record);
      return rows;
    },
    async *records() {
      // Counted by row, because lines of others may be removed and added meanwhile.
      const versions = new Map<string, number>();
      for await (const { record } of lines()) versions.set(nameOf(record), (versions.get(nameOf(record)) ?? 0) + 1);
      for await (const { json, record } of lines()) {
        const newer = (versions.get(nameOf(record)) ?? 1) - 1;
        versions.set(nameOf(record), newer);
        if (newer <= 0) yield Buffer.concat([json, Buffer.from('\n')]);
      }
    },
    async forget(sessions) {
      await end();
      for (const segment of await files.segments())
        await files.keepOnly(segment, (record) => {
          const owner = record.session ?? (record.table === 'sessions' ? record.key : null);
          return record.digest === undefined || typeof owner !== 'string' || !sessions.has(owner);
        });
      await sweepBlobs();
    },
    async size() {
      const [own, ofBlobs] = [await sizeOf(path), await sizeOf(join(path, 'blobs'))];
      return { bytes: own.bytes + ofBlobs.bytes, at: Math.floor(own.at) };
    },
    pending: () => files.pending(),
    async convert(name) {
      await end();
      await files.convert(name);
    },
    locked: () => files.locked(),
    close: end,
  };
}
