import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod/mini';
import type { StoredRecord } from '#contract/journal.ts';
import { parseJson } from '#core/json.ts';
import { hiddenName } from '../at-rest/data-key.ts';
import { rewriteFile } from '../at-rest/rewrite.ts';
import { sealLines } from '../at-rest/seal-lines.ts';
import { headOf, type LineSealer, newSealer, toSealer } from '../at-rest/sealed-lines.ts';
import { BrokenSealError, isSealed, keyIdOf, openWhole, sealWhole } from '../at-rest/sealed-stream.ts';
import type { AtRestKeys, SealableFiles } from '../base/at-rest-keys.ts';
import { checkedLine } from '../base/checked-lines.ts';
import { isMissing, readText, writePrivate } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { endsWithLine, readRecords, type SegmentRecord } from './segment.ts';

/** A segment that records are added to. */
export interface GrowingSegment {
  file: FileHandle;
  segment: number;
  sealer: LineSealer | null;
  /** Where the next line begins. */
  at: number;
}

/** The files of one journal, plain or encrypted. Calls must not overlap. */
export interface JournalFiles extends SealableFiles {
  segments(): Promise<number[]>;
  /** Throws `encryption_locked` when the segment is encrypted under a key that isn't open. */
  records(segment: number): AsyncGenerator<SegmentRecord>;
  /** Opens this segment, or the next one if this one isn't in the form of what is written now. */
  grow(segment: number): Promise<GrowingSegment>;
  remove(segment: number): Promise<void>;
  /** Writes the segment anew with these records alone. One that can't be read at all stays as it is. */
  keepOnly(segment: number, keep: (record: StoredRecord) => boolean): Promise<void>;
  listing(segment: number): Promise<string | null>;
  putListing(segment: number, text: string): Promise<void>;
  removeListing(segment: number): Promise<void>;
  putBlob(hash: string, bytes: Uint8Array): Promise<void>;
  blob(hash: string): Promise<Uint8Array<ArrayBuffer> | null>;
  hasBlobs(): Promise<boolean>;
  /** Removes the bytes of every other hash. */
  keepBlobs(hashes: ReadonlySet<string>): Promise<void>;
}

const Identity = z.object({ version: z.literal(1), id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)) });

export const SEGMENT = /^(\d{6})\.log$/;
const LISTING = /^listing-(\d{1,9})\.json$/;
const SEALED = '.encrypted';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

