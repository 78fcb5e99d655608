import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import {
  type FinishSnapshot,
  type NewSnapshot,
  SNAPSHOT_PART_BYTES,
  type Snapshot,
  type SnapshotList,
  type SnapshotSettingsPatch,
  type SnapshotUpload,
  type VerifySnapshot,
} from '#contract/snapshot.ts';
import { BrokenSealError } from '../at-rest/sealed-stream.ts';
import type { SealableFiles } from '../base/at-rest-keys.ts';
import type { HostDeps } from '../base/deps.ts';
import { passThrough } from '../base/pass-through.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import { planRetention } from './plan-retention.ts';
import type { SnapshotDisk } from './snapshot-disk.ts';
import { createSnapshotFolder } from './snapshot-folder.ts';
import { newSnapshotId } from './snapshot-id.ts';
import type { SnapshotNote } from './snapshot-note.ts';
import { createSnapshotSettings } from './snapshot-settings.ts';
import { openUpload, type Upload } from './upload.ts';

/** Snapshots of the history, as files in the host's folder. Every id is checked before it becomes part of a path. */
export interface SnapshotStore {
  list(): Promise<SnapshotList>;
  isVerified(id: string): Promise<boolean>;
  change(patch: SnapshotSettingsPatch): Promise<SnapshotList>;
  begin(given: NewSnapshot): Promise<SnapshotUpload>;
  /** Returns the number of bytes received so far. */
  add(id: string, at: number, bytes: Uint8Array): Promise<number>;
  /** Throws `snapshot_mismatch`, and removes the upload, unless the received bytes match what was sent. */
  finish(id: string, sent: FinishSnapshot): Promise<Snapshot>;
  /**
   * Hashes the file again and stores what the page found in it. Once a snapshot is verified, older ones may be removed.
   */
  verify(id: string, found: VerifySnapshot): Promise<Snapshot>;
  read(id: string): Promise<{ bytes: number; body: ReadableStream<Uint8Array> }>;
  /** Removes a snapshot or an upload in progress. */
  remove(id: string): Promise<void>;
  readonly files: SealableFiles;
  /** Ends uploads. */
  close(): Promise<void>;
}

export interface SnapshotStoreDeps extends Pick<HostDeps, 'home' | 'version' | 'clock' | 'log' | 'atRest'> {
  disk: SnapshotDisk;
  /** Ids of snapshots that journals are based on. */
  needed: () => Promise<ReadonlySet<string>>;
  onChange: () => void;
}

/** The history is on the same disk and must be able to grow. */
export const DISK_RESERVE = 256 * 1024 ** 2;
/** Of a file whose bytes nobody knows. */
const NO_HASH = '0'.repeat(64);
const DEFAULT_CAP = 5e9;
const MAX_UPLOADS = 4;
/** An upload without new data for this long counts as abandoned. */
const IDLE_MS = 15 * 60_000;
/** Time that a snapshot is kept after it was read: a restore may be in progress. */
const READ_MS = 60 * 60_000;