export function createJournalFiles(path: string, keys: AtRestKeys): JournalFiles {
  const blobs = join(path, 'blobs');
  const nameOf = (segment: number) => `${String(segment).padStart(6, '0')}.log`;
  const fileOf = (segment: number) => join(path, nameOf(segment));
  const listingOf = (segment: number) => join(path, `listing-${segment}.json`);
  const isOpen = async (id: string) => (await keys.open()).some((key) => key.id === id);
  let known: string | null = null;

  async function segments(): Promise<number[]> {
    const names = await namesIn(path);
    return names
      .flatMap((name) => SEGMENT.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((a, b) => a - b);
  }

  /**
   * What encrypted files of this journal are bound to. Not the name of its folder, which may change without a key. If its
   * file is gone, the newest segment knows it.
   */
  async function identity(): Promise<string | null> {
    if (known !== null) return known;
    const text = await readText(join(path, 'identity.json'));
    const read = Identity.safeParse(text === null ? null : parseJson(text));
    if (read.success) return (known = read.data.id);
    for (const segment of (await segments()).toReversed()) {
      const head = await headOf(fileOf(segment));
      if (head) return (known = head.scope);
    }
    return null;
  }

  async function ownIdentity(): Promise<string> {
    const id = (await identity()) ?? randomUUID();
    if ((await readText(join(path, 'identity.json'))) === null) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await writePrivate(join(path, 'identity.json'), `${JSON.stringify({ version: 1, id })}\n`);
    }
    return (known = id);
  }

  async function sizeOf(file: string): Promise<number> {
    try {
      return (await stat(file)).size;
    } catch (error) {
      if (isMissing(error)) return 0;
      throw error;
    }
  }

  async function* recordsIn(segment: number, file = fileOf(segment), onDamage?: () => void) {
    const scope = await identity();
    yield* readRecords(file, { name: nameOf(segment), scope, keys, ...(onDamage && { onDamage }) });
  }

  async function rewrite(segment: number, keep: (record: StoredRecord) => boolean): Promise<void> {
    const key = await keys.writing();
    const scope = key && (await ownIdentity());
    const part = `${fileOf(segment)}.part`;
    async function* content(file?: string): AsyncGenerator<Buffer> {
      for await (const { record, json } of recordsIn(segment, file)) if (keep(record)) yield json;
    }
    await rewriteFile({
      part,
      path: fileOf(segment),
      content,
      toForm: (lines) =>
        key && scope ? sealLines(lines, newSealer(key, scope, nameOf(segment))) : checkedLines(lines),
      read: content,
    });
  }

  /** How many records can be read, and how many encrypted lines can't. */
  async function count(segment: number): Promise<{ read: number; damaged: number }> {
    const found = { read: 0, damaged: 0 };
    for await (const _ of recordsIn(segment, undefined, () => (found.damaged += 1))) found.read += 1;
    return found;
  }

  async function readWhole(file: string, name: string): Promise<Buffer | null> {
    const bytes = await readFile(file).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return bytes && isSealed(bytes) ? openWhole(bytes, keys, name) : bytes;
  }

  async function listing(segment: number): Promise<string | null> {
    const name = `listing/${await identity()}/${segment}`;
    return (await readWhole(listingOf(segment), name))?.toString('utf8') ?? null;
  }

  /** Without a listing that can be read, the page sends its rows again. */
  async function readableListing(segment: number): Promise<string | null> {
    return listing(segment).catch((error: unknown) => {
      if (error instanceof BrokenSealError) return null;
      throw error;
    });
  }

  async function putListing(segment: number, text: string): Promise<void> {
    const key = await keys.writing();
    if (!key) return writePrivate(listingOf(segment), text);
    const name = `listing/${await ownIdentity()}/${segment}`;
    return writeFileAtomic(listingOf(segment), sealWhole(Buffer.from(text), key, name), { mode: 0o600, fsync: true });
  }

  async function putBlob(hash: string, bytes: Uint8Array): Promise<void> {
    await mkdir(blobs, { recursive: true, mode: 0o700 });
    const key = await keys.writing();
    const hidden = key && hiddenName(key, hash);
    const content =
      key && hidden ? sealWhole(Buffer.from(bytes), key, `blob/${await ownIdentity()}/${hidden}`) : Buffer.from(bytes);
    const name = hidden === null ? hash : `${hidden}${SEALED}`;
    await writeFileAtomic(join(blobs, name), content, { mode: 0o600, fsync: true });
  }

  const openBlob = async (hidden: string) =>
    readWhole(join(blobs, `${hidden}${SEALED}`), `blob/${await identity()}/${hidden}`);

  async function blob(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const plain = await readFile(join(blobs, hash)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (plain && sha256(plain) === hash) return new Uint8Array(plain);
    for (const key of await keys.open()) {
      const found = await openBlob(hiddenName(key, hash)).catch((error: unknown) => {
        if (error instanceof BrokenSealError) return null;
        throw error;
      });
      if (found && sha256(found) === hash) return new Uint8Array(found);
    }
    return null;
  }

  async function keyOfBlob(name: string): Promise<string | null> {
    return name.endsWith(SEALED) ? keyIdOf(join(blobs, name)) : null;
  }

  async function convertBlob(name: string): Promise<void> {
    const hidden = name.endsWith(SEALED) ? name.slice(0, -SEALED.length) : null;
    const bytes = hidden === null ? await readFile(join(blobs, name)) : await openBlob(hidden);
    if (!bytes) return;
    const hash = hidden === null ? name : sha256(bytes);
    if (sha256(bytes) !== hash) throw new HostError('bad_request', 'These are not the bytes of this hash.');
    await putBlob(hash, bytes);
    if (!(await blob(hash))) throw new BrokenSealError();
    await rm(join(blobs, name), { force: true });
  }

  return {
    segments,
    records: recordsIn,
    async grow(segment) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      const key = await keys.writing();
      const before = await headOf(fileOf(segment));
      const isOther = (before?.keyId ?? null) !== (key?.id ?? null);
      const number = isOther && (await sizeOf(fileOf(segment))) > 0 ? segment + 1 : segment;
      const head = number === segment ? before : null;
      const name = fileOf(number);
      const scope = key && (await ownIdentity());
      const sealer =
        key && scope
          ? head
            ? toSealer(key, { ...head, scope }, nameOf(number))
            : newSealer(key, scope, nameOf(number))
          : null;
      const file = await open(name, 'a', 0o600);
      try {
        if (sealer && !head) await file.appendFile(sealer.head);
        // A crash or a full disk may have cut off the last line. A line end must be written before anything else.
        if (!(await endsWithLine(name))) await file.write('\n');
        return { file, segment: number, sealer, at: (await file.stat()).size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async remove(segment) {
      await rm(fileOf(segment), { force: true });
    },
    async keepOnly(segment, keep) {
      const { read, damaged } = await count(segment);
      if (read > 0 || damaged === 0) await rewrite(segment, keep);
    },
    listing: readableListing,
    putListing,
    async removeListing(segment) {
      await rm(listingOf(segment), { force: true });
    },
    putBlob,
    blob,
    hasBlobs: async () => (await namesIn(blobs)).length > 0,
    async keepBlobs(hashes) {
      const open = await keys.open();
      const kept = new Set(hashes);
      for (const hash of hashes) for (const key of open) kept.add(`${hiddenName(key, hash)}${SEALED}`);
      for (const name of await namesIn(blobs)) {
        if (kept.has(name)) continue;
        const id = await keyOfBlob(name);
        // Under a key that isn't open nobody knows what it is.
        if (id === null || (await isOpen(id))) await rm(join(blobs, name), { force: true });
      }
    },
    async pending() {
      const wanted = (await keys.writing()) !== null;
      const found: { name: string; bytes: number }[] = [];
      const add = async (name: string, file: string, keyId: string | null) => {
        if ((keyId !== null) !== wanted && (keyId === null || (await isOpen(keyId))))
          found.push({ name, bytes: await sizeOf(file) });
      };
      for (const segment of await segments()) {
        if ((await sizeOf(fileOf(segment))) === 0) continue;
        await add(`segment/${segment}`, fileOf(segment), (await headOf(fileOf(segment)))?.keyId ?? null);
      }
      for (const name of await namesIn(path)) {
        const number = LISTING.exec(name)?.[1];
        if (number) await add(`listing/${number}`, join(path, name), await keyIdOf(join(path, name)));
      }
      for (const name of await namesIn(blobs)) {
        if (/^[0-9a-f]{64}(\.encrypted)?$/.test(name))
          await add(`blob/${name}`, join(blobs, name), await keyOfBlob(name));
      }
      return found;
    },
    async convert(name) {
      const [kind, one = ''] = name.split('/');
      if (kind === 'blob') return convertBlob(one);
      if (kind === 'listing') {
        const text = await listing(Number(one));
        return text === null ? undefined : putListing(Number(one), text);
      }
      // Lines that can't be opened may belong to another file. Nothing of them is thrown away.
      if ((await count(Number(one))).damaged > 0) throw new BrokenSealError();
      return rewrite(Number(one), () => true);
    },
    async locked() {
      const found: string[] = [];
      for (const segment of await segments()) {
        const id = (await headOf(fileOf(segment)))?.keyId;
        if (id !== undefined && !(await isOpen(id))) found.push(id);
      }
      return found;
    },
  };
}

async function* checkedLines(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const json of lines) yield checkedLine(json);
}