export function createSnapshotStore(deps: SnapshotStoreDeps): SnapshotStore {
  const { atRest, clock, disk, home, log } = deps;
  const folder = createSnapshotFolder(join(home, 'snapshots'), atRest);
  const settings = createSnapshotSettings(home, () => clock.now());
  const enqueue = createQueue();
  const uploads = new Map<string, Upload>();
  const readers = new Map<string, number>();
  const readAt = new Map<string, number>();
  let lastAt = 0;

  const free = () => disk.free(home);

  async function list(): Promise<SnapshotList> {
    const { snapshots, foreign } = await folder.list();
    const bytes = snapshots.reduce((sum, one) => sum + one.bytes, 0);
    const { damaged: settingsDamaged, ...chosen } = await settings.read();
    const freeBytes = await free();
    const cap = chosen.cap ?? Math.min(DEFAULT_CAP, Math.floor((bytes + freeBytes) / 5));
    return { snapshots, folder: folder.path, bytes, cap, freeBytes, foreign, settings: chosen, settingsDamaged };
  }

  async function find(id: string): Promise<Snapshot> {
    const snapshot = await folder.find(id);
    if (!snapshot) throw new HostError('unknown_snapshot');
    return snapshot;
  }

  function inUse(): Set<string> {
    for (const [id, at] of readAt) if (Math.abs(clock.now() - at) > READ_MS) readAt.delete(id);
    return new Set([...readers.keys(), ...readAt.keys()]);
  }

  async function rotate(): Promise<void> {
    const { snapshots, cap, settingsDamaged } = await list();
    // The chosen limit is unknown.
    if (settingsDamaged) return;
    const offset = -new Date(clock.now()).getTimezoneOffset();
    // What can't be read now may be readable later.
    const locked = snapshots.flatMap((one) => (one.locked ? [one.id] : []));
    const used = new Set([...inUse(), ...(await deps.needed()), ...locked]);
    const expired = planRetention(snapshots, { cap, offset, inUse: used });
    for (const id of expired) await folder.remove(id);
    if (expired.length > 0) log.write('info', 'snapshots-rotated', { gone: expired });
  }

  async function abandon(upload: Upload): Promise<void> {
    uploads.delete(upload.id);
    await upload.abandon();
  }

  /** Removes abandoned uploads, and the oldest ones when there are too many. */
  async function dropIdle(): Promise<void> {
    const byAge = [...uploads.values()].toSorted((a, b) => a.touchedAt - b.touchedAt);
    const tooMany = byAge.length - (MAX_UPLOADS - 1);
    for (const [index, upload] of byAge.entries())
      if (index < tooMany || Math.abs(clock.now() - upload.touchedAt) > IDLE_MS) await abandon(upload);
    await folder.tidy(new Set(uploads.keys()));
  }

  async function begin(given: NewSnapshot): Promise<SnapshotUpload> {
    const key = await atRest.writing();
    await folder.make();
    await dropIdle();
    const { cap, freeBytes } = await list();
    if (freeBytes < DISK_RESERVE) throw new HostError('disk_full');
    // Each is later than the one before, so that the names alone show which is newer.
    lastAt = Math.max(Math.floor(clock.now() / 1000) * 1000, lastAt + 1000);
    const id = newSnapshotId(lastAt, given.reason);
    const upload = await openUpload(id, given, {
      path: folder.partOf(id),
      disk,
      key,
      now: () => clock.now(),
      async mayHold(bytes) {
        if (bytes > cap) throw new HostError('snapshot_too_large');
        if ((await free()) < DISK_RESERVE) throw new HostError('disk_full');
      },
    });
    uploads.set(id, upload);
    return { id, partBytes: SNAPSHOT_PART_BYTES };
  }

  async function finish(id: string, sent: FinishSnapshot): Promise<Snapshot> {
    const upload = uploads.get(id);
    if (!upload) {
      // The answer to the same call may have been lost.
      const there = await find(id);
      if (there.sha256 === sent.sha256 && there.bytes === sent.bytes) return there;
      throw new HostError('snapshot_mismatch');
    }
    try {
      const { bytes, sha256 } = await upload.finish();
      if (bytes !== sent.bytes || sha256 !== sent.sha256) throw new HostError('snapshot_mismatch');
      const { schemaVersion, fingerprint } = upload.given;
      await folder.keep(
        {
          version: 1,
          id,
          appVersion: deps.version,
          schemaVersion,
          fingerprint,
          bytes,
          sha256,
          counts: sent.counts,
          state: 'unchecked',
          checkedAt: null,
        },
        upload.sealed,
      );
      uploads.delete(id);
    } catch (error) {
      await abandon(upload);
      throw error;
    }
    deps.onChange();
    return find(id);
  }

  async function verify(id: string, { archive, counts }: VerifySnapshot): Promise<Snapshot> {
    const before = await find(id);
    const { bytes, sha256 } = await folder.hash(id).catch((error: unknown) => {
      // Of another file, or damaged: nothing in it is what was written.
      if (error instanceof BrokenSealError) return { bytes: before.bytes, sha256: null };
      throw error;
    });
    const isAsWritten = sha256 !== null && (before.sha256 === null || before.sha256 === sha256);
    const isAsCounted = before.counts === null || counts === null || isDeepStrictEqual(before.counts, counts);
    const note: SnapshotNote = {
      version: 1,
      id,
      appVersion: before.appVersion,
      schemaVersion: before.schemaVersion,
      fingerprint: before.fingerprint,
      counts: before.counts ?? counts,
      bytes,
      sha256: before.sha256 ?? sha256 ?? NO_HASH,
      state: isAsWritten && isAsCounted && archive === 'good' ? 'verified' : 'damaged',
      checkedAt: clock.now(),
    };
    await folder.note(id, note);
    if (note.state === 'verified') await rotate();
    else log.write('warn', 'snapshot-damaged', { id, isAsWritten, isAsCounted, archive });
    deps.onChange();
    return find(id);
  }

  async function read(id: string): Promise<{ bytes: number; body: ReadableStream<Uint8Array> }> {
    const { bytes } = await find(id);
    const content = await folder.content(id);
    const source = Readable.toWeb(content) as ReadableStream<Uint8Array>;
    readers.set(id, (readers.get(id) ?? 0) + 1);
    readAt.set(id, clock.now());
    const release = () => {
      const left = (readers.get(id) ?? 1) - 1;
      if (left > 0) readers.set(id, left);
      else readers.delete(id);
      readAt.set(id, clock.now());
    };
    return { bytes, body: passThrough(source, { onEnd: release }) };
  }

  return {
    list,
    async isVerified(id) {
      const found = await folder.find(id);
      return found?.state === 'verified' && !found.locked;
    },
    change: (patch) =>
      enqueue(async () => {
        const before = await settings.read();
        await settings.write({
          automatic: patch.automatic ?? before.automatic,
          cap: patch.cap === undefined ? before.cap : patch.cap,
        });
        deps.onChange();
        return list();
      }),
    begin: (given) => enqueue(() => begin(given)),
    async add(id, at, bytes) {
      const upload = uploads.get(id);
      if (!upload) throw new HostError('unknown_snapshot');
      return upload.add(at, bytes);
    },
    finish: (id, sent) => enqueue(() => finish(id, sent)),
    verify: (id, found) => enqueue(() => verify(id, found)),
    // Waits for a removal in progress.
    read: (id) => enqueue(() => read(id)),
    remove: (id) =>
      enqueue(async () => {
        const upload = uploads.get(id);
        if (upload) return abandon(upload);
        await find(id);
        await folder.remove(id);
        deps.onChange();
      }),
    files: {
      pending: () => folder.pending(),
      convert: (id) => folder.convert(id, enqueue),
      locked: () => folder.locked(),
    },
    close: () =>
      enqueue(async () => {
        for (const upload of uploads.values()) await abandon(upload);
      }),
  };
}
